"""A lake may be another's, or damaged: its small files are taken for what they are, or for nothing."""
# ruff: noqa: PT017 - what raises is as good as what does not, so `pytest.raises` fits none of these

import dataclasses
import json

import pytest
from fuzzing import fuzz, json_of, spoiled
from hypothesis import strategies as st

from lake.ahead import kept
from lake.parts import Part
from lake.receipts import FORMAT, Shard, read_receipt
from lake.runs import _record
from lake.store import MARKER, open_lake
from schemas.errors import ConfigError, LakeError

_SHARD = Shard("gen-0123456789ab", "test", "test-000-002")
_PART = Part(
    "frames",
    "run_id=gen-0123456789ab/split=test/test-000-002-0123456789abcdef.parquet",
    {"run_id": "gen-0123456789ab", "split": "test"},
    10,
    2,
    "0" * 64,
    {"episode_id": "ep_00000", "t": 0},
    {"episode_id": "ep_00001", "t": 6},
    {"episode_id": 0, "t": 0},
)
_RECEIPT = {"format": FORMAT, "shard": dataclasses.asdict(_SHARD), "parts": [dataclasses.asdict(_PART)]}


def _put(lake, receipt):
    lake.put_bytes(_SHARD.receipt_key, receipt)
    lake.put_bytes(_PART.key, b"0123456789")


@fuzz(document=spoiled([_RECEIPT]))
def test_fuzz_a_spoiled_receipt_counts_for_nothing_or_leads_into_its_table(document, lake):
    _put(lake, json_of(document).encode())
    receipt = read_receipt(lake, _SHARD)
    for part in receipt.parts if receipt else ():
        assert ".." not in part.path.split("/")
        assert not part.path.startswith("/")


@fuzz(content=st.binary(max_size=80))
def test_fuzz_bytes_in_the_place_of_a_receipt_count_for_nothing(content, lake):
    _put(lake, content)
    assert read_receipt(lake, _SHARD) is None


@pytest.mark.parametrize("path", ["../../secret.parquet", "/etc/passwd", "a/../../b.parquet", "a\x00.parquet", "a.txt"])
def test_a_receipt_that_leads_out_of_its_table_counts_for_nothing(path, lake):
    _put(lake, json.dumps({**_RECEIPT, "parts": [{**_RECEIPT["parts"][0], "path": path}]}).encode())
    assert read_receipt(lake, _SHARD) is None


def test_the_receipt_that_is_spoiled_here_is_a_good_one(lake):
    _put(lake, json.dumps(_RECEIPT).encode())
    assert read_receipt(lake, _SHARD).parts == (_PART,)


_ROW = {
    "run_id": "gen-0123456789ab",
    "kind": "gen",
    "manifest": {"settings": {"generation": "gen-0123456789ab"}},
    "rows": {"frames": 2},
    "digests": {"frames": "0" * 64},
    "versions": {"frames": 1},
}


@fuzz(row=spoiled([_ROW]), broken=st.sampled_from(["", "manifest", "rows", "versions"]), content=st.text(max_size=12))
def test_fuzz_what_a_run_says_of_itself_is_read_or_is_a_damage_of_the_lake(row, broken, content):
    texts = {name: json_of(row.get(name)) for name in ("manifest", "rows", "digests", "versions")}
    if broken:
        texts[broken] = content
    try:
        record = _record({"run_id": "gen-0123456789ab", "kind": "gen", "state": "published", **texts})
    except LakeError as error:
        assert "gen-0123456789ab" in str(error)
        return
    assert isinstance(json.loads(record.manifest).get("settings", {}), dict)


@fuzz(content=st.one_of(st.binary(max_size=60), st.integers(0, 3000).map(lambda n: b"[" * n)))
def test_fuzz_a_spoiled_marker_is_no_lake(content, tmp_path):
    root = tmp_path / "other"
    root.mkdir(exist_ok=True)
    (root / MARKER).write_bytes(content)
    with pytest.raises(ConfigError):
        open_lake(str(root), create=False)


@fuzz(content=st.lists(st.one_of(st.binary(max_size=30), st.just(b'{"a": 1}'), st.just(b"[" * 3000)), max_size=5))
def test_fuzz_a_torn_record_of_answers_is_passed_over(content, lake):
    lake.put_bytes(f"_ahead/{_SHARD.run_id}/{_SHARD.split}/{_SHARD.name}.jsonl", b"\n".join(content))
    assert len(kept(lake, _SHARD)) >= content.count(b'{"a": 1}')
