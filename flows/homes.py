"""Where our own Prefect server keeps its database: a folder that is ours alone and warm.

Prefect's migrations cost seconds, so a home is kept in the user's cache folder. Two servers must not share one SQLite
file: homes are numbered slots, each with a lock, and a process takes the first free one. `~/.prefect` is never touched.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from itertools import count
from pathlib import Path

from filelock import FileLock, Timeout

from schemas.errors import ConfigError

_MAX_DATABASE_BYTES = 256 * 2**20
"""A larger database is thrown away: it holds the history of runs, which the lake keeps anyway."""


def cache_folder() -> Path:
    """The user's cache folder for `ladder`, by the convention of the system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "evidence-ladder"


@contextmanager
def claimed_home(home: Path | None = None) -> Iterator[Path]:
    """A home that no other process uses until the block ends.

    Args:
        home: this folder, or None for the first free slot in the user's cache (a temporary folder where none can be
            written).

    Raises:
        ConfigError: `home` cannot be written, or another `ladder` uses it.
    """
    with ExitStack() as stack:
        folder = _claim_given(stack, home) if home else _claim_slot(stack)
        _drop_unusable_database(folder)
        yield folder


def mark_ready(home: Path) -> None:
    """The database in this home is whole and up to date: a later start may build on it."""
    _ready_mark(home).touch()


def mark_unready(home: Path) -> None:
    """Until it is marked again, a start that was cut short, or failed, is not built on."""
    _ready_mark(home).unlink(missing_ok=True)


def _claim_given(stack: ExitStack, home: Path) -> Path:
    try:
        home.mkdir(parents=True, exist_ok=True)
        stack.enter_context(_lock(home))
    except Timeout:
        raise ConfigError(f"`{home}` is in use by another `ladder`: choose another folder for Prefect.") from None
    except OSError as error:
        raise ConfigError(
            f"`{home}` can't hold Prefect's database: {error.strerror}. Choose another folder."
        ) from error
    return home


def _claim_slot(stack: ExitStack) -> Path:
    # Each version of Prefect has homes of its own: an older one can't read a database that a newer one migrated.
    homes = cache_folder() / f"prefect-{version('prefect')}"
    try:
        homes.mkdir(parents=True, exist_ok=True)
        for slot in count():
            home = homes / str(slot)
            try:
                stack.enter_context(_lock(home))
            except Timeout:
                continue
            home.mkdir(exist_ok=True)
            return home
    except OSError:
        pass  # a read-only or full home folder: work goes on, with a slower start
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ladder-prefect-", ignore_cleanup_errors=True)))


def _lock(home: Path) -> FileLock:
    return FileLock(home.with_name(home.name + ".lock"), timeout=0)


def _ready_mark(home: Path) -> Path:
    return home / "ready"


def _drop_unusable_database(home: Path) -> None:
    """Remove a database whose first migration was cut short, or that has grown too large."""
    database = home / "prefect.db"
    if _ready_mark(home).exists() and database.exists() and database.stat().st_size <= _MAX_DATABASE_BYTES:
        return
    for path in (_ready_mark(home), database, home / "prefect.db-wal", home / "prefect.db-shm"):
        path.unlink(missing_ok=True)
