"""Which model a spec means: one of the hub by its id, or a folder of one's own."""

import re
from dataclasses import dataclass
from pathlib import Path

from schemas.errors import ConfigError

PINNED = {
    "Qwen/Qwen3-VL-4B-Instruct": "ebb281ec",
    "cheryyunl/MomaGraph-R1": "d447423d",
    "Qwen/Qwen2.5-VL-7B-Instruct": "cc594898",
}
"""A's models, each at the revision that A used (A, Table 2)."""

_ID = re.compile(r"(?:[\w.-]+/)?[\w.-]+")
_FOLDER = re.compile(r"[./~\\]|[A-Za-z]:[\\/]")
_EXAMPLE = (
    "Write for instance `{0}:Qwen/Qwen3-VL-4B-Instruct`, `{0}:ORGANISATION/MODEL@REVISION` or `{0}:/path/to/folder`"
)


@dataclass(frozen=True, slots=True)
class Source:
    """What a user named."""

    model: str
    """The id on the hub; for a folder the last part of its path, since where it lies says nothing about it."""
    revision: str = ""
    """A commit, the beginning of one, a branch or a tag; empty for the hub's main branch, and for a folder."""
    folder: Path | None = None

    def __str__(self) -> str:
        if self.folder:
            return str(self.folder)
        return f"{self.model}@{self.revision}" if self.revision else self.model


def source_of(argument: str, kind: str = "hf") -> Source:
    """Read what follows `hf:`, or another kind's colon; one of A's models without a revision is meant at A's.

    Raises:
        ConfigError: It is neither an id nor a path, or the path holds no model.
    """
    text = argument.strip()
    if _FOLDER.match(text):
        return _folder(Path(text).expanduser(), kind)
    model, at, revision = text.partition("@")
    if not _ID.fullmatch(model) or (at and not revision):
        raise ConfigError(f"`{kind}:{argument}` names no model. {_EXAMPLE.format(kind)}.")
    return Source(model, revision or PINNED.get(model, ""))


def _folder(path: Path, kind: str) -> Source:
    if not path.is_dir():
        raise ConfigError(f"there is no folder `{path}` to read a model from. {_EXAMPLE.format(kind)}.")
    if not (path / "config.json").is_file():
        raise ConfigError(
            f"the folder `{path}` holds no model: it has no `config.json`. Point to the folder that "
            "`save_pretrained` or `hf download` filled."
        )
    return Source(path.resolve().name, folder=path)
