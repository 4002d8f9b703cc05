import hashlib
import struct
from datetime import UTC, datetime

import polars as pl
import pytest

from lake.canonical import METRIC_TABLES, rows_digest
from lake.digest import digest
from lake.publish import start_run
from schemas.errors import ConfigError, ContractError
from schemas.tables import TABLES, empty


def count(number):
    return struct.pack("<q", number)


def texts(values):
    encoded = [value if isinstance(value, bytes) else value.encode() for value in values]
    return count(len(encoded)) + b"".join(count(len(value)) for value in encoded) + b"".join(encoded)


def column(name, kind, values):
    """A column written as lake/canonical.py promises, value by value."""
    head = texts([name]) + bytes(value is not None for value in values) + texts([kind])
    there = [value for value in values if value is not None]
    if kind in ("int", "bool"):
        return head + b"".join(map(count, there))
    if kind == "float":
        return head + b"".join(struct.pack("<d", value) for value in there)
    return head + texts(there)


QUARANTINE = {"split": "all", "table": "frames", "expectation": "e", "row": "{}"}


def quarantine(*keys, **changes):
    rows = [{"run_id": "gen-a", **QUARANTINE, "key": key, **changes} for key in keys]
    return pl.DataFrame(rows, schema=empty("quarantine").schema)


def navigation(**changes):
    row = {
        **{name: 1 for name, kind in empty("navigation").schema.items() if kind == pl.Int32},
        **{name: 0.5 for name, kind in empty("navigation").schema.items() if kind == pl.Float64},
        "run_id": "eval-a",
        "split": "test",
        "rung": "E5",
        "episode_id": "ep_00001",
        "reached_target": True,
        "termination": "reached_target",
        **changes,
    }
    return pl.DataFrame([row], schema=empty("navigation").schema)


def test_a_digest_is_what_the_documentation_says():
    expected = [
        column("split", "text", ["all", "all"]),
        column("table", "text", ["frames", "frames"]),
        column("expectation", "text", ["e", "e"]),
        column("key", "text", ["1", "ä"]),
        column("row", "text", ["{}", "{}"]),
    ]
    content = b"evidence-ladder rows 1" + count(2) + b"".join(expected)
    assert rows_digest("quarantine", quarantine("ä", "1")) == hashlib.sha256(content).hexdigest()


def test_numbers_nulls_and_pictures_are_written_as_documented():
    rows = {
        "run_id": "gen-a",
        "split": "test",
        "episode_id": "ep_00001",
        "t": 3,
        "pixel_hash": "f" * 64,
        "codec": "qoi",
        "data": b"picture",
    }
    expected = [
        column("split", "text", ["test"]),
        column("episode_id", "text", ["ep_00001"]),
        column("t", "int", [3]),
        column("pixel_hash", "text", ["f" * 64]),
        column("codec", "text", ["qoi"]),
        column("data", "bytes", [hashlib.sha256(b"picture").digest()]),
    ]
    content = b"evidence-ladder rows 1" + count(1) + b"".join(expected)
    frame = pl.DataFrame([rows], schema=empty("images").schema)
    assert rows_digest("images", frame) == hashlib.sha256(content).hexdigest()


def test_the_order_of_rows_and_columns_plays_no_part():
    frame = quarantine("1", "2", "3")
    shuffled = frame.reverse().select(sorted(frame.columns))
    assert rows_digest("quarantine", shuffled) == rows_digest("quarantine", frame)


def test_the_run_id_plays_no_part():
    assert rows_digest("quarantine", quarantine("1", run_id="gen-b")) == rows_digest("quarantine", quarantine("1"))


CHANGES = [{"key": "2"}, {"row": "{} "}, {"table": "fram", "expectation": "ese"}, {"split": "al", "table": "lframes"}]


@pytest.mark.parametrize("changes", CHANGES)
def test_any_other_value_is_another_digest(changes):
    assert rows_digest("quarantine", quarantine("1").with_columns(**{k: pl.lit(v) for k, v in changes.items()})) != (
        rows_digest("quarantine", quarantine("1"))
    )


def test_lists_are_told_apart_by_where_they_end(small):
    def responses(*evidence):
        schema = {name: empty("responses").schema[name] for name in ("split", "question_id", "evidence_hashes")}
        ids = [f"q{number}" for number in range(len(evidence))]
        frame = pl.DataFrame({"split": "test", "question_id": ids, "evidence_hashes": evidence}, schema=schema)
        others = [name for name in empty("responses").columns if name not in schema]
        return frame.with_columns(pl.lit(None, empty("responses").schema[name]).alias(name) for name in others)

    cases = [
        (["a", "b"], []),
        (["a"], ["b"]),
        ([], ["a", "b"]),
        (["ab"], []),
        (None, []),
        ([], None),
        (["a", None], []),
    ]
    digests = {rows_digest("responses", responses(*case)) for case in cases}
    assert len(digests) == len(cases)


def test_structs_go_field_by_field():
    def episode(x, z):
        row = dict.fromkeys(empty("episodes").columns)
        row |= {"episode_id": "ep_00001", "spawn": {"x": x, "z": z, "yaw": 0.0, "horizon": 0.0}}
        return pl.DataFrame([row], schema=empty("episodes").schema)

    assert rows_digest("episodes", episode(1.0, 2.0)) != rows_digest("episodes", episode(2.0, 1.0))
    assert rows_digest("episodes", episode(1.0, None)) != rows_digest("episodes", episode(None, 1.0))


def test_times_count_to_the_microsecond():
    def run(at):
        row = dict.fromkeys(empty("runs").columns) | {"run_id": "gen-a", "at": at}
        return pl.DataFrame([row], schema=empty("runs").schema)

    noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
    assert rows_digest("runs", run(noon)) != rows_digest("runs", run(noon.replace(microsecond=1)))


def test_minus_zero_is_zero_and_every_nan_is_one():
    assert rows_digest("navigation", navigation(spl=-0.0)) == rows_digest("navigation", navigation(spl=0.0))
    nans = [struct.unpack("<d", struct.pack("<Q", bits))[0] for bits in (0x7FF8000000000000, 0xFFF8000000000001)]
    assert len({rows_digest("navigation", navigation(spl=nan)) for nan in nans}) == 1


def test_metrics_count_to_nine_decimals_and_measurements_exactly():
    def metrics(accuracy):
        row = dict.fromkeys(empty("rung_metrics").columns) | {"rung": "E0", "accuracy": accuracy}
        return pl.DataFrame([row], schema=empty("rung_metrics").schema)

    assert rows_digest("rung_metrics", metrics(0.1 + 0.2)) == rows_digest("rung_metrics", metrics(0.3))
    assert rows_digest("rung_metrics", metrics(0.300000002)) != rows_digest("rung_metrics", metrics(0.3))
    assert rows_digest("navigation", navigation(spl=0.1 + 0.2)) != rows_digest("navigation", navigation(spl=0.3))


def test_every_table_of_figures_counts_to_nine_decimals():
    assert {table for table in TABLES if table.endswith("_metrics")} <= METRIC_TABLES


def test_rows_that_share_a_key_have_no_digest():
    with pytest.raises(ContractError, match="quarantine: 2 rows share their key"):
        rows_digest("quarantine", quarantine("1", "2", "1"))


@pytest.mark.parametrize("per_shard", [1, 3])
def test_the_layout_of_shards_plays_no_part(per_shard, lake, small, whole):
    assert small.run(lake, per_shard=per_shard) == whole


def test_threads_and_hash_seeds_play_no_part(tmp_path, small_process, digest_from, whole):
    process = small_process(tmp_path / "lake", POLARS_MAX_THREADS="1", PYTHONHASHSEED="99", NUMBA_CPU_NAME="generic")
    assert digest_from(process) == whole


def test_another_seed_is_another_digest(lake, small, whole):
    other = small.run(lake, seed=8)
    assert other.keys() == whole.keys()
    assert all(other[table] != whole[table] for table in whole)


def test_a_run_without_rows_has_no_digest(lake):
    start_run(lake, "gen-a", "gen", "{}")
    with pytest.raises(ConfigError, match="holds no rows of run `gen-a`"):
        digest(lake, "gen-a")
