"""The machine itself: processors, memory, graphics."""

import os
import platform
import shutil
import subprocess
from importlib.util import find_spec

from tasks.doctor.finding import Finding
from tasks.models.hf.machine import gpus

_MINUTE_S = 60.0
_LEAST_MEMORY = 4 * 2**30
"""Below this, two workers and a Prefect server do not fit side by side."""


def check_machine() -> Finding:
    import psutil

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    memory = psutil.virtual_memory()
    words = (
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}, {cores} cores, "
        f"{_gib(memory.total)} of memory, {_gib(memory.available)} of it free"
    )
    if memory.total < _LEAST_MEMORY:
        return Finding("machine", "broken", words, "Use one with at least 4 GiB, and --workers 1.")
    return Finding("machine", "ok", words)


def check_gpus() -> Finding:
    """What torch can compute on; takes seconds, for it imports torch where that is installed."""
    seen = _listed_by_driver()
    if find_spec("torch") is None:
        words = f"{seen}, but torch is not installed" if seen else "none that the driver lists; torch is not installed"
        return Finding("GPU", "missing", words, "`pip install 'evidence-ladder[vlm]'` brings torch." if seen else "")
    try:
        import torch

        found = gpus()
    except Exception as error:  # a library of the driver that is missing, or of another version
        said = (str(error).strip() or type(error).__name__).splitlines()[0]
        return Finding("GPU", "broken", f"torch can't be used: {said}", "Install torch again.")
    if found:
        each = (f"{gpu.device} {gpu.title}, {_gib(gpu.free_bytes)} of {_gib(gpu.total_bytes)} free" for gpu in found)
        return Finding("GPU", "ok", "; ".join(each))
    if seen:
        words = f"the driver lists {seen}, but torch {torch.__version__} sees none"
        return Finding("GPU", "broken", words, "Install a torch that is built for this driver's CUDA.")
    words = f"none that torch {torch.__version__} sees"
    return Finding("GPU", "missing", words, "Small models run on the CPU; for others use openai:URL#MODEL.")


def _listed_by_driver() -> str:
    """Names of NVIDIA's GPUs as its driver has them, which needs no torch; empty where there are none."""
    command = shutil.which("nvidia-smi")
    if command is None:
        return ""
    asked = [command, "--query-gpu=name", "--format=csv,noheader"]
    try:
        listed = subprocess.run(asked, capture_output=True, text=True, timeout=_MINUTE_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return ", ".join(line.strip() for line in listed.stdout.splitlines() if line.strip())


def _gib(n_bytes: float) -> str:
    return f"{n_bytes / 2**30:.1f} GiB"
