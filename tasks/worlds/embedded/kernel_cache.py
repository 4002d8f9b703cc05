"""Where compiled kernels are kept, and the flags they are compiled with. Kernel modules import this before numba.

numba's own cache notices an edit in the file of a kernel but not in the files of kernels that it calls. So the
folder is named by a digest of all sources of the embedded world and numba's version: any edit starts a new folder.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

_HERE = Path(__file__).parent


@lru_cache(maxsize=1)
def sources_digest() -> str:
    """SHA-256 in hex over every source that a pixel depends on, line ends normalised."""
    digest = hashlib.sha256()
    for path in sorted([_HERE.parent / "angles.py", *_HERE.rglob("*.py")]):
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.relative_to(_HERE.parent).as_posix()}:{len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()


def cache_folder() -> Path:
    """The folder for this source state, made if need be; a temporary one where the user's cache cannot be written."""
    key = f"{sources_digest()[:16]}-numba{version('numba')}"
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    for base in (home, Path(tempfile.gettempdir())):
        folder = base / "evidence-ladder" / "kernels" / key
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="evidence-ladder-kernels-"))


if not os.environ.get("NUMBA_CACHE_DIR"):
    os.environ["NUMBA_CACHE_DIR"] = str(cache_folder())

import numba  # noqa: E402  numba reads NUMBA_CACHE_DIR while it is imported

numba.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]  # where something else had imported numba before


def kernel(function: Function) -> Function:
    """Compile on first call, to disk.

    No fastmath: LLVM must neither reorder nor contract, or pixels would depend on the processor. `error_model="numpy"`:
    the check for division by zero would block vectorisation (and 1/0 is inf, as the kernels expect).
    """
    return cast(Function, numba.njit(cache=True, nogil=True, error_model="numpy")(function))
