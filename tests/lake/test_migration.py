"""A lake that the first release wrote, read and written by this one."""

import tarfile
from pathlib import Path

import dataframely as dy
import polars as pl
import pytest

from lake import log
from lake.commit import commit
from lake.digest import digest
from lake.publish import publish, published, start_run
from lake.query import query
from lake.resume import missing, receipts
from lake.scan import scan
from lake.select import of_shard, shards_with
from lake.stage import Shard, stage
from lake.store import Lake, open_lake
from lake.verify import verify
from schemas.columns import added
from schemas.errors import ConfigError
from schemas.tables import TABLES, empty
from schemas.tables.frames import Frames

RELEASE = Path(__file__).parents[1] / "data" / "lakes" / "release-1.tar.xz"
GENERATION, EVALUATION = "gen-5b6332fda7bb", "eval-bd9df5268937"


@pytest.fixture
def old(tmp_path) -> Lake:
    with tarfile.open(RELEASE) as archive:
        archive.extractall(tmp_path, filter="data")
    return open_lake(str(tmp_path / "lake"), create=True)


@pytest.fixture
def altered(monkeypatch):
    """Put another contract in the place of the one of `frames`."""

    def altered(**columns):
        # dataframely reads the columns from the class body.
        monkeypatch.setitem(TABLES, "frames", type("Altered", (Frames,), {"__annotations__": {}, **columns}))

    return altered


def test_its_runs_are_whole_and_have_the_digests_that_it_gave_them(old):
    assert [record.run_id for record in published(old)] == [GENERATION, EVALUATION]
    for record in published(old):
        verify(old, record, contents=record.digests)
        assert digest(old, record.run_id) == record.digests


def test_every_table_reads_with_all_columns_of_today(old):
    counts = {record.run_id: record.rows for record in published(old)}
    for table in TABLES:
        for run_id, rows in counts.items():
            found = scan(old, table, run_id=run_id).collect()
            assert found.schema == empty(table).schema
            assert table == "runs" or found.height == rows.get(table, 0)


def test_columns_that_came_later_read_as_their_contract_says(old):
    walks = scan(old, "navigation", run_id=EVALUATION).collect()
    assert walks["policy"].unique().to_list() == ["replay"]
    assert walks["n_decisions"].equals(walks["n_actions"], check_names=False)
    assert walks["n_null_actions"].unique().to_list() == [0]
    assert scan(old, "steps", run_id=EVALUATION).collect()["raw"].null_count() == 108
    assert query(old, "SELECT DISTINCT policy, n_null_actions FROM navigation").rows() == [("replay", 0)]


def test_its_shards_count_as_done(old):
    done = receipts(old, GENERATION)
    assert {receipt.shard.split for receipt in done} == {"train", "test"}
    assert missing(old, GENERATION, [receipt.shard for receipt in done]) == []
    (shard, *_) = shards_with(old, GENERATION, "test", "episodes")
    assert of_shard(old, shard, ("episodes",))["episodes"].height > 0


def test_a_new_run_beside_it_writes_the_new_columns_and_changes_nothing_of_the_old(old):
    before = {record.run_id: record.digests for record in published(old)}
    steps = scan(old, "steps", run_id=EVALUATION).with_columns(run_id=pl.lit("eval-new"), raw=pl.lit("MoveAhead 0.25"))
    record = start_run(old, "eval-new", "eval", "{}")
    commit(old, "eval-new", [stage(old, Shard("eval-new", "test", "all"), {"steps": steps.collect()})])
    publish(old, record)
    assert log.opened(old, "steps").schema().fields[-1].name in {"raw", "compliant", "graph"}
    found = scan(old, "steps").collect()
    assert dict(found.group_by("run_id").agg(pl.col("raw").count()).iter_rows()) == {EVALUATION: 0, "eval-new": 108}
    assert {record.run_id: digest(old, record.run_id) for record in published(old)[:2]} == before


def test_what_the_old_release_staged_can_still_be_committed(old, altered):
    altered(weather=dy.String(nullable=True), floor=added(dy.Int32(), default=1))
    done = receipts(old, GENERATION)
    assert commit(old, GENERATION, done).n_added == 0
    record = next(record for record in published(old) if record.run_id == GENERATION)
    log.change(old, "frames", GENERATION, lambda files: log.Change(remove=files))
    assert commit(old, GENERATION, done).added["frames"] > 0
    rows = scan(old, "frames", run_id=GENERATION).select("weather", "floor").unique().collect().rows()
    assert rows == [(None, 1)]
    assert scan(old, "frames", run_id=GENERATION).collect().height == record.rows["frames"]


def test_a_required_column_without_a_default_is_refused_by_name(old, altered):
    altered(weather=dy.String())
    with pytest.raises(ConfigError, match=r"table frames has other columns .* \(it lacks `weather`\)"):
        scan(old, "frames", run_id=GENERATION)


def test_a_column_of_another_type_is_refused_by_name(old, altered):
    altered(x=dy.String())
    with pytest.raises(
        ConfigError, match=r"table frames has other columns .* \(`x` should not be there or be of another"
    ):
        scan(old, "frames", run_id=GENERATION)


def test_a_column_that_only_a_later_release_knows_is_refused_by_name(old):
    by_name = {field.name: field for field in log.table_schema("steps").fields}
    log.opened(old, "frames").alter.add_columns([by_name["raw"]])
    with pytest.raises(ConfigError, match=r"table frames has other columns .* should not be there"):
        scan(old, "frames", run_id=GENERATION)
