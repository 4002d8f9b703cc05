import polars as pl
import pytest

from schemas.tables import empty
from tasks.reports.findings import counts_of, found_lines, linked_episodes


def _audits(*rows):
    base = {"run_id": "gen-0123456789ab", "split": "test", "audit": "leakage", "family": "all", "statistic": "named"}
    base |= {"value": 0.5, "low": None, "high": None, "threshold": 0.0, "verdict": "failed", "ids": []}
    return pl.DataFrame([base | row for row in rows], schema=empty("audits").schema, orient="row")


def test_what_failed_comes_first():
    lines = found_lines(_audits({"verdict": "passed", "audit": "a"}, {"verdict": "failed", "audit": "z"}))
    assert [line.name for line in lines] == ["z/named", "a/named"]


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("ep_00003", "episodes/test-ep_00003.html"),
        ("ep_00003_q2", "episodes/test-ep_00003.html#ep_00003_q2"),
        ("ep_00003/12", "episodes/test-ep_00003.html#reference-12"),
        ("house-0123456789ab", ""),
    ],
)
def test_a_row_at_fault_leads_to_its_place_on_its_episodes_page(name, page):
    (line,) = found_lines(_audits({"ids": [name]}))
    assert [(link.text, link.page) for link in line.ids] == [(name, page)]


def test_every_link_leads_to_an_episode_whose_page_is_written():
    audits = _audits(
        {"ids": [f"ep_{number:05d}_q1" for number in range(9)]},
        {"split": "train", "audit": "b", "verdict": "caution", "ids": ["ep_00077/3"]},
        {"audit": "c", "verdict": "passed", "ids": ["ep_00099"]},
    )
    written = {f"episodes/{split}-{each}.html" for split, names in linked_episodes(audits).items() for each in names}
    linked = {link.page.partition("#")[0] for line in found_lines(audits) for link in line.ids if link.page}
    assert linked == written
    assert len(linked) == 6


def test_rows_that_are_not_named_are_counted():
    (line,) = found_lines(_audits({"ids": [f"ep_{number:05d}" for number in range(9)]}))
    assert (len(line.ids), line.more) == (5, 4)


def test_an_estimate_has_its_interval():
    (line,) = found_lines(_audits({"value": 0.25, "low": -0.125, "high": 0.5}))
    assert line.value == "0.250 (−0.125 to 0.500)"


def test_the_screening_is_left_to_the_table_of_probes():
    assert found_lines(_audits({"audit": "screening"})) == []


def test_findings_are_counted_by_split():
    assert (
        counts_of(_audits({}, {"audit": "b"}, {"split": "train", "verdict": "passed"}))
        == "train: 1 passed; test: 2 failed"
    )
