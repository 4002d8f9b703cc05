"""The files of a model on a disk: whether they are all there, how large they are, and which version they are.

The layout of the hub's cache is the one that huggingface_hub documents: `models--OWNER--NAME`, in it `refs/BRANCH` with a
commit, and `snapshots/COMMIT`. It is read here without the package, so that nothing is asked of the hub by accident and
`ladder doctor` can look where the package is missing.
"""

import hashlib
import json
import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

INDEX = "model.safetensors.index.json"
WHOLE = "model.safetensors"
_COUNTED = frozenset({".json", ".jinja", ".model", ".safetensors", ".txt"})
"""Endings of the files that decide what a model says."""
_PREFIX = re.compile(r"[0-9a-f]{7,40}")
_REVISION_DIGITS = 12
WHOLE_COMMIT = 40
"""Digits of a commit."""
_ITEM_BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}


@dataclass(frozen=True, slots=True)
class Copy:
    """A model's folder on this machine."""

    folder: Path
    revision: str
    """Of a snapshot of the hub the commit; of any other folder the digest of its files."""

    @property
    def short_revision(self) -> str:
        return self.revision[:_REVISION_DIGITS]

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of files that it lacks: a download may have been cut short."""
        wanted = ("config.json", *_weights(self.folder))
        return tuple(name for name in wanted if not (self.folder / name).is_file())

    @property
    def n_bytes(self) -> int:
        """Of its weights."""
        present = (self.folder / name for name in _weights(self.folder))
        return sum(path.stat().st_size for path in present if path.is_file())


def copy_of_folder(folder: Path) -> Copy:
    """A user's own folder, named by what is in it: the same files elsewhere are the same model, other weights another."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.suffix in _COUNTED)
    seen = tuple((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in files)
    return Copy(folder, _digest(seen))


def copies_in_cache(model: str, revision: str = "", cache: Path | None = None) -> list[Copy]:
    """Snapshots of a hub's model that a revision may mean; empty stands for `main`, as it was when it was fetched.

    The list is empty where none is there. It has several only where the beginning of a commit fits several, or where
    nothing says which one `main` was.
    """
    home = (cache or cache_folder()) / f"models--{model.replace('/', '--')}"
    named = home.joinpath("refs", *(revision or "main").split("/"))
    if named.is_file():
        revision = named.read_text(encoding="utf-8").strip()
    if revision and not _PREFIX.fullmatch(revision):
        return []
    snapshots = home / "snapshots"
    found = sorted(path for path in snapshots.iterdir() if path.is_dir()) if snapshots.is_dir() else []
    return [Copy(path, path.name) for path in found if path.name.startswith(revision)]


def held_bytes(copy: Copy, dtype: str) -> int:
    """Bytes that the weights take once they are of this type; stored ones are often of a smaller one."""
    config = json.loads((copy.folder / "config.json").read_text(encoding="utf-8"))
    parts = (config, config.get("text_config") or {})
    stored = next((part[key] for part in parts for key in ("dtype", "torch_dtype") if part.get(key)), "bfloat16")
    return copy.n_bytes * _ITEM_BYTES.get(dtype, 2) // _ITEM_BYTES.get(stored, 2)


def is_commit_prefix(revision: str) -> bool:
    """Whether it can be the beginning of a commit, or a whole one."""
    return _PREFIX.fullmatch(revision) is not None


def cache_folder() -> Path:
    """Where the hub's files are kept, by the variables that huggingface_hub heeds."""
    if cache := os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE"):
        return Path(cache).expanduser()
    if home := os.environ.get("HF_HOME"):
        return Path(home).expanduser() / "hub"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache").expanduser() / "huggingface" / "hub"


def is_offline() -> bool:
    """Whether the user has said that the hub must not be asked."""
    names = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")
    return any(os.environ.get(name, "").strip().upper() in {"1", "ON", "YES", "TRUE"} for name in names)


def _weights(folder: Path) -> list[str]:
    index = folder / INDEX
    if not index.is_file():
        return [WHOLE]
    return sorted(set(json.loads(index.read_text(encoding="utf-8"))["weight_map"].values()))


@lru_cache(maxsize=16)
def _digest(files: tuple[tuple[str, int, int], ...]) -> str:
    """SHA-256 over names and contents; sizes and times only say when to read again."""
    digest = hashlib.sha256()
    for path, _, _ in files:
        with open(path, "rb") as file:
            content = hashlib.file_digest(file, "sha256").digest()
        name = Path(path).name.encode()
        digest.update(len(name).to_bytes(4, "big") + name + content)
    return digest.hexdigest()
