"""Clusters of our own on this machine, with shards that kill their workers."""

from collections import Counter

import psutil
import pytest
from prefect import task

from flows.pool import Pool
from schemas.errors import ConfigError

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("server")]


@task
def behave(shard: str, folder) -> str:
    """Do what the shard's name says, and return it."""
    import os
    import signal
    from uuid import uuid4

    (folder / f"{shard}-{uuid4()}").touch()
    if shard == "deadly" or (shard == "deadly at first" and len(list(folder.glob(f"{shard}-*"))) == 1):
        os.kill(os.getpid(), signal.SIGKILL)
    if shard == "wrong":
        raise ValueError("it is wrong")
    if shard == "threads":
        import polars as pl

        return str(pl.thread_pool_size())
    return shard


@pytest.mark.parametrize("runner", ["dask", "ray"])
def test_the_dead_are_replaced_the_deadly_set_aside_by_name_and_the_rest_is_done(runner, tmp_path):
    shards = ["deadly", "deadly at first", "wrong", "threads", "good"]
    results: Counter[str] = Counter()
    with Pool(2, runner=runner) as pool:
        report = pool.run(
            behave, shards, done=lambda _, result: results.update([result]), arguments={"folder": tmp_path}
        )
    assert results == {"deadly at first": 1, "1": 1, "good": 1}
    assert [failure.shard for failure in report.quarantined] == ["deadly"]
    assert "died 3 times" in report.quarantined[0].reason
    assert [(failure.shard, failure.reason) for failure in report.failed] == [("wrong", "ValueError: it is wrong")]
    assert report.n_deaths == 4
    assert not [
        process
        for process in psutil.Process().children(recursive=True)
        if process.status() != psutil.STATUS_ZOMBIE
        and any(word in " ".join(process.cmdline()) for word in ("raylet", "gcs_server", "ray::", "distributed"))
    ]


@pytest.mark.parametrize("runner", ["dask:tcp://127.0.0.1:9", "ray:127.0.0.1:9"])
def test_where_no_cluster_answers_the_way_out_is_said(runner, monkeypatch):
    monkeypatch.setattr("flows.runners.on_dask._CONNECT_S", 2)
    with Pool(1, runner=runner) as pool, pytest.raises(ConfigError, match="answers there") as error:
        pool.run(behave, ["good"], done=lambda *_: None)
    assert "leave the address out" in str(error.value)
