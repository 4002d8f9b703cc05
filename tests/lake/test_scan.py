import shutil

import polars as pl
import pytest

from lake import log
from lake.commit import commit
from lake.publish import start_run
from lake.query import query
from lake.rows import append_rows
from lake.scan import scan
from lake.stage import stage
from lake.store import Lake, open_lake
from schemas.errors import ConfigError
from schemas.tables import TABLES, empty


@pytest.fixture(scope="module")
def two_runs(small, tmp_path_factory):
    """One published run, and one that is committed only. A test that changes it takes a copy."""
    lake = open_lake(str(tmp_path_factory.mktemp("two_runs") / "lake"), create=True)
    small.run(lake)
    start_run(lake, "gen-hidden", "gen", "{}")
    shard = small.plan("gen-hidden")[0]
    commit(lake, "gen-hidden", [stage(lake, shard, small.frames_of(shard, seed=8))])
    return lake


@pytest.mark.everywhere
def test_a_scan_gives_back_what_was_staged(lake, small):
    small.run(lake)
    shard = small.plan()[0]
    staged = small.frames_of(shard)
    for table in ("frames", "images", "observations"):
        found = scan(lake, table, split="train").filter(pl.col("episode_id") < "ep_00002").collect()
        key = TABLES[table].primary_key()
        assert found.columns == empty(table).columns
        assert found.sort(key).drop("run_id", "split").equals(staged[table].sort(key[2:]))


def test_a_table_that_is_not_there_gives_an_empty_frame_of_its_types(lake):
    for table in TABLES:
        assert scan(lake, table).collect().schema == empty(table).schema


def test_who_names_no_run_sees_published_runs_only(two_runs, small):
    assert scan(two_runs, "frames").collect()["run_id"].unique().to_list() == [small.RUN]


def test_who_names_a_run_sees_it_in_any_state(two_runs, small):
    assert scan(two_runs, "frames", run_id="gen-hidden").collect().height == 2 * small.FRAMES
    assert scan(two_runs, "frames", run_id="gen-nobody").collect().is_empty()


def test_only_the_files_that_are_asked_for_are_opened(two_runs, small, tmp_path):
    lake = Lake(shutil.copytree(two_runs.root, tmp_path / "lake"))
    for file in log.active(lake, "frames"):
        if file.partition != {"run_id": small.RUN, "split": "test"}:
            lake.path(file.key).unlink()
    assert scan(lake, "frames", run_id=small.RUN, split="test").collect().height == 5 * small.FRAMES


def test_what_tells_of_runs_is_read_whole(two_runs, small, tmp_path):
    two_runs = Lake(shutil.copytree(two_runs.root, tmp_path / "lake"))
    assert set(scan(two_runs, "runs").collect()["run_id"]) == {small.RUN, "gen-hidden"}
    assert scan(two_runs, "runs", run_id="gen-hidden").collect()["state"].to_list() == ["started"]
    row = {"run_id": "gen-hidden", "split": "test", "table": "frames", "expectation": "e", "key": "k", "row": "{}"}
    append_rows(two_runs, "quarantine", pl.DataFrame(row))
    assert query(two_runs, "SELECT key FROM quarantine").rows() == [("k",)]


def test_an_unknown_table_is_refused_with_a_list_of_tables():
    with pytest.raises(ConfigError, match=r"there is no table `frame` .* The tables are houses"):
        scan(None, "frame")


@pytest.mark.parametrize("name", ["a lake", "seed=7", "lake [1]*", "see"])
def test_a_lake_may_lie_under_any_usual_name(name, tmp_path, small, whole):
    lake = open_lake(str(tmp_path / name), create=True)
    assert small.run(lake) == whole
    assert small.run(lake) == whole
    assert scan(lake, "images").collect().height == 8 * small.FRAMES
    assert query(lake, "SELECT count(*) FROM images").item() == 8 * small.FRAMES


def test_sql_answers_over_published_runs(two_runs, small):
    sql = "SELECT run_id, split, count(*) AS n, sum(pixels) AS pixels FROM observations GROUP BY ALL ORDER BY split"
    expected = scan(two_runs, "observations").group_by("run_id", "split").agg(n=pl.len(), pixels=pl.col("pixels").sum())
    assert query(two_runs, sql).rows() == [
        (run_id, split, n, pixels) for run_id, split, n, pixels in expected.sort("split").collect().rows()
    ]


def test_sql_knows_every_table_from_the_start(lake):
    for table in TABLES:
        assert query(lake, f"SELECT * FROM {table}").columns == empty(table).columns


def test_columns_of_one_name_are_told_apart(two_runs):
    answer = query(two_runs, "SELECT * FROM frames JOIN images USING (run_id, split, episode_id, t) LIMIT 1")
    assert {"pixel_hash", "pixel_hash_1"} <= set(answer.columns)


def test_times_in_sql_are_utc(two_runs):
    (at,) = query(two_runs, 'SELECT min("at") AS first FROM runs').row(0)
    assert at == scan(two_runs, "runs").select(pl.col("at").min()).collect().item()
    assert query(two_runs, "SELECT current_setting('TimeZone')").item() == "UTC"


FORBIDDEN = [
    "SELECT * FROM read_csv('{file}')",
    "SELECT * FROM read_text('{file}')",
    "SELECT * FROM read_parquet('{lake}/frames/**/*.parquet')",
    "SELECT * FROM '{file}'",
    "SELECT * FROM glob('{lake}/*')",
    "COPY frames TO '{lake}/out.csv'",
    "COPY frames TO '{lake}/out.parquet' (FORMAT parquet)",
    "EXPORT DATABASE '{lake}/out'",
    "ATTACH '{lake}/out.db'",
    "INSTALL httpfs",
    "SET enable_external_access = true",
    "SET lock_configuration = false",
    "RESET enable_external_access",
    "SELECT * FROM lake",
    "SELECT * FROM answer",
]


@pytest.mark.parametrize("sql", FORBIDDEN)
def test_sql_reaches_nothing_but_the_views(sql, two_runs, tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n", encoding="utf-8")
    before = sorted(two_runs.path("").rglob("*"))
    with pytest.raises(ConfigError, match="query: "):
        query(two_runs, sql.format(file=secret, lake=two_runs.root))
    assert sorted(two_runs.path("").rglob("*")) == before


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("SELEC 1", 'syntax error at or near "SELEC"'),
        ("SELECT nothing FROM frames", 'column "nothing" not found'),
        ("SELECT 1/0 + 'x'::INTEGER", "Conversion Error"),
        ("", "gives no rows"),
        ("SELECT INTERVAL 1 DAY", "Cast the column"),
    ],
)
def test_sql_that_fails_is_answered_in_duckdbs_words(sql, reason, two_runs):
    with pytest.raises(ConfigError, match=f"(?i){reason}"):
        query(two_runs, sql)
