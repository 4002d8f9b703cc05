import gzip
import json

import pytest

from schemas.errors import ConfigError
from tasks.houses.source import read_houses


@pytest.fixture
def texts(houses):
    """JSON of three houses."""
    return [json.dumps(house.document) for house in (houses[1], houses[2], houses[3])]


def test_a_folder_gives_each_layout_once_in_the_order_of_content(tmp_path, texts):
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.json").write_text(texts[0], encoding="utf-8")
    (tmp_path / "b.jsonl").write_text(f"{texts[1]}\n\n{texts[0]}\n", encoding="utf-8")
    (tmp_path / "inner" / "c.json.gz").write_bytes(gzip.compress(texts[2].encode()))
    found = read_houses(tmp_path)
    assert [house.content_hash for house in found.houses] == sorted(house.content_hash for house in found.houses)
    assert {house.source for house in found.houses} == {"a.json", "b.jsonl:1", "inner/c.json.gz"}
    assert [(copy.source, copy.kept) for copy in found.duplicates] == [("b.jsonl:3", "a.json")]
    assert found.refused == ()


def test_a_list_of_houses_is_read_as_houses(tmp_path, texts):
    (tmp_path / "all.json").write_text(f"[{','.join(texts)}]", encoding="utf-8")
    assert {house.source for house in read_houses(tmp_path / "all.json").houses} == {
        "all.json[0]",
        "all.json[1]",
        "all.json[2]",
    }


def test_the_digest_depends_on_content_and_not_on_names(tmp_path, texts):
    for folder, names in (("one", ("a.json", "b.json")), ("two", ("y.json", "x.json")), ("less", ("a.json",))):
        (tmp_path / folder).mkdir()
        for name, text in zip(names, texts, strict=False):
            (tmp_path / folder / name).write_text(text, encoding="utf-8")
    one, two, less = (read_houses(tmp_path / folder).digest for folder in ("one", "two", "less"))
    assert one == two != less


def test_what_is_no_house_is_listed_and_the_rest_is_read(tmp_path, texts):
    (tmp_path / "good.json").write_text(texts[0], encoding="utf-8")
    (tmp_path / "table.json").write_text('{"rows": []}', encoding="utf-8")
    (tmp_path / "torn.json.gz").write_bytes(gzip.compress(texts[1].encode())[:200])
    (tmp_path / "latin.json").write_bytes(b'{"a": "\xe9"}')
    (tmp_path / "lines.jsonl").write_text(f'{{"rooms":\n{texts[2]}\n{{"x": NaN}}\n', encoding="utf-8")
    (tmp_path / "note.txt").write_text("no house, and not looked at", encoding="utf-8")
    found = read_houses(tmp_path)
    assert {house.source for house in found.houses} == {"good.json", "lines.jsonl:2"}
    assert [refusal.source for refusal in found.refused] == [
        "latin.json",
        "lines.jsonl:1",
        "lines.jsonl:3",
        "table.json",
        "torn.json.gz",
    ]
    assert all(refusal.reason.startswith(refusal.source) for refusal in found.refused)


def test_a_single_broken_file_is_an_error_that_says_why(tmp_path):
    (tmp_path / "a.json").write_text('{"rooms": [', encoding="utf-8")
    with pytest.raises(ConfigError, match=r"a\.json cannot be read: it is no JSON"):
        read_houses(tmp_path / "a.json")


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.json", "[]", r"a\.json holds no house: its list is empty\. Point --houses at"),
        ("a.jsonl", "\n[]\n", r"a\.jsonl:2 holds no house: its list is empty"),
        ("a.json", "", r"a\.json holds no house: it is empty"),
        ("a.jsonl", " \n\n", r"a\.jsonl holds no house: it is empty"),
    ],
)
def test_a_file_that_holds_nothing_is_named_and_not_said_to_be_missing(tmp_path, texts, name, text, reason):
    (tmp_path / name).write_text(text, encoding="utf-8")
    for path in (tmp_path, tmp_path / name):
        with pytest.raises(ConfigError, match=reason):
            read_houses(path)
    (tmp_path / "good.json").write_text(texts[0], encoding="utf-8")
    assert len(read_houses(tmp_path).refused) == 1


def test_a_folder_of_nothing_but_refusals_is_an_error(tmp_path):
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"all 2 candidates were refused, the first because a\.json is no ProcTHOR"):
        read_houses(tmp_path)


@pytest.mark.parametrize(
    ("name", "reason"), [("nowhere", "no such file or folder"), ("", "holds no file"), ("a.txt", "is no house file")]
)
def test_a_place_without_houses_is_an_error(tmp_path, name, reason):
    (tmp_path / "a.txt").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match=reason):
        read_houses(tmp_path / name)
