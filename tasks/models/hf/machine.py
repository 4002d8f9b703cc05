"""What this machine can run: packages, devices and their memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from schemas.errors import ConfigError

PACKAGES = ("torch", "torchvision", "transformers")
"""Processors of models that take pictures are built on torchvision."""
CPU_BYTES = 2 * 2**30
"""Largest weights that are run on the CPU unasked; larger ones take minutes an answer there."""
_ROOM = 1.15
"""Weights, and what an answer takes beside them, against the memory that there is."""


@dataclass(frozen=True, slots=True)
class Gpu:
    """A device that torch can compute on, beside the CPU."""

    device: str
    """As torch names it: `cuda:0`, `mps`."""
    title: str
    total_bytes: int
    free_bytes: int


def require_packages() -> None:
    """Raises ConfigError where a package is not installed; imports none."""
    lacking = [name for name in PACKAGES if find_spec(name) is None]
    if lacking:
        verb = "is" if len(lacking) == 1 else "are"
        raise ConfigError(
            f"`hf:` needs {', '.join(PACKAGES)}, and {' and '.join(lacking)} {verb} not installed here. "
            "`pip install 'evidence-ladder[vlm]'` brings them."
        )


def gpus() -> list[Gpu]:
    """Those that torch sees; takes seconds, for it imports torch."""
    import torch

    if torch.cuda.is_available():
        memory = [(index, *torch.cuda.mem_get_info(index)) for index in range(torch.cuda.device_count())]
        return [Gpu(f"cuda:{index}", torch.cuda.get_device_name(index), total, free) for index, free, total in memory]
    if torch.backends.mps.is_available():
        total, free = _memory()
        return [Gpu("mps", "Apple GPU", total, free)]
    return []


def device_for(name: str, n_bytes: int, wanted: str, there: Sequence[Gpu]) -> str:
    """The device that weights of `n_bytes` go to, in the type in which they will be held.

    Args:
        name: the model's, for the message.
        n_bytes: of the weights.
        wanted: `auto` for the first GPU or, for a small model, the CPU; otherwise a device as torch names it.
        there: the GPUs of this machine.

    Raises:
        ConfigError: There is no such device, it is too small, or a big model would have to run on the CPU.
    """
    gpu = next((gpu for gpu in there if wanted in ("auto", gpu.device, gpu.device.partition(":")[0])), None)
    if gpu:
        if n_bytes * _ROOM > gpu.total_bytes:
            raise ConfigError(
                f"`{name}` takes {_gib(n_bytes)} of memory and {gpu.title} has {_gib(gpu.total_bytes)}. Use a larger GPU, "
                "a smaller model, or one served elsewhere: --answerer openai:URL#MODEL."
            )
        return gpu.device
    if wanted == "auto" and n_bytes > CPU_BYTES:
        raise ConfigError(
            f"`{name}` takes {_gib(n_bytes)} of memory and there is no GPU here, where a CPU would take minutes an answer. "
            "Ask a server for it with --answerer openai:URL#MODEL, or set LADDER_DEVICE=cpu if you have the time."
        )
    if wanted not in ("auto", "cpu"):
        have = ", ".join(gpu.device for gpu in there) or "no GPU"
        raise ConfigError(f"there is no device `{wanted}` here, for torch sees {have}. Leave LADDER_DEVICE unset.")
    total, _ = _memory()
    if n_bytes * _ROOM > total:
        raise ConfigError(
            f"`{name}` takes {_gib(n_bytes)} of memory and this machine has {_gib(total)}. Use a smaller one."
        )
    return "cpu"


def _memory() -> tuple[int, int]:
    """Bytes of memory in all, and free."""
    import psutil

    memory = psutil.virtual_memory()
    return int(memory.total), int(memory.available)


def _gib(n_bytes: int) -> str:
    return f"{n_bytes / 2**30:.1f} GiB"
