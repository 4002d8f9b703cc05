"""One Prefect server for all tests of flows, and homes that are warm already."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from lake.store import Lake
    from tasks.houses.house import House

ROOT = Path(__file__).parents[2]

# Test modules import Prefect while they are collected, which makes its home: not in the home of who runs the tests.
_early_home = tempfile.TemporaryDirectory(prefix="ladder-tests-", ignore_cleanup_errors=True)
os.environ.setdefault("PREFECT_HOME", _early_home.name)

Script = Callable[..., subprocess.Popen[str]]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The API URL of one server of our own, in a home of its own."""
    from flows.server import prefect_server

    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PREFECT_API_URL", raising=False)
        with prefect_server(tmp_path_factory.mktemp("prefect")) as url:
            yield url


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory, houses: "dict[int, House]") -> "Lake":
    """A lake with one published generation (stored_lake.py), to be read; who writes makes a copy of its folder."""
    sys.path.insert(0, str(Path(__file__).parent))
    from stored_lake import stored_lake

    return stored_lake(tmp_path_factory.mktemp("stored") / "lake", houses[4])


@pytest.fixture(scope="session")
def reported(stored: "Lake", tmp_path_factory: pytest.TempPathFactory) -> "Lake":
    """A copy of `stored` with one published evaluation (reported_lake.py), to be read."""
    sys.path.insert(0, str(Path(__file__).parent))
    from reported_lake import evaluate

    from lake.store import open_lake

    lake = open_lake(str(shutil.copytree(stored.root, tmp_path_factory.mktemp("reported") / "lake")), create=False)
    evaluate(lake)
    return lake


@pytest.fixture
def warm_user(server: str, tmp_path: Path) -> Path:
    """A home folder of a user who has run `ladder` before: the migrated database is in the cache."""
    import sqlite3

    from flows.homes import cache_folder, claimed_home, mark_ready

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(tmp_path))
        patch.delenv("XDG_CACHE_HOME", raising=False)
        with claimed_home() as home:
            assert home.is_relative_to(cache_folder())
            with (
                closing(sqlite3.connect(Path(os.environ["PREFECT_HOME"]) / "prefect.db")) as source,
                closing(sqlite3.connect(home / "prefect.db")) as copy,
            ):
                source.backup(copy)
            mark_ready(home)
    return tmp_path


@pytest.fixture
def script(warm_user: Path) -> Iterator[Script]:
    """Starts a demo script as `warm_user`, by name and arguments; what still runs at the end is killed."""
    started: list[subprocess.Popen[str]] = []
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PREFECT_", "XDG_"))}

    def start(name: str, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        command = [
            sys.executable,
            "-W",
            "error",
            str(shutil.copy(ROOT / "tests" / "flows" / name, warm_user)),
            *arguments,
        ]
        environment = {**clean, "PYTHONPATH": str(ROOT), "HOME": str(warm_user), **environment}
        process = subprocess.Popen(
            command, env=environment, cwd=warm_user, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()
