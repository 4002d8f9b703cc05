import polars as pl
import pytest

from schemas.tables import empty
from tasks.reports.controls import acquired_lines, answered_lines, circular_lines, control_lines
from tasks.reports.ladder import Figures
from tasks.reports.page import render_report

RUNGS = ("E0", "E2", "E5", "E2-blank", "E2-rot1", "E5-even6c")
KEY = {"run_id": "eval-0123456789ab", "split": "test"}


@pytest.fixture
def inputs(build):
    return build(8, RUNGS, n_samples=0)


@pytest.fixture
def figures(inputs):
    return Figures.of(inputs.rung_metrics)


def _contrast(rung, against, difference, low, high, n_same=0):
    row = KEY | {"rung": rung, "against": against, "answerer": "reader", "family": "all", "stratum": "all", "n": 32}
    row |= {
        "n_houses": 4,
        "n_same": n_same,
        "difference": difference,
        "low": low,
        "high": high,
        "verdict": "cannot tell",
    }
    row |= {"better": 0, "worse": 0 if difference == 0 else 9}
    return pl.DataFrame([row], schema=empty("contrasts").schema)


def _line(figures, contrasts, name):
    (line,) = [each for each in control_lines(figures, contrasts) if each.name == name]
    return line


def test_the_ladder_has_no_control_among_its_rungs(figures):
    assert figures.rungs == ("E0", "E2", "E5")
    assert figures.controls == ("E2-blank", "E5-even6c", "E2-rot1")


def test_each_control_has_a_line_with_what_it_is_compared_with_and_a_cell_an_answerer(figures):
    lines = control_lines(figures, empty("contrasts"))
    assert [(line.name, line.against) for line in lines] == [("E2-blank", "E2"), ("E5-even6c", "E5")]
    assert all(len(line.cells) == len(figures.answerers) and "?" in line.asks for line in lines)


def test_a_controls_cell_prints_its_paired_difference_with_its_interval(figures):
    cell = _line(figures, _contrast("E2-blank", "E2", -0.5, -0.6, -0.4), "E2-blank").cells[0]
    assert cell.notes[0] == "−50.0 (−60.0 to −40.0) pts"
    assert "paired on 32 questions of 4 houses" in cell.title


def test_a_comparison_written_the_other_way_round_keeps_its_meaning(figures):
    cell = _line(figures, _contrast("E5", "E5-even6c", 0.1, 0.05, 0.2), "E5-even6c").cells[0]
    assert cell.notes[0] == "−10.0 (−20.0 to −5.0) pts"


def test_what_was_the_same_question_twice_is_said_to_be(figures):
    cell = _line(figures, _contrast("E2-blank", "E2", 0.0, -0.1, 0.1, n_same=32), "E2-blank").cells[0]
    assert cell.notes[0] == "one measurement"
    assert "the 32 that were answered had the same words and pictures as there" in cell.title


def test_what_did_not_move_though_other_pictures_were_shown_keeps_its_interval(figures):
    cell = _line(figures, _contrast("E2-blank", "E2", 0.0, -0.1, 0.1, n_same=31), "E2-blank").cells[0]
    assert cell.notes[0] == "0.0 (−10.0 to +10.0) pts"


def _circular():
    row = KEY | {"rung": "E2", "answerer": "reader", "family": "all", "stratum": "all", "n": 32, "n_houses": 4}
    row |= {"accuracy": 0.9, "mean_accuracy": 0.8, "mean_low": 0.7, "mean_high": 0.9}
    row |= {"right_in_all": 0.6, "all_low": 0.5, "all_high": 0.7, "chance": 0.4}
    return pl.DataFrame([row], schema=empty("circular_metrics").schema)


def test_turned_options_are_put_together_in_one_line(figures):
    (line,) = circular_lines(figures, _circular())
    printed = [cell.replace("\u202f", " ") for cell in line.cells]
    assert (line.head, printed) == ("E2", ["reader", "32", "90.0 %", "80.0 % (70 to 90 %)", "60.0 % (50 to 70 %)"])


def _apart():
    statistics = empty("closed_loop_metrics")
    names = [
        f"{frames}_{each}"
        for frames in ("acquired", "given")
        for each in ("shown", "contrary", "by_absence", "contrary_by_absence", "silent")
    ]
    names += ["has_evidence", "answered", "right", "right_without_evidence", "wrong_with_evidence"]
    names += ["own_gold_is_gold", "pose_coverage"]
    rows = [
        KEY
        | {"rung": "E2", "answerer": "reader", "family": "all", "stratum": "all", "gold_by": gold_by}
        | {
            "statistic": name,
            "n": n,
            "n_houses": 4,
            "count": float(place),
            "share": place / 32,
            "low": 0.0,
            "high": 0.7,
        }
        for gold_by, n in (("all", 32), ("presence", 20))
        for place, name in enumerate(names)
    ]
    return pl.DataFrame(rows, schema=statistics.schema)


def test_what_was_acquired_has_a_line_a_kind_of_gold(figures):
    ((head, lines),) = acquired_lines(figures, _apart(), figures.rungs)
    assert head == "E2, stored frames"
    assert [(line.head, line.cells[0]) for line in lines] == [
        ("all questions", "32"),
        ("gold that presence shows", "20"),
    ]


def test_what_was_made_of_it_has_a_line_an_answerer(figures):
    (line,) = answered_lines(figures, _apart(), figures.rungs)
    assert [cell.split()[0] for cell in line.cells] == ["reader", "32", "10", "11", "12", "13", "14"]


def test_the_page_has_both_sections_only_where_there_is_something_to_print(inputs, build):
    page = render_report(build(8, RUNGS, n_samples=0, circular_metrics=_circular(), closed_loop_metrics=_apart()))
    assert 'id="controls"' in page
    assert 'id="apart"' in page
    bare = render_report(build(8, ("E0", "E2"), n_samples=0))
    assert 'id="controls"' not in bare
    assert 'id="apart"' not in bare
