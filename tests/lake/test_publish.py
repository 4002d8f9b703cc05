import dataclasses
import json
from datetime import UTC, datetime, timedelta

import pytest

from lake import log
from lake.commit import commit
from lake.digest import digest
from lake.publish import publish, published, reject, republish, start_run, state_of
from lake.resume import receipts
from lake.runs import records, write_record
from lake.scan import scan
from lake.stage import stage
from schemas.errors import ContractError

MANIFEST = json.dumps({"seed": 7})


@pytest.fixture
def committed(lake, small):
    """A run with all its shards staged and committed, not yet published."""
    record = start_run(lake, small.RUN, "gen", MANIFEST)
    commit(lake, small.RUN, [stage(lake, shard, small.frames_of(shard)) for shard in small.plan()])
    return record


@pytest.mark.everywhere
def test_a_committed_run_is_seen_only_once_it_is_published(lake, small, committed):
    assert published(lake) == []
    assert scan(lake, "frames").collect().is_empty()
    publish(lake, committed)
    assert [record.run_id for record in published(lake)] == [small.RUN]
    assert scan(lake, "frames").collect().height == 8 * small.FRAMES


@pytest.mark.everywhere
def test_a_record_says_what_was_published(lake, small, committed, whole):
    record = publish(lake, dataclasses.replace(committed, seconds=12.5))
    assert published(lake) == [record]
    assert record.rows == {"frames": 56, "images": 56, "observations": 168}
    assert record.digests == whole
    assert record.versions == {"frames": 1, "images": 1, "observations": 1, "runs": 1}
    assert (record.kind, record.manifest, record.seconds) == ("gen", MANIFEST, 12.5)


def test_publishing_again_writes_nothing(lake, committed):
    first = publish(lake, committed)
    assert publish(lake, committed) == first
    assert len(log.active(lake, "runs")) == 2


def test_a_run_that_has_grown_is_published_again_with_its_new_rows(lake, small):
    record = start_run(lake, small.RUN, "gen", MANIFEST)
    *first, last = small.plan()
    commit(lake, small.RUN, [stage(lake, shard, small.frames_of(shard)) for shard in first])
    before = publish(lake, record)
    commit(lake, small.RUN, [stage(lake, last, small.frames_of(last))])
    after = republish(lake, before)
    assert published(lake) == [after]
    assert after.rows["frames"] - before.rows["frames"] == small.frames_of(last)["frames"].height
    assert after.digests == digest(lake, small.RUN)


def test_what_is_not_published_can_not_be_published_again(lake, small, committed):
    with pytest.raises(ContractError, match="is not published"):
        republish(lake, committed)


def test_a_shard_that_was_not_committed_can_not_be_published(lake, small):
    record = start_run(lake, small.RUN, "gen", MANIFEST)
    staged = [stage(lake, shard, small.frames_of(shard)) for shard in small.plan()]
    commit(lake, small.RUN, staged[:-1])
    with pytest.raises(ContractError, match="3 staged files were not committed"):
        publish(lake, record)
    assert published(lake) == []


def test_a_file_that_no_receipt_names_can_not_be_published(lake, small, committed):
    lake.delete(small.plan()[0].receipt_key)
    with pytest.raises(ContractError, match="3 files in the log belong to no shard"):
        publish(lake, committed)


@pytest.mark.everywhere
def test_rows_that_are_there_twice_can_not_be_published(lake, small, committed):
    for shard in small.plan(per_shard=3):
        stage(lake, shard, small.frames_of(shard))
    commit(lake, small.RUN, receipts(lake, small.RUN))
    with pytest.raises(ContractError, match="rows share their key"):
        publish(lake, committed)
    assert published(lake) == []


def test_a_rejected_run_keeps_its_rows_out_of_sight(lake, small, committed):
    reject(lake, committed)
    assert state_of(lake, small.RUN) == "rejected"
    assert scan(lake, "frames").collect().is_empty()
    assert scan(lake, "frames", run_id=small.RUN).collect().height == 8 * small.FRAMES


def test_a_run_without_rows_can_be_rejected(lake):
    reject(lake, start_run(lake, "gen-empty", "gen", MANIFEST))
    assert state_of(lake, "gen-empty") == "rejected"


def test_starting_again_goes_on_under_the_same_record(lake, committed):
    assert start_run(lake, committed.run_id, "gen", MANIFEST) == committed


def test_starting_a_published_run_tells_that_it_is_published(lake, committed):
    assert start_run(lake, publish(lake, committed).run_id, "gen", MANIFEST).state == "published"


def test_a_rejected_run_can_start_again_and_be_published(lake, committed):
    reject(lake, committed)
    again = start_run(lake, committed.run_id, "gen", MANIFEST)
    assert again.state == "started"
    assert publish(lake, again).state == "published"


def test_the_last_word_counts_even_where_the_clock_went_back(lake, monkeypatch):
    class Tomorrow(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime.now(UTC) + timedelta(days=1)

    with monkeypatch.context() as patched:
        patched.setattr("lake.runs.datetime", Tomorrow)
        record = start_run(lake, "gen-a", "gen", MANIFEST)
    assert record.at > datetime.now(UTC)
    write_record(lake, dataclasses.replace(record, state="rejected"))
    assert state_of(lake, "gen-a") == "rejected"


def test_records_come_oldest_first_and_once_a_run(lake):
    for run_id in ("gen-b", "gen-a"):
        reject(lake, start_run(lake, run_id, "gen", MANIFEST))
    assert [(record.run_id, record.state) for record in records(lake)] == [("gen-b", "rejected"), ("gen-a", "rejected")]


def test_an_unknown_run_has_no_state(lake):
    assert state_of(lake, "gen-a") is None
