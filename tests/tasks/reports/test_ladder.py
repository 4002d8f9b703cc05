import polars as pl
import pytest

from tasks.reports.figures import NOT_ASKED
from tasks.reports.ladder import Figures, accuracy_cell, coverage_lines, every_figure, ladders, looks


@pytest.fixture
def figures(inputs):
    return Figures.of(inputs.rung_metrics)


def test_rungs_answerers_and_families_stand_in_their_order(figures):
    assert figures.rungs == ("E0b", "E0", "E2s", "E2", "E5")
    assert [figures.labels[name] for name in figures.answerers] == ["reader", "majority", "uniform"]
    assert figures.families[-1] == "all"


def test_an_answerer_keeps_its_seed_where_two_are_of_a_kind(build):
    figures = Figures.of(build(4, ("E0",), ("uniform:1", "uniform:2")).rung_metrics)
    assert list(figures.labels.values()) == ["uniform:1", "uniform:2"]


def test_a_model_comes_first_and_keeps_its_whole_name(build):
    figures = Figures.of(build(4, ("E0",), ("uniform:1", "reader", "hf:qwen@abc")).rung_metrics)
    assert figures.labels[figures.answerers[0]] == "hf:qwen@abc"


def test_the_ladder_has_a_line_a_family_and_the_sum_last(figures):
    (reader,) = ladders(figures, looks(figures)[0])
    assert reader.answerer == "reader"
    assert len(reader.lines) == 9
    assert reader.lines[-1].head == "Overall"
    assert [line.is_sum for line in reader.lines].count(True) == 1


def test_a_cell_prints_the_figure_of_its_row(figures):
    row = figures.row("E5", "reader")
    cell = accuracy_cell(row)
    assert cell.value == f"{100 * row['correct'] / row['designated']:.1f}"
    assert f"{row['correct']} of {row['designated']} right" in cell.title
    assert f"{row['n_houses']} houses" in cell.title


def test_a_cell_says_how_many_answers_could_be_read_where_some_could_not(figures):
    assert accuracy_cell(figures.row("E0", "reader")).notes[-1] == "0/32 read"
    assert len(accuracy_cell(figures.row("E0", "uniform:7")).notes) == 1


def test_a_rung_that_was_not_asked_is_no_zero():
    assert accuracy_cell(None) == NOT_ASKED


def test_answerers_that_look_at_no_picture_stand_behind_those_that_do(figures, build):
    assert looks(figures) == (("reader",), ("majority:1a2b3c4d", "uniform:7"))
    alone = Figures.of(build(4, ("E0",), ("uniform:7",)).rung_metrics)
    assert looks(alone) == (("uniform:7",), ())


def test_coverage_says_why_answers_could_not_be_read(inputs, figures):
    some_missing, whole = coverage_lines(figures, inputs.predictions, figures.rungs)
    reader = next(line for line in some_missing if line.head == "E0" and line.cells[0] == "reader")
    assert reader.cells[1:] == ("32", "32", "32", "32", "0", "0", "32 refusal")
    assert all(line.cells[1] == line.cells[5] for line in whole)
    assert len(some_missing) + len(whole) == len(figures.rungs) * len(figures.answerers)


def test_every_figure_is_listed_with_its_n_and_both_intervals(inputs, figures):
    lines = every_figure(figures)
    sums = inputs.rung_metrics.filter((pl.col("family") == "all") | (pl.col("stratum") == "all"))
    assert len(lines) == sums.height
    assert all(int(line.cells[3]) > 0 and "%" in line.cells[7] and "%" in line.cells[8] for line in lines)
