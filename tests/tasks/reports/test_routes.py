import polars as pl
import pytest

from schemas.tables import empty
from tasks.reports.ladder import Figures
from tasks.reports.routes import navigation_lines, strata_lines, strata_of


@pytest.fixture
def figures(inputs):
    return Figures.of(inputs.rung_metrics)


@pytest.fixture
def strata(figures, inputs):
    return strata_of(figures, inputs.episodes, inputs.navigation_metrics)


def test_a_column_says_how_many_episodes_and_questions_it_rests_on(strata):
    assert [(each.name, each.n_episodes, each.n_questions) for each in strata] == [
        *((f"S{number}", 2, 8) for number in (1, 2, 3, 4)),
        ("all", 8, 32),
    ]


def test_walks_without_a_question_have_their_columns_too(inputs):
    nothing = Figures.of(empty("rung_metrics"))
    found = strata_of(nothing, inputs.episodes, inputs.navigation_metrics)
    assert [(each.name, each.n_episodes, each.n_questions) for each in found] == [
        *((f"S{number}", 2, 0) for number in (1, 2, 3, 4)),
        ("all", 8, 0),
    ]
    ((_, lines),), _ = navigation_lines(inputs.navigation_metrics, found)
    assert "SPL" in [line.head for line in lines]


def test_strata_with_the_same_figures_share_a_line(figures, strata):
    groups = dict(strata_lines(figures, strata, figures.answerers))
    assert [line.head for line in groups["majority"]] == ["E0b, E0, E2s, E2, E5"]
    assert [line.head for line in groups["reader"]] == ["E0b, E0", "E2s", "E2, E5"]


def test_a_strata_cell_gives_the_distance_to_its_own_chance(figures, strata):
    row = figures.row("E5", "reader", "all", "S1")
    cell = dict(strata_lines(figures, strata, ["reader"]))["reader"][-1].cells[0]
    assert cell.notes[1:] == (f"{100 * (row['accuracy'] - row['chance']):+.1f} pts".replace("-", "−"),)


def test_a_cell_of_fewer_questions_than_its_column_says_so(figures, strata, build):
    fewer = Figures.of(build(4).rung_metrics)
    cell = dict(strata_lines(fewer, strata, ["reader"]))["reader"][-1].cells[0]
    assert cell.notes[1] == "n 4"


def test_navigation_has_a_column_a_stratum_and_no_line_without_a_figure(inputs, strata):
    ((rung, lines),), controls = navigation_lines(inputs.navigation_metrics, strata)
    assert (rung, controls) == ("E5, replayed frames", [])
    assert {len(line.cells) for line in lines} == {5}
    told = {line.head: line.cells[-1].replace("\u202f", " ") for line in lines}
    assert told["targets reached"] == "8 of 8"
    assert told["success rate"].startswith("100.0 % (")
    assert "frames as stored" not in told


def test_walks_of_controls_stand_apart(inputs, strata):
    walked = inputs.navigation_metrics.with_columns(rung=pl.lit("E4-accumulate"))
    rungs, controls = navigation_lines(walked, strata)
    assert rungs == []
    assert [head for head, _ in controls] == ["E4-accumulate, graph kept over steps"]
