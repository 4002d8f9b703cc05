"""Houses from files: one file or a folder of .json, .json.gz, .jsonl and .jsonl.gz."""

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from schemas.errors import ConfigError
from schemas.identity import digest_of
from tasks.houses.house import House
from tasks.houses.limits import DOCUMENT_BYTES, GROWTH, STREAM_BYTES, excess
from tasks.houses.read import house_from_document

SUFFIXES = (".json", ".json.gz", ".jsonl", ".jsonl.gz")
_WAY_OUT = (
    "Point --houses at ProcTHOR houses in .json, .json.gz, .jsonl or .jsonl.gz, or leave it out for embedded houses."
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file, or a line of one, that is no usable house."""

    source: str
    reason: str


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A house whose layout was read before under another name."""

    source: str
    kept: str
    """Source of the house that stands for both."""


@dataclass(frozen=True, slots=True)
class HouseSet:
    houses: tuple[House, ...]
    """By content hash; no two have the same."""
    refused: tuple[Refusal, ...]
    duplicates: tuple[Duplicate, ...]

    @property
    def digest(self) -> str:
        """SHA-256, in hex, over the content hashes: the identity of the set, whatever its files are called."""
        return digest_of([house.content_hash for house in self.houses])


def read_houses(path: Path) -> HouseSet:
    """Read a file or a folder (with its subfolders). What is no house is listed and left out.

    Raises:
        ConfigError: The path is missing, or nothing there is a house.
    """
    if not path.exists():
        raise ConfigError(f"no houses at `{path}`: there is no such file or folder. {_WAY_OUT}")
    kept: dict[str, House] = {}
    refused: list[Refusal] = []
    duplicates: list[Duplicate] = []
    for source, outcome in _outcomes(path):
        if isinstance(outcome, ConfigError):
            refused.append(Refusal(source, str(outcome)))
        elif outcome.content_hash in kept:
            duplicates.append(Duplicate(source, kept[outcome.content_hash].source))
        else:
            kept[outcome.content_hash] = outcome
    if not kept:
        raise ConfigError(_nothing_there(path, refused))
    return HouseSet(tuple(kept[content] for content in sorted(kept)), tuple(refused), tuple(duplicates))


def _nothing_there(path: Path, refused: list[Refusal]) -> str:
    if not refused:
        return f"no house in `{path}`: it holds no file that ends in {', '.join(SUFFIXES)}. {_WAY_OUT}"
    if len(refused) == 1:
        return refused[0].reason
    return f"no house in `{path}`: all {len(refused)} candidates were refused, the first because {refused[0].reason}"


def _outcomes(path: Path) -> Iterator[tuple[str, House | ConfigError]]:
    """Each candidate by name, as a house or the reason why it is none, in the order of paths and lines."""
    for file in _files(path):
        name = file.relative_to(path).as_posix() if path.is_dir() else file.name
        lined = file.name.endswith((".jsonl", ".jsonl.gz"))
        is_empty = True
        try:
            for number, data in _texts(file, lined):
                is_empty = False
                yield from _houses(data, f"{name}:{number}" if lined else name)
            if is_empty:
                yield name, _without_houses(name, "it is empty")
        except (OSError, EOFError, zlib.error) as error:
            yield name, _unreadable(name, str(error))
        except _TooLargeError as error:
            yield name, ConfigError(f"{name} is too large: {error}. Leave it out, or write one house a line as .jsonl.")


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(file for file in path.rglob("*") if file.name.endswith(SUFFIXES) and file.is_file())
    if not path.name.endswith(SUFFIXES) or not path.is_file():
        raise ConfigError(f"`{path}` is no house file: its name must end in {', '.join(SUFFIXES)}. {_WAY_OUT}")
    return [path]


class _TooLargeError(Exception):
    """Says what is too large in a clause."""


def _texts(file: Path, lined: bool) -> Iterator[tuple[int, bytes]]:
    """The file's lines that are not empty, with their numbers from 1; or all of it as one.

    Never more than one text of the permitted size is held, whatever a packed file grows to.
    """
    most = max(STREAM_BYTES, GROWTH * file.stat().st_size)
    n_read = number = 0
    with gzip.open(file, "rb") if file.name.endswith(".gz") else file.open("rb") as opened:
        while data := opened.readline(DOCUMENT_BYTES + 1) if lined else opened.read(DOCUMENT_BYTES + 1):
            n_read, number = n_read + len(data), number + 1
            if len(data) > DOCUMENT_BYTES:
                what = f"line {number} has" if lined else "it has"
                raise _TooLargeError(f"unpacked, {what} more than {DOCUMENT_BYTES // 2**20} MiB")
            if n_read > most:
                raise _TooLargeError(f"it grows to more than {GROWTH} times its size")
            if data.strip():
                yield number, data


def _houses(data: bytes, source: str) -> Iterator[tuple[str, House | ConfigError]]:
    """The house, or houses of a list, that a piece of JSON holds."""
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        yield source, _unreadable(source, "it is not UTF-8 text")
        return
    except (ValueError, RecursionError) as error:
        yield source, _unreadable(source, f"it is no JSON ({error})")
        return
    if value == []:
        yield source, _without_houses(source, "its list is empty")
    elif isinstance(value, list):
        yield from ((f"{source}[{i}]", _house(item, f"{source}[{i}]")) for i, item in enumerate(value))
    else:
        yield source, _house(value, source)


def _house(document: Any, source: str) -> House | ConfigError:
    if fault := excess(document):
        return ConfigError(f"{source} is no house that can be used: it {fault}. Leave it out.")
    try:
        return house_from_document(document, source)
    except ConfigError as error:
        return error


def _unreadable(source: str, reason: str) -> ConfigError:
    return ConfigError(f"{source} cannot be read: {reason}. Leave it out, or fetch it again.")


def _without_houses(source: str, reason: str) -> ConfigError:
    return ConfigError(f"{source} holds no house: {reason}. {_WAY_OUT}")


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")
