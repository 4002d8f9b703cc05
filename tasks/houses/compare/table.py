"""The comparison as a Markdown table."""

from collections.abc import Iterator, Mapping, Sequence

from tasks.houses.compare.bounds import is_decided
from tasks.houses.compare.distance import Comparison
from tasks.houses.compare.figures import NumberFigure


def table(rows: Sequence[Comparison], bounds: Mapping[str, float]) -> Iterator[str]:
    """Lines of the table, figures in the given order."""
    yield "| figure | unit | real | generated | distance | bound | 51 layouts decide it |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        bound = bounds[row.figure.name]
        unit = row.figure.unit if isinstance(row.figure, NumberFigure) else "most frequent"
        decided = "yes" if is_decided(bound, row.reference) else "no"
        beyond = "" if row.distance <= bound else " (beyond)"
        cells = (row.figure.name, unit, _shown(row.reference), _shown(row.other), f"{row.distance:.3g}{beyond}")
        yield f"| {' | '.join(cells)} | {bound:.3g} | {decided} |"


def _shown(centre: float | str) -> str:
    return centre if isinstance(centre, str) else f"{centre:.3g}"
