"""The digest of what this adapter makes of an engine: its part in the world's fingerprint."""

import hashlib
from functools import lru_cache
from pathlib import Path

_MATTER = ("changes.py", "free_moves.py", "metadata.py", "picture.py", "plan.py", "world.py")
"""The modules that a view or a planned move depends on; how a player is started and waited for changes neither."""


@lru_cache(maxsize=1)
def adapter_digest() -> str:
    """SHA-256 in hex over the sources that matter, line ends normalised."""
    digest = hashlib.sha256()
    for name in _MATTER:
        text = (Path(__file__).parent / name).read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}:{len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()
