"""Which `vllm` there is, and what it is told."""

import json
import os
import shlex
import shutil
from pathlib import Path

from schemas.errors import ConfigError
from schemas.settings import DecoderSettings
from tasks.models.vllm.weights import Weights

WHERE_VARIABLE = "LADDER_VLLM"
"""Names the `vllm` command, or the environment (a folder) that it is in."""
ARGUMENTS_VARIABLE = "LADDER_VLLM_ARGS"
"""More arguments for `vllm serve`, written as in a shell: `--max-model-len 8192 --gpu-memory-utilization 0.8`."""

LOOPBACK = "127.0.0.1"
_NO_VIDEO = '{"video": 0}'
"""Nobody sends one, and vLLM would set memory aside for it."""


def find_vllm() -> Path:
    """The `vllm` command: LADDER_VLLM, or the one on PATH.

    Raises:
        ConfigError: There is none, or LADDER_VLLM leads to none.
    """
    told = os.environ.get(WHERE_VARIABLE)
    if told:
        named = Path(told).expanduser()
        path = named / "bin" / "vllm" if named.is_dir() else named
        if not (path.is_file() and os.access(path, os.X_OK)):
            raise ConfigError(
                f"{WHERE_VARIABLE} is `{told}`, but `{path}` is no command. Name the `vllm` command or its environment."
            )
        return path.absolute()
    if found := shutil.which("vllm"):
        return Path(found).absolute()
    raise ConfigError(
        "there is no `vllm` command here. It needs an environment of its own, for its pins exclude Prefect's: "
        f"`python -m venv vllm-env && vllm-env/bin/pip install vllm`, then set {WHERE_VARIABLE}=vllm-env."
    )


def further_arguments() -> tuple[str, ...]:
    """LADDER_VLLM_ARGS, taken apart as a shell does. Raises ConfigError where a quote is not closed."""
    try:
        return tuple(shlex.split(os.environ.get(ARGUMENTS_VARIABLE, "")))
    except ValueError as error:
        raise ConfigError(f"{ARGUMENTS_VARIABLE} can't be read ({error}). Write it as in a shell.") from error


def serve_command(
    vllm: Path, weights: Weights, decoder: DecoderSettings, *, port: int, seed: int, further: tuple[str, ...]
) -> list[str]:
    """`vllm serve` on loopback; `further` arguments come last and win."""
    command = [
        *(str(vllm), "serve", weights.place),
        *("--host", LOOPBACK, "--port", str(port)),
        *("--served-model-name", weights.model),
        *("--dtype", decoder.dtype, "--seed", str(seed)),
        *("--limit-mm-per-prompt", _NO_VIDEO),
    ]
    if weights.state:
        command += ["--revision", weights.state]
    if pixels := pixel_limits(decoder):
        command += ["--mm-processor-kwargs", json.dumps(pixels)]
    return [*command, *further]


def pixel_limits(decoder: DecoderSettings) -> dict[str, int]:
    """The limits that are set, as Qwen's processors call them."""
    limits = {"min_pixels": decoder.min_pixels, "max_pixels": decoder.max_pixels}
    return {name: limit for name, limit in limits.items() if limit is not None}
