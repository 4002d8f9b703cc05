"""What a run leaves on the Prefect server, in its log and in its manifest: a small evaluation by the real flow."""

import json
import shutil
import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

import pytest
from prefect import flow, get_client
from prefect.client.schemas.filters import ArtifactFilter, ArtifactFilterKey
from prefect.client.schemas.objects import Artifact
from prefect.context import SyncClientContext
from prefect.settings import PREFECT_API_URL, PREFECT_CLIENT_MAX_RETRIES, temporary_settings

from flows.artifacts import key_of, shown_progress
from flows.evaluate import evaluate
from flows.logs import write_events
from flows.manifest import stages_of
from flows.progress import Progress
from flows.requests import EvaluationRequest, Means
from lake.runs import RunRecord, published
from lake.store import Lake, open_lake

pytestmark = pytest.mark.usefixtures("server")


@dataclass(frozen=True)
class Evaluated:
    record: RunRecord
    log: list[dict[str, Any]]


@pytest.fixture(scope="module")
def evaluated(server: str, stored: Lake, tmp_path_factory: pytest.TempPathFactory) -> Evaluated:
    """An evaluation of two rungs by one answerer, by threads of this process."""
    folder = tmp_path_factory.mktemp("evaluated")
    lake = open_lake(str(shutil.copytree(stored.root, folder / "lake")), create=False)
    (generation,) = published(lake)
    write_events(folder / "run.jsonl")
    try:
        request = EvaluationRequest(generation.run_id, 7, ("E0", "E2"), ("uniform",))
        record = evaluate(request, Means(lake.root, 2, "threads"))
    finally:
        write_events(None)
    lines = (folder / "run.jsonl").read_text(encoding="utf-8").splitlines()
    return Evaluated(record, [json.loads(line) for line in lines])


def artifacts(*parts: str) -> list[Artifact]:
    wanted = ArtifactFilter(key=ArtifactFilterKey(any_=[key_of(*parts)]))
    with get_client(sync_client=True) as client:
        return client.read_artifacts(artifact_filter=wanted)


def test_a_table_tells_what_each_stage_did(evaluated: Evaluated) -> None:
    (table,) = artifacts("stages", evaluated.record.run_id)
    rows = {row["stage"]: row for row in json.loads(str(table.data))}
    assert table.flow_run_id is not None
    assert list(rows) == ["answers", "score"]
    assert (rows["answers"]["shards"], rows["answers"]["done_before"]) == (2, 0)
    assert rows["answers"]["rows"] == evaluated.record.rows["responses"] > 0
    assert 0 < sum(row["seconds"] for row in rows.values()) <= (evaluated.record.seconds or 0)


def test_a_page_counts_the_rows_and_says_where_to_read_on(evaluated: Evaluated) -> None:
    (page,) = artifacts("run", evaluated.record.run_id)
    text = str(page.data)
    assert f"# {evaluated.record.run_id}: published" in text
    assert f"_reports/{evaluated.record.run_id}/index.html" in text
    assert f"| responses | {evaluated.record.rows['responses']} |" in text


def test_the_progress_of_a_stage_ends_at_a_hundred(evaluated: Evaluated) -> None:
    (progress,) = artifacts("progress", evaluated.record.run_id, "answers")
    assert (progress.type, progress.data) == ("progress", 100.0)
    assert progress.flow_run_id is not None


def test_progress_is_seen_on_the_server_while_the_work_goes_on(wait_for: Callable[..., None]) -> None:
    def shown() -> list[Any]:
        return [each.data for each in artifacts("progress", "gen-seen", "E2-a/model", "half")]

    @flow
    def halfway() -> None:
        with (
            shown_progress("gen-seen", "E2-a/model half", every_s=0.05) as heard,
            Progress("half", 4, heard=heard, shown=False) as progress,
        ):
            wait_for(lambda: shown() == [0.0])
            progress.advance(2)
            wait_for(lambda: shown() == [50.0])

    halfway()
    assert shown() == [50.0]


def test_a_server_that_is_gone_does_not_stop_the_work(wait_for: Callable[..., None]) -> None:
    nobody = {PREFECT_API_URL: "http://127.0.0.1:9/api", PREFECT_CLIENT_MAX_RETRIES: 0}
    heard: list[float] = []

    @flow
    def work() -> None:
        alone = copy_context()  # without the flow's own connection
        alone.run(SyncClientContext.__var__.set, None)
        alone.run(show)

    def show() -> None:
        with temporary_settings(nobody), shown_progress("gen-gone", "stage", every_s=0.01) as tell:
            for done in range(1000):
                tell(done / 1000)
                heard.append(done / 1000)

    work()
    assert len(heard) == 1000
    wait_for(lambda: "progress" not in [each.name for each in threading.enumerate()])
    assert artifacts("progress", "gen-gone", "stage") == []


def test_outside_a_flow_there_is_nothing_to_show() -> None:
    with shown_progress("gen-none", "stage") as heard:
        heard(0.5)
    assert artifacts("progress", "gen-none", "stage") == []


def test_the_log_tells_each_stage_and_shard_of_the_run(evaluated: Evaluated) -> None:
    assert {line["run_id"] for line in evaluated.log} == {evaluated.record.run_id}
    events = [(line["event"], line.get("stage")) for line in evaluated.log]
    assert events == [
        ("run_started", None),
        ("stage_started", "answers"),
        ("shard_done", "answers"),
        ("shard_done", "answers"),
        ("stage_ended", "answers"),
        ("stage_started", "score"),
        ("stage_ended", "score"),
        ("run_published", None),
    ]
    shards = [line for line in evaluated.log if line["event"] == "shard_done"]
    assert sorted(line["shard"] for line in shards) == ["E0-uniform", "E2-uniform"]
    assert all((line["split"], line["attempt"]) == ("test", 1) and line["worker"] for line in shards)
    total = sum(line["rows"]["responses"] for line in shards)
    assert total == evaluated.record.rows["responses"] == evaluated.log[-1]["rows"]["responses"]


def test_the_manifest_keeps_the_stages(evaluated: Evaluated) -> None:
    assert [stage["stage"] for stage in stages_of(evaluated.record.manifest)] == ["answers", "score"]


@pytest.fixture
def wait_for() -> Callable[..., None]:
    def wait_for(condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < deadline
            time.sleep(0.02)

    return wait_for
