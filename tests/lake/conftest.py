"""A lake of one's own, and the small generation of small_run.py, in this process or as one that can be killed.

Tests marked `everywhere` run over a lake in a folder and over one in a bucket of a real server, which is a process of
its own.
"""

import importlib.util
import json
import os
import subprocess
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from lake.store import Lake, open_lake

_SCRIPT = Path(__file__).with_name("small_run.py")
_ROOT = Path(__file__).parents[2]


_BUCKET = "lakes"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "everywhere: over a lake in a folder and over one in a bucket")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.definition.get_closest_marker("everywhere"):
        metafunc.parametrize("lake", ["folder", "bucket"], indirect=True)


@pytest.fixture
def lake(request: pytest.FixtureRequest, tmp_path: Path) -> Lake:
    if getattr(request, "param", "folder") == "bucket":
        return open_lake(request.getfixturevalue("bucket"), create=True)
    return open_lake(str(tmp_path / "lake"), create=True)


@pytest.fixture
def bucket(s3: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> str:
    """The URI of a lake that is not there yet, with the environment that leads to its server."""
    for name, value in s3.items():
        monkeypatch.setenv(name, value)
    return f"s3://{_BUCKET}/seed=7/{uuid.uuid4().hex}"


@pytest.fixture(scope="session")
def small() -> ModuleType:
    """The module small_run.py."""
    spec = importlib.util.spec_from_file_location("small_run", _SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def whole(small: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The digest of the small run where nothing disturbed it."""
    return small.run(open_lake(str(tmp_path_factory.mktemp("whole")), create=True))


@pytest.fixture(scope="session")
def start() -> Callable[..., subprocess.Popen[str]]:
    """Start Python on some arguments, or the small run on a lake, with variables added to the environment."""

    def start(*arguments: object, **variables: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONPATH": str(_ROOT), **variables}
        command = [sys.executable, *map(str, arguments)]
        return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    return start


@pytest.fixture(scope="session")
def small_process(start: Callable[..., subprocess.Popen[str]]) -> Callable[..., subprocess.Popen[str]]:
    def small_process(*arguments: object, **variables: str) -> subprocess.Popen[str]:
        return start(_SCRIPT, *arguments, **variables)

    return small_process


@pytest.fixture(scope="session")
def digest_from() -> Callable[[subprocess.Popen[str]], dict[str, str]]:
    """The digest that a process of the small run prints when it has ended well."""

    def digest_from(process: subprocess.Popen[str]) -> dict[str, str]:
        output, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
        return json.loads(output)

    return digest_from
