"""An evaluation in this process, over a stored generation. End to end: test_ladder.py."""

import shutil
from dataclasses import dataclass

import pytest
from prefect import task

from flows.evaluate import evaluate
from flows.pool import Pool
from flows.prepare import prepare_evaluation
from flows.requests import EvaluationRequest, Means
from flows.shards import Work
from lake.digest import digest
from lake.publish import published
from lake.scan import scan
from lake.stage import Shard
from lake.store import open_lake
from schemas.errors import ContractError


@dataclass(frozen=True)
class Job:
    shard: Shard


@task
def fail(job: Job) -> None:
    raise OSError("the disk is away")


@pytest.mark.slow
def test_shards_that_failed_at_first_leave_no_trace_in_a_published_evaluation(server, stored, tmp_path):
    lakes = [open_lake(str(shutil.copytree(stored.root, tmp_path / name)), create=False) for name in ("one", "other")]
    request = EvaluationRequest(published(stored)[0].run_id, 7, ("E0",), ("reader", "uniform"))
    disturbed, undisturbed = (Means(lake.root, 1, "threads") for lake in lakes)
    name = prepare_evaluation(request, disturbed).run_id
    with Pool(1, runner="threads") as pool, pytest.raises(ContractError, match="the disk is away"):
        Work(lakes[0], name, pool, 1).do("answers", fail, [Job(Shard(name, "test", "E0-uniform"))])
    assert scan(lakes[0], "quarantine", run_id=name).collect()["expectation"].to_list() == ["shard_completes"]
    evaluate(request, disturbed)
    evaluate(request, undisturbed)
    assert digest(lakes[0], name) == digest(lakes[1], name)
