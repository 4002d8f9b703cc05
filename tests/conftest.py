"""Fixtures that more than one part of the tests needs."""

import contextlib
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tasks.houses.house import House
from tasks.houses.source import read_houses

_ROOT = Path(__file__).parents[1]

# Ctrl-C as a terminal has it: a shell starts what is to run in the background with SIGINT ignored, also for children.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Real data that lies beside the project and is no part of it; tests over it are skipped elsewhere."""
    folder = _ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("no ../shared with real data here")
    return folder


@pytest.fixture(scope="session")
def houses() -> dict[int, House]:
    """Houses of our own making, by number of rooms: 1, 2, 3, 4, 6 and 10."""
    return {len(house.rooms): house for house in read_houses(Path(__file__).parent / "data" / "houses").houses}


@pytest.fixture
def largest_file() -> Callable[[int], contextlib.AbstractContextManager[None]]:
    """Inside the block the system takes no file of this process beyond so many bytes, as a full disk takes none."""
    resource = pytest.importorskip("resource")

    @contextlib.contextmanager
    def largest_file(n_bytes: int) -> Iterator[None]:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (n_bytes, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    return largest_file


_SERVER = """
import os, sys, threading
from werkzeug.serving import make_server
from moto.server import DomainDispatcherApplication, create_backend_app
application = DomainDispatcherApplication(create_backend_app)

def careless(environment, start_response):
    for condition in ("HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH"):
        environment.pop(condition, None)
    return application(environment, start_response)

def end_with_the_tests():
    while os.read(0, 1):
        pass
    os._exit(0)

threading.Thread(target=end_with_the_tests, daemon=True).start()
chosen = careless if "careless" in sys.argv else application
server = make_server("127.0.0.1", 0, chosen, threaded=True)
print(server.server_port, flush=True)
server.serve_forever()
"""
_BUCKET = "lakes"


@pytest.fixture(scope="session")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A server of S3 as a process of its own, and the environment that leads to it."""
    with _served(tmp_path_factory.mktemp("s3")) as environment:
        yield environment


@pytest.fixture
def careless_s3(tmp_path: Path) -> Iterator[dict[str, str]]:
    """As `s3`, of a server that takes no notice of conditions, as some do."""
    with _served(tmp_path, "careless") as environment:
        yield environment


@contextlib.contextmanager
def _served(folder: Path, *manner: str) -> Iterator[dict[str, str]]:
    log = folder / "server.log"
    command = [sys.executable, "-W", "ignore", "-c", _SERVER, *manner]
    with log.open("wb") as sink:
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=sink, text=True)
    try:
        assert server.stdout is not None
        port = server.stdout.readline().strip()
        assert port, log.read_text(encoding="utf-8")
        url = f"http://127.0.0.1:{port}"
        _make_bucket(f"{url}/{_BUCKET}")
        yield {
            "AWS_ENDPOINT_URL": url,
            "AWS_ACCESS_KEY_ID": "a-key",
            "AWS_SECRET_ACCESS_KEY": "a-very-secret-word",
            "AWS_REGION": "us-east-1",
        }
    finally:
        server.kill()
        server.communicate()


def _make_bucket(url: str) -> None:
    deadline = time.monotonic() + 60
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while True:
        with contextlib.suppress(OSError):
            direct.open(urllib.request.Request(url, method="PUT"), timeout=10).close()
            return
        assert time.monotonic() < deadline
        time.sleep(0.05)
