import json
import signal
import socket
import time
import urllib.request
from datetime import timedelta

import obstore
import pytest
from obstore.store import S3Store

from lake import log
from lake.digest import digest
from lake.failpoints import VARIABLE
from lake.lease import lease
from lake.publish import published, state_of
from lake.query_process import ask
from lake.reach import check_reach
from lake.scan import scan
from lake.store import Lake, open_lake
from lake.upkeep import remove, upkeep
from lake.verify import verify
from schemas.errors import ConfigError


def test_a_run_in_a_bucket_has_the_digest_of_one_in_a_folder(bucket, small, whole):
    lake = open_lake(bucket, create=True)
    assert small.run(lake) == whole
    (record,) = published(open_lake(bucket, create=False))
    assert record.digests == whole
    verify(lake, record, contents=record.digests)


def test_the_same_run_again_in_a_bucket_adds_nothing(bucket, small, whole):
    lake = open_lake(bucket, create=True)
    small.run(lake)
    before = {key: stat for key, stat in lake.listed("").items() if not key.startswith(("_leases", "_tmp"))}
    assert small.run(lake) == whole
    after = {key: stat for key, stat in lake.listed("").items() if not key.startswith(("_leases", "_tmp"))}
    assert after == before


def test_runs_at_once_in_one_bucket_disturb_each_other_in_nothing(bucket, s3, small_process, digest_from, whole):
    runs = [f"gen-{number:012d}" for number in range(2)]
    processes = [small_process(bucket, "--run-id", run, "--per-shard", "1", **s3) for run in runs]
    assert [digest_from(process) for process in processes] == [whole] * 2
    assert sorted(record.run_id for record in published(open_lake(bucket, create=False))) == runs


@pytest.mark.parametrize("point", ["after_receipt:3", "between_tables:2", "after_publish"])
def test_a_kill_over_a_bucket_loses_nothing_and_doubles_nothing(point, bucket, s3, small, small_process, whole):
    killed = small_process(bucket, **s3, **{VARIABLE: point})
    _, errors = killed.communicate(timeout=120)
    assert killed.returncode == -signal.SIGKILL, errors
    lake = open_lake(bucket, create=True)
    assert len(published(lake)) == (point == "after_publish")
    assert small.run(lake) == whole
    (record,) = published(lake)
    verify(lake, record, contents=("frames", "images"))
    assert len(log.active(lake, "frames")) == 5


def test_a_full_temporary_folder_is_not_taken_for_a_damaged_lake(bucket, small, largest_file):
    lake = open_lake(bucket, create=True)
    with largest_file(300), pytest.raises(ConfigError, match=r"temporary folder .*File too large.* on the way to lake"):
        small.run(lake)


def test_sql_asks_a_bucket_as_it_asks_a_folder(bucket, small):
    lake = open_lake(bucket, create=True)
    small.run(lake)
    n_rows = scan(lake, "observations").collect().height
    assert ask(lake, "SELECT count(*) FROM observations WHERE split = 'test' OR pixels >= 0").item() == n_rows
    with pytest.raises(ConfigError, match="nothing else"):
        ask(lake, f"SELECT * FROM read_parquet('{lake.url('frames')}/**')")


def test_a_run_is_removed_from_a_bucket_and_its_log_kept_short(bucket, small, whole):
    lake = open_lake(bucket, create=True)
    small.run(lake, "gen-a")
    small.run(lake, "gen-b")
    assert remove(lake, "gen-a") == {"frames": 56, "images": 56, "observations": 168}
    assert state_of(lake, "gen-a") == "removed"
    assert {kept.table: kept.runs for kept in upkeep(lake) if kept.table != "runs"} == {
        "frames": 1,
        "images": 1,
        "observations": 1,
    }
    assert digest(lake, "gen-b") == whole


def test_a_page_in_a_bucket_is_served_as_a_page(bucket):
    lake = open_lake(bucket, create=True)
    lake.put_bytes("_reports/eval-a/index.html", "<p>Größe</p>".encode())
    store = S3Store("lakes", client_options={"allow_http": True})
    key = lake.url("_reports/eval-a/index.html").removeprefix("s3://lakes/")
    with urllib.request.urlopen(obstore.sign(store, "GET", key, timedelta(minutes=1))) as page:
        assert page.headers["Content-Type"] == "text/html; charset=utf-8"


def test_nothing_that_is_stored_holds_a_secret(bucket, s3, small):
    lake = open_lake(bucket, create=True)
    with lease(lake, small.RUN):
        pass
    small.run(lake)
    secrets = [s3["AWS_SECRET_ACCESS_KEY"].encode(), s3["AWS_ACCESS_KEY_ID"].encode()]
    assert not [key for key in lake.keys("") if any(secret in lake.read(key) for secret in secrets)]


def test_a_server_that_ignores_conditions_is_refused_before_it_can_lose_a_commit(careless_s3, monkeypatch):
    for name, value in careless_s3.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ConfigError, match="two commits at once would lose one"):
        open_lake("s3://lakes/lake", create=True)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


REFUSALS = {
    "there is no such bucket": ("s3://no-such-bucket/lake", {}),
    "nobody answers there": ("s3://lakes/lake", {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{free_port()}"}),
}


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("reason", REFUSALS)
def test_a_bucket_that_can_not_be_used_is_refused_soon_in_a_sentence_without_secrets(
    reason, create, bucket, monkeypatch
):
    uri, variables = REFUSALS[reason]
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    start = time.monotonic()
    with pytest.raises(ConfigError, match=reason) as refused:
        open_lake(uri, create)
    assert time.monotonic() - start < 20
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_empty_bucket_is_no_lake_to_a_reader(bucket):
    with pytest.raises(ConfigError, match="there is no lake at `s3://"):
        open_lake(bucket, create=False)


def test_a_newer_layout_in_a_bucket_is_refused(bucket):
    Lake(bucket).put_bytes("_lake.json", json.dumps({"format": 99}).encode())
    with pytest.raises(ConfigError, match="has layout 99"):
        open_lake(bucket, create=True)


@pytest.mark.parametrize("address", ["http://127.0.0.1:9000", "http://localhost:9000", "http://[::1]:9000"])
def test_workers_elsewhere_can_not_come_to_a_server_on_loopback(address, monkeypatch):
    monkeypatch.setenv("AWS_ENDPOINT_URL", address)
    with pytest.raises(ConfigError, match="only this machine can reach"):
        check_reach(Lake("s3://lakes/lake"), "dask:tcp://10.0.0.5:8786")


@pytest.mark.parametrize("address", ["", "http://10.0.0.7:9000", "https://store.example.org"])
def test_workers_elsewhere_can_come_to_any_other_server(address, monkeypatch):
    monkeypatch.setenv("AWS_ENDPOINT_URL", address)
    check_reach(Lake("s3://lakes/lake"), "ray:10.0.0.5:6379")


def test_workers_elsewhere_can_not_come_to_a_folder(lake):
    with pytest.raises(ConfigError, match="is a folder of this machine"):
        check_reach(lake, "ray:10.0.0.5:6379")
