"""ProcTHOR-10K, fetched once with `prior` and read from its cache: 10,000, 1,000 and 1,000 houses in parts of its own.

A draws its splits from the parts of the same name (section 3.2), and so do we: of each part as many houses as the split
has use for, drawn with the run's seed. The files are read line by line, for all houses together would fill the memory.
"""

import gzip
import importlib.util
import json
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from schemas.errors import ConfigError
from schemas.seeds import generator
from schemas.settings import Split
from tasks.houses.house import House
from tasks.houses.read import house_from_document

NAME = "procthor-10k"
REVISION = "439193522244720b86d8c81cde2e51e3a4d150cf"
"""The commit of allenai/procthor-10k that AI2-THOR 5.0.0 builds: schema 1.0.0."""
IDENTITY = f"{NAME}/{REVISION[:12]}"

PARTS: dict[Split, str] = {"train": "train", "validation": "val", "test": "test"}
_POINTER = b"version https://git-lfs"
"""How a file begins that git fetched without its content."""
_FETCH = f"import prior; prior.load_dataset({NAME!r}, revision={REVISION!r})"


def cached_folder() -> Path:
    """Where `prior` keeps the pinned revision."""
    return Path.home() / ".prior" / "datasets" / "allenai" / NAME / REVISION


def fetch() -> Path:
    """The folder with the three parts; fetched now if it is not there yet, which takes a network, git and git-lfs.

    Raises ConfigError, naming the way out, where it cannot be had.
    """
    folder = cached_folder()
    if not _is_whole(folder):
        if importlib.util.find_spec("prior") is None:
            raise _unavailable("the package `prior` is not installed; `pip install 'evidence-ladder[thor]'` brings it")
        # In a process of its own: it changes folders, prints to stdout and holds all houses in memory.
        ran = subprocess.run(
            [sys.executable, "-c", _FETCH], stdout=sys.stderr, stderr=subprocess.PIPE, text=True, check=False
        )
        if ran.returncode or not _is_whole(folder):
            lines = [line for line in ran.stderr.splitlines() if line.strip()] or ["git or git-lfs brought no files"]
            raise _unavailable(f"it is not in {folder} and could not be fetched ({lines[-1][:200]})")
    return folder


def procthor_houses(split: Split, n: int, seed: int, taken: set[str], refused: Counter[str]) -> Iterator[House]:
    """At most `n` houses of a split's part, drawn with the seed, in the order of the file.

    Args:
        split: Whose part.
        n: How many; fewer come only where the part has no more.
        seed: The run's.
        taken: Content hashes that other houses of the run have; those that come are added.
        refused: Counts what was left out, by reason.

    Raises:
        ConfigError: The dataset cannot be had, or its files cannot be read.
    """
    file = fetch() / f"{PARTS[split]}.jsonl.gz"
    order = generator(seed, "procthor-10k", split).permutation(sum(1 for _ in _lines(file)))
    missing = n
    while missing and len(order):
        chosen, order = order[:missing], order[missing:]
        for house in _houses(file, chosen.tolist(), refused):
            if house.content_hash in taken:
                refused["a house that is there already"] += 1
                continue
            taken.add(house.content_hash)
            missing -= 1
            yield house


def _houses(file: Path, numbers: Sequence[int], refused: Counter[str]) -> Iterator[House]:
    wanted = set(numbers)
    for number, line in enumerate(_lines(file)):
        if number in wanted:
            try:
                yield house_from_document(json.loads(line), f"{NAME}/{file.name.partition('.')[0]}/{number}")
            except (ConfigError, ValueError):
                refused["a house that cannot be read"] += 1


def _lines(file: Path) -> Iterator[bytes]:
    try:
        with gzip.open(file, "rb") as lines:
            yield from (line for line in lines if line.strip())
    except (OSError, EOFError, zlib.error) as error:
        raise ConfigError(
            f"{file} cannot be read: {error}. Remove the folder {file.parent} and run again; it is fetched anew."
        ) from error


def _is_whole(folder: Path) -> bool:
    """Whether all three parts are there with their content."""
    files = [folder / f"{part}.jsonl.gz" for part in PARTS.values()]
    return all(file.is_file() and not _begins_as_pointer(file) for file in files)


def _begins_as_pointer(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(_POINTER)) == _POINTER


def _unavailable(reason: str) -> ConfigError:
    return ConfigError(
        f"--houses {NAME}: {reason}. Fetch it once with a network, git and git-lfs, point --houses at house files, or leave "
        "it out for embedded houses, which need no network."
    )
