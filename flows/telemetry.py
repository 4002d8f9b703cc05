"""No library phones home and none fills the terminal: switches that must be set before the libraries are imported."""

import os

_SWITCHES = {
    # Anonymous usage reports.
    "DO_NOT_TRACK": "1",  # Prefect's client, vLLM and others that follow the convention
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "GX_ANALYTICS_ENABLED": "false",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "VLLM_NO_USAGE_STATS": "1",
    "RAY_USAGE_STATS_ENABLED": "0",
    # Prefect keeps its log records for the server; what the user must know comes from `ladder` itself, once.
    "PREFECT_LOGGING_LEVEL": "WARNING",
    "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_TO_API_WHEN_MISSING_FLOW": "ignore",
    # A process without an API URL fails instead of starting a server of its own that nobody ends.
    "PREFECT_SERVER_EPHEMERAL_ENABLED": "false",
}


def quiet_environment() -> None:
    """Set the switches in this process and so in its children; one that the user has set keeps its value."""
    for name, value in _SWITCHES.items():
        os.environ.setdefault(name, value)
