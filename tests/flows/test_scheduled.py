"""Scheduled runs, for real: a server, a worker, and a run that it picks up and brings to its end."""

import json
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from lake.runs import published
from lake.store import open_lake

ROOT = Path(__file__).parents[2]
POOL = "tests"
LONGEST_S = 300


@pytest.fixture(scope="module")
def registered(server, tmp_path_factory):
    """The answer of `ladder deploy`, and the environment that it was given."""
    folder = tmp_path_factory.mktemp("scheduled")
    environment = {**os.environ, "PREFECT_API_URL": server, "PREFECT_HOME": str(folder / "prefect")}
    command = [sys.executable, "-m", "flows", "deploy", "--json", "--lake", str(folder / "lake"), "--work-pool", POOL]
    done = subprocess.run(
        [*command, "--file", str(ROOT / "infra" / "prefect.yaml")],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST_S,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), environment, folder


def prefect(environment, *arguments):
    command = [sys.executable, "-m", "prefect", "--no-prompt", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=LONGEST_S
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_every_deployment_is_registered_with_its_schedule_limit_and_pool(registered):
    from prefect.client.orchestration import get_client
    from prefect.settings import PREFECT_API_URL, temporary_settings

    told, environment, _ = registered
    assert told["deployments"] == "nightly-generation/nightly, upkeep/upkeep, weekly-ladder/weekly"
    with temporary_settings({PREFECT_API_URL: environment["PREFECT_API_URL"]}), get_client(sync_client=True) as client:
        found = {each.name: each for each in client.read_deployments()}
        limit = client.read_concurrency_limit_by_tag("gpu")
    assert limit.concurrency_limit == 1
    for name in ("nightly", "weekly", "upkeep"):
        (schedule,) = found[name].schedules
        assert schedule.active
        assert found[name].work_pool_name == POOL
        assert found[name].global_concurrency_limit.limit == 1
        assert not found[name].pull_steps


@pytest.mark.slow
def test_a_worker_runs_what_is_due_and_publishes_it(registered):
    _, environment, folder = registered
    prefect(
        environment,
        *("deployment", "run", "nightly-generation/nightly"),
        *("--param", "episodes=4", "--param", "frames=none", "--param", "recipe=paper", "--param", "seed=11"),
    )
    prefect(environment, "worker", "start", "--pool", POOL, "--type", "process", "--run-once")
    (run,) = published(open_lake(str(folder / "lake"), create=False))
    assert json.loads(run.manifest)["settings"]["seed"] == 11
    assert run.rows["episodes"] == 12


class _Page(BaseHTTPRequestHandler):
    """Answers everything with a page, as the UI does where an address lacks its /api."""

    status = 200

    def do_GET(self):
        self.send_response(self.status)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<html></html>")

    def log_message(self, *_):
        pass


class _NothingThere(_Page):
    status = 404


@pytest.mark.parametrize("handler", [_Page, _NothingThere])
def test_a_server_that_is_not_prefects_is_said_to_be_none(handler):
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        environment = {**os.environ, "PREFECT_API_URL": f"http://127.0.0.1:{other.server_port}/api"}
        command = [sys.executable, "-m", "flows", "deploy", "--work-pool", POOL]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60
        )
        other.shutdown()
    assert done.returncode == 2
    assert "what answers at PREFECT_API_URL takes no work pool (" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ({}, "PREFECT_API_URL is not set. Start one with `prefect server start`"),
        (
            {"PREFECT_API_URL": "http://127.0.0.1:9/api"},
            "no server answers there: [Errno 111] Connection refused. Start it",
        ),
    ],
    ids=["none", "a dead one"],
)
def test_without_a_server_the_way_out_is_said(url, said):
    others = {name: value for name, value in os.environ.items() if name != "PREFECT_API_URL"}
    command = [sys.executable, "-m", "flows", "deploy", "--work-pool", POOL]
    done = subprocess.run(command, cwd=ROOT, env=others | url, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.startswith("ConfigError: ")
    assert done.stderr.count("\n") == 1
