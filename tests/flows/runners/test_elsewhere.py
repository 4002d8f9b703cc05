"""The main job over workers that share nothing with it but the servers.

Each worker has a working folder, a home and a temporary folder of its own, its keys come from its own environment, and
the lake lies in a bucket: nothing can pass by a shared disk.
"""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from ladder_command import HOUSES, ladder  # a helper beside the tests

from flows.listing import digests

pytestmark = pytest.mark.slow

SMALL = ("--houses", HOUSES, "--splits", "train=4,test=4", "--seed", "7", "--recipe", "paper", "--frames", "none")
ANSWERS = ("--rungs", "E0,E5", "--answerer", "uniform", "--answerer", "reader")
LONGEST_S = 120


def both(lake, *means, **environment):
    """A generation and its evaluation; digests of their tables."""
    made = ladder("generate", *SMALL, "--lake", lake, "--json", *means, **environment)
    assert made.code == 0, made.err
    generation = made.result["generation"]
    asked = ladder("evaluate", generation, *ANSWERS, "--lake", lake, "--json", *means, **environment)
    assert asked.code == 0, asked.err
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        return {run: digests(run, str(lake)) for run in (generation, asked.result["evaluation"])}


@pytest.fixture(scope="module")
def expected(server, tmp_path_factory):
    """What two processes of this machine make."""
    return both(tmp_path_factory.mktemp("here") / "lake", "--runner", "processes")


class Elsewhere:
    """Starts programs as if on machines of their own, and ends them."""

    def __init__(self, folder, environment):
        self.folder, self.environment, self.started = folder, environment, []

    def start(self, name, *command, **environment):
        place = (
            self.folder / name
        )  # short: Ray's sockets lie in the temporary folder, and their paths may have 107 bytes
        for part in ("work", "home", "tmp"):
            (place / part).mkdir(parents=True)
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PREFECT_", "XDG_", "AWS_"))}
        own = {"HOME": str(place / "home"), "TMPDIR": str(place / "tmp"), **self.environment, **environment}
        with (place / "log").open("wb") as log:
            process = subprocess.Popen(
                [str(part) for part in command], cwd=place / "work", env={**clean, **own}, stdout=log, stderr=log
            )
        self.started.append(process)
        return process

    def log(self, name):
        return (self.folder / name / "log").read_text(encoding="utf-8", errors="replace")

    def end(self):
        mine = [
            each
            for process in self.started
            if psutil.pid_exists(process.pid)
            for each in (*psutil.Process(process.pid).children(recursive=True), psutil.Process(process.pid))
        ]
        for each in mine:
            with contextlib.suppress(psutil.NoSuchProcess):
                each.kill()
        for process in self.started:
            process.wait()
        assert psutil.wait_procs(mine, timeout=20)[1] == []


@pytest.fixture
def elsewhere(s3):
    with tempfile.TemporaryDirectory(prefix="lad-", ignore_cleanup_errors=True) as folder:
        machines = Elsewhere(Path(folder), s3)
        try:
            yield machines
        finally:
            machines.end()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def until(condition, what):
    deadline = time.monotonic() + LONGEST_S
    while not condition():
        assert time.monotonic() < deadline, what()
        time.sleep(0.2)


def test_two_dask_workers_make_the_same_rows_though_one_dies_in_the_midst_of_a_shard(elsewhere, expected, s3):
    program = (sys.executable, "-m", "distributed.cli.dask_scheduler"), (sys.executable, "-m", "dask", "worker")
    address = f"tcp://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    elsewhere.start("scheduler", *program[0], "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    one = (*program[1], address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
    doomed = elsewhere.start("doomed", *one, LADDER_FAILPOINT="before_receipt:2")
    elsewhere.start("lasting", *one)
    until(lambda: elsewhere.log("scheduler").count("Register worker") >= 2, lambda: elsewhere.log("scheduler"))
    found = both("s3://lakes/dask", "--runner", f"dask:{address}", **s3)
    assert doomed.wait(5) == -signal.SIGKILL
    assert found == expected
    assert s3["AWS_SECRET_ACCESS_KEY"] not in "".join(map(elsewhere.log, ("scheduler", "doomed", "lasting")))


def test_a_ray_cluster_of_two_nodes_makes_the_same_rows(elsewhere, expected, s3):
    address = f"127.0.0.1:{free_port()}"
    token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "t" * 64}
    ray = (Path(sys.executable).with_name("ray"), "start", "--num-cpus", "1", "--block", "--disable-usage-stats")
    small = ("--object-store-memory", 100 * 2**20, "--node-ip-address", "127.0.0.1")
    head = ("--head", "--port", address.rpartition(":")[2], "--include-dashboard", "false")
    elsewhere.start("head", *ray, *small, *head, **token)
    until(lambda: "Ray runtime started" in elsewhere.log("head"), lambda: elsewhere.log("head"))
    elsewhere.start("node", *ray, *small, "--address", address, **token)
    until(lambda: "Ray runtime started" in elsewhere.log("node"), lambda: elsewhere.log("node"))
    assert both("s3://lakes/ray", "--runner", f"ray:{address}", **s3, **token) == expected


def test_threads_make_the_same_rows_and_runs_tells_what_each_stage_took(expected, tmp_path):
    lake = tmp_path / "lake"
    assert both(lake, "--runner", "threads") == expected
    generation, evaluation = ladder("runs", "--lake", lake, "--json").result
    stages = {stage["stage"]: stage for stage in generation["stages"]}
    assert next(iter(stages)) == "episodes"
    assert list(stages)[-1] == "gate"
    assert stages["episodes"]["rows"]["episodes"] == 8
    assert stages["episodes"]["shards"] > stages["episodes"]["done_before"] == 0
    assert 0 < sum(stage["seconds"] for stage in stages.values()) <= generation["seconds"]
    assert {"replay", "answers", "score"} <= {stage["stage"] for stage in evaluation["stages"]}
