import os

from flows.telemetry import quiet_environment


def test_nothing_phones_home_and_the_users_choice_stays(monkeypatch):
    for name in ("DO_NOT_TRACK", "GX_ANALYTICS_ENABLED", "PREFECT_LOGGING_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PREFECT_LOGGING_LEVEL", "DEBUG")
    # All that the function sets is taken back after the test.
    for name in ("PREFECT_SERVER_ANALYTICS_ENABLED", "HF_HUB_DISABLE_TELEMETRY", "VLLM_NO_USAGE_STATS"):
        monkeypatch.delenv(name, raising=False)
    quiet_environment()
    assert os.environ["DO_NOT_TRACK"] == "1"
    assert os.environ["GX_ANALYTICS_ENABLED"] == "false"
    assert os.environ["PREFECT_SERVER_ANALYTICS_ENABLED"] == "false"
    assert os.environ["PREFECT_LOGGING_LEVEL"] == "DEBUG"
