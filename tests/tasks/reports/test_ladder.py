import polars as pl
import pytest

from tasks.reports.figures import NOT_ASKED
from tasks.reports.ladder import (
    Figures,
    accuracy_cell,
    coverage_lines,
    every_figure,
    ladders,
    navigation_lines,
    strata_lines,
)


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
    reader = ladders(figures)[0]
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


def test_strata_with_the_same_figures_share_a_line(figures):
    groups = dict(strata_lines(figures))
    assert [line.head for line in groups["majority"]] == ["E0b, E0, E2s, E2, E5"]
    assert [line.head for line in groups["reader"]] == ["E0b, E0", "E2s", "E2, E5"]


def test_a_strata_cell_gives_n_and_the_distance_to_its_own_chance(figures):
    row = figures.row("E5", "reader", "all", "S1")
    cell = dict(strata_lines(figures))["reader"][-1].cells[0]
    assert cell.notes[1] == f"n {row['designated']}"
    assert cell.notes[2] == f"{100 * (row['accuracy'] - row['chance']):+.1f} pts".replace("-", "−")


def test_navigation_has_a_column_a_stratum(inputs, figures):
    ((rung, lines),) = navigation_lines(inputs.navigation_metrics, figures.strata)
    assert rung == "E5"
    assert {len(line.cells) for line in lines} == {5}
    assert {line.head: line.cells[-1] for line in lines}["targets reached"] == "8 of 8"


def test_coverage_says_why_answers_could_not_be_read(inputs, figures):
    lines = coverage_lines(figures, inputs.predictions, figures.rungs)
    reader = next(line for line in lines if line.head == "E0" and line.cells[0] == "reader")
    assert reader.cells[1:] == ("32", "32", "32", "32", "0", "0", "32 refusal")


def test_every_figure_is_listed_with_its_n_and_both_intervals(inputs, figures):
    lines = every_figure(figures)
    sums = inputs.rung_metrics.filter((pl.col("family") == "all") | (pl.col("stratum") == "all"))
    assert len(lines) == sums.height
    assert all(int(line.cells[3]) > 0 and "%" in line.cells[7] and "%" in line.cells[8] for line in lines)
