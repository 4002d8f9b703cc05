import re

import pytest

from tasks.reports.charts import charts, marks_of
from tasks.reports.ladder import Figures


@pytest.fixture(scope="module")
def drawn(inputs):
    return charts(Figures.of(inputs.rung_metrics), inputs.navigation_metrics)


def test_there_is_a_chart_of_rungs_one_of_families_and_one_of_strata(drawn):
    assert [chart.name for chart in drawn] == ["by-rung", "by-family", "by-stratum"]


def test_colours_come_from_the_page_so_that_light_and_dark_both_work(drawn):
    for chart in drawn:
        assert "#0102" not in chart.svg
        assert "var(--series-1)" in chart.svg


def test_ids_of_two_charts_do_not_meet(drawn):
    ids = [set(re.findall(r'\sid="([^"]+)"', chart.svg)) for chart in drawn]
    assert not ids[0] & ids[1]


def test_the_alternative_says_the_figures_with_their_n(drawn):
    assert "E5 reader 87.5\u202f% of 32" in drawn[0].alternative
    assert "Presence-change reader, E5 0.0\u202f% of 4" in drawn[1].alternative


@pytest.mark.parametrize("n_series", [6, 7, 13, 36])
def test_no_two_answerers_look_alike(n_series):
    marks = marks_of(n_series)
    assert len(set(marks)) == len(marks) == n_series


def test_the_seventh_answerer_is_drawn_apart_from_the_first(build):
    answerers = tuple(f"uniform:{number}" for number in range(7))
    few = build(4, ("E0",), answerers, n_samples=0)
    svg = charts(Figures.of(few.rung_metrics), few.navigation_metrics)[0].svg
    points = re.findall(r' d="([^"]+)" fill="var\(--series-1\)" stroke-width', svg)
    assert len(points) == len(set(points)) == 2


def test_a_screen_reader_meets_one_picture_and_not_its_parts(drawn):
    for chart in drawn:
        assert chart.svg.count("role=") == 1


def test_a_run_without_pictures_has_no_chart_of_families(build):
    few = build(4, ("E0b", "E0"))
    names = [chart.name for chart in charts(Figures.of(few.rung_metrics), few.navigation_metrics)]
    assert names == ["by-rung", "by-stratum"]


def test_arriving_stands_beside_the_answers_of_each_stratum(drawn):
    assert "S1 targets reached, E5 2 of 2" in drawn[2].alternative
    assert "S4 reader, E5 " in drawn[2].alternative
