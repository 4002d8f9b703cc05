import json
import os
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from prefect.context import refresh_global_settings_context

from flows.homes import claimed_home, mark_ready
from flows.server import prefect_server
from schemas.errors import ConfigError, LadderError


def test_a_flow_run_is_recorded_in_the_server(server):
    from prefect import flow, get_client

    @flow(name="recorded")
    def recorded() -> int:
        return 7

    assert recorded() == 7
    with get_client(sync_client=True) as client:
        assert str(client.api_url).rstrip("/") == server
        names = {run.flow_id: run.state_name for run in client.read_flow_runs()}
        flow_id = client.read_flow_by_name("recorded").id
    assert names[flow_id] == "Completed"


def test_a_given_api_url_is_used_and_no_server_is_started(server):
    before = os.environ["PREFECT_HOME"]
    with prefect_server() as url:
        assert url == server
        assert os.environ["PREFECT_HOME"] == before


def test_an_api_url_where_nothing_answers_is_a_config_error(monkeypatch):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/api"
        monkeypatch.setenv("PREFECT_API_URL", url)
        with (
            pytest.raises(ConfigError, match=r"no server answers there: .*refused.*unset the variable"),
            prefect_server(),
        ):
            pass


def test_all_that_our_server_writes_lies_in_the_cache_and_the_environment_is_put_back(script, warm_user):
    process = script("demo.py")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    told = json.loads(out)
    assert told["squares"] == {"0": 0, "1": 1, "2": 4, "3": 9}
    assert told["url"].startswith("http://127.0.0.1:")
    assert Path(told["home"]).is_relative_to(warm_user / ".cache" / "evidence-ladder")
    assert not {"PREFECT_API_URL", "PREFECT_HOME"} & set(told["changed"])
    assert sorted(path.name for path in warm_user.iterdir()) == [".cache", "demo.py"]
    with closing(sqlite3.connect(Path(told["home"]) / "prefect.db")) as database:
        runs = database.execute(
            "SELECT state_type FROM flow_run JOIN flow ON flow.id = flow_id WHERE flow.name = 'demo'"
        )
        assert runs.fetchall() == [("COMPLETED",)]


@pytest.mark.slow
def test_what_waits_in_queues_is_sent_before_our_server_ends_inside_an_event_loop_too(script):
    process = script("in_a_loop.py")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    with closing(sqlite3.connect(Path(out.strip()) / "prefect.db")) as database:
        assert database.execute("SELECT message FROM log WHERE message = 'the last word'").fetchall()


@pytest.mark.slow
def test_settings_of_the_user_for_other_servers_do_not_reach_ours(script, warm_user):
    (warm_user / "prefect.toml").write_text('[server.database]\nconnection_url = "sqlite+aiosqlite:///elsewhere.db"\n')
    other = {
        "PREFECT_API_DATABASE_CONNECTION_URL": "postgresql+asyncpg://nobody@127.0.0.1:9/none",
        "PREFECT_SERVER_API_AUTH_STRING": "admin:secret",
        "PREFECT_PROFILE": "cluster",
        "HTTP_PROXY": "http://127.0.0.1:9",
        "ALL_PROXY": "http://127.0.0.1:9",
    }
    process = script("demo.py", **other)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert json.loads(out)["squares"]["3"] == 9


@pytest.fixture
def no_server(server) -> Iterator[None]:
    """As in a process that was given none. Prefect keeps what it read, so that it is told again of the one for all tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PREFECT_API_URL", "PREFECT_HOME"):
            patch.delenv(name, raising=False)
        yield
    refresh_global_settings_context()


def test_a_server_that_cannot_start_says_why_and_the_next_one_starts(tmp_path, no_server):
    (tmp_path / "prefect.db").write_bytes(b"no database at all" * 100)
    mark_ready(tmp_path)
    with pytest.raises(LadderError, match=r"our own Prefect server ended .*server\.log"), prefect_server(tmp_path):
        pass
    with claimed_home(tmp_path):
        assert not (tmp_path / "prefect.db").exists()
