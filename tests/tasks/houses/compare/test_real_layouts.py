"""Generated houses against real layouts, where those are at hand."""

import math
from pathlib import Path

import pytest

from tasks.houses.compare import BOUNDS, compare, measured, table
from tasks.houses.compare.bounds import bounds_of, is_decided
from tasks.houses.generate import embedded_houses
from tasks.houses.source import read_houses

ROOT = Path(__file__).parents[4]
N_GENERATED = 150
N_TABLE = 500


@pytest.fixture(scope="module")
def real(shared):
    return [measured(house) for house in read_houses(shared / "houses").houses]


@pytest.fixture(scope="module")
def rows(real):
    return compare(real, [measured(house) for house in embedded_houses(4, "train", N_GENERATED)])


def test_generated_houses_are_within_the_bounds_of_real_layouts(rows, real):
    """Fewer houses than in the table have more noise: the bounds grow as that of the difference of two means does."""
    noise = math.sqrt((1 / len(real) + 1 / N_GENERATED) / (1 / len(real) + 1 / N_TABLE))
    assert noise < 1.15
    assert {row.figure.name: row.distance for row in rows if not row.distance <= noise * BOUNDS[row.figure.name]} == {}


def test_the_docs_tell_each_bound_and_whether_the_layouts_decide_the_figure(rows):
    told = {}
    for line in (ROOT / "docs" / "houses.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] in BOUNDS:
            told[cells[0]] = (cells[5], cells[6])
    assert told == {
        row.figure.name: (
            f"{BOUNDS[row.figure.name]:.3g}",
            "yes" if is_decided(BOUNDS[row.figure.name], row.reference) else "no",
        )
        for row in rows
    }


def test_the_table_has_a_line_for_each_figure(rows):
    assert len(list(table(rows, BOUNDS))) == len(BOUNDS) + 2


@pytest.mark.slow
def test_the_bounds_are_those_that_the_real_layouts_set(real):
    assert bounds_of(real) == pytest.approx(BOUNDS, rel=1e-3)
