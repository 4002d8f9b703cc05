"""Sizes that no house has, and archives made to explode, are refused before they can fill a machine."""

import gzip
import json
import os

import psutil
import pytest

from schemas.errors import ConfigError
from tasks.houses import limits, source
from tasks.houses.source import read_houses


@pytest.fixture
def document(houses):
    return json.loads(json.dumps(houses[2].document))


def _refusal(tmp_path, text, name="a.json"):
    path = tmp_path / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    with pytest.raises(ConfigError) as refused:
        read_houses(path)
    return str(refused.value)


def test_an_archive_that_explodes_is_refused_without_being_unpacked(tmp_path):
    path = tmp_path / "bomb.json.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(10):
            file.write(b" " * 2**23)  # 80 MiB in all
    before = psutil.Process().memory_info().rss
    with pytest.raises(ConfigError, match=r"bomb\.json\.gz is too large: unpacked, it has more than 32 MiB"):
        read_houses(path)
    assert psutil.Process().memory_info().rss - before < 150 * 2**20


def test_a_line_that_explodes_is_named_and_the_lines_before_it_are_read(tmp_path, document, monkeypatch):
    monkeypatch.setattr(source, "DOCUMENT_BYTES", 200_000)
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(f"{json.dumps(document)}\n{'[' * 300_000}\n".encode()))
    found = read_houses(path)
    assert len(found.houses) == 1
    assert "line 2 has more than" in found.refused[0].reason


def test_an_archive_of_nothing_but_line_ends_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "STREAM_BYTES", 100_000)
    assert "grows to more than 200 times its size" in _refusal(tmp_path, "\n" * 1_000_000, "a.jsonl.gz")


@pytest.mark.parametrize(
    ("name", "n", "said"),
    [("rooms", 101, "100 are the most"), ("walls", 2001, "2000 are the most"), ("objects", 5001, "5000 are the most")],
)
def test_more_of_anything_than_a_house_has_is_refused(name, n, said, tmp_path, document):
    document[name] = [document[name][0]] * n
    assert said in _refusal(tmp_path, json.dumps(document))


def test_things_that_stand_on_each_other_count_as_well(tmp_path, document):
    thing = {**document["objects"][0], "children": []}
    document["objects"] = [{**thing, "children": [thing] * 3000}, {**thing, "children": [thing] * 3000}]
    assert "holds 6002 of them, and 5000 are the most" in _refusal(tmp_path, json.dumps(document))


@pytest.mark.parametrize("value", ["1e400", "-1e400", "NaN", "Infinity", "1" + "0" * 400, "1" + "0" * 5000, "1e7"])
def test_a_number_that_is_none_or_too_large_is_refused_wherever_it_stands(value, tmp_path, document):
    document["proceduralParameters"] = {"unread": "HERE"}
    text = json.dumps(document).replace('"HERE"', value)
    assert _refusal(tmp_path, text).startswith("a.json")


def test_a_house_beyond_the_hills_is_refused(tmp_path, document):
    for corner in document["rooms"][0]["floorPolygon"]:
        corner["x"] += 5000
    assert "is more than 200 m away" in _refusal(tmp_path, json.dumps(document))


@pytest.mark.parametrize("levels", [60, 400, 100_000])
def test_json_inside_json_is_refused_by_its_depth(levels, tmp_path, document):
    text = json.dumps({**document, "unread": "HERE"}).replace('"HERE"', "[" * levels + "]" * levels)
    assert _refusal(tmp_path, text).startswith("a.json")


def test_half_a_character_is_refused_before_a_table_has_to_hold_it(tmp_path, document):
    assert "no Unicode" in _refusal(tmp_path, json.dumps({**document, "unread": {"\ud800": 1}}))


def test_a_floor_that_crosses_itself_is_refused(tmp_path, document):
    corners = document["rooms"][0]["floorPolygon"]
    corners[1], corners[2] = corners[2], corners[1]
    assert "crosses or touches itself" in _refusal(tmp_path, json.dumps(document))


def test_what_is_no_plain_file_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "a.json")
    with pytest.raises(ConfigError, match="is no house file"):
        read_houses(tmp_path / "a.json")
    with pytest.raises(ConfigError, match="no house in"):
        read_houses(tmp_path)


def test_the_limits_are_many_times_what_houses_of_ten_rooms_need(houses):
    for house in houses.values():
        assert not limits.excess(house.document)
        text = json.dumps(house.document)
        assert len(text) * 50 < limits.DOCUMENT_BYTES
        for name, most in limits.COUNTS.items():
            assert len(house.document[name]) * 5 < most
