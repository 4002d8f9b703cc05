"""Compare two evaluations, in words, as JSON and as a page. It reads the lake and needs no server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lake.store import open_lake
from schemas.errors import ConfigError
from tasks.analysis.comparison import Comparison, Paired
from tasks.analysis.sheets.comparisons import compared
from tasks.compare_runs import compare_runs
from tasks.reports.comparison import render_comparison, summary


def compare(run_id: str, against_id: str, lake: str, answerer: str = "", against: str = "") -> Comparison:
    """The first evaluation minus the second, on the same questions.

    Raises:
        ConfigError: There is no such published evaluation, their questions differ, or there is nothing to pair.
    """
    return compare_runs.fn(open_lake(lake, create=False).root, run_id, against_id, answerer, against)


def write_page(comparison: Comparison, path: Path) -> Path:
    """One self-contained HTML page."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(render_comparison(comparison), encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"can't write `{path}`: {error.strerror}. Name another file with --html.") from error
    return path


def plain(comparison: Comparison) -> dict[str, Any]:
    """The comparison as JSON can hold it: differences and shares from -1 to 1."""
    return {
        "run": comparison.run_id,
        "against": comparison.against,
        "questions": comparison.n_questions,
        "houses": comparison.n_houses,
        "settings": [{"name": name, "run": one, "against": other} for name, one, other in comparison.settings],
        "pairs": [
            {
                "rung": pair.rung,
                "answerer": pair.answerer,
                "against": pair.against,
                "outcome": pair.outcome,
                "figures": pair.figures.to_dicts(),
            }
            for pair in comparison.pairs
        ],
    }


def rendered(comparison: Comparison) -> str:
    """The comparison in words and tables of text."""
    return "\n".join(_lines(comparison))


def _lines(comparison: Comparison) -> Iterator[str]:
    yield summary(comparison)
    for name, one, other in comparison.settings:
        yield f"  {name}: {one} | {other}"
    for pair in comparison.pairs:
        yield ""
        yield _head(pair)
        yield from _table(pair)


def _head(pair: Paired) -> str:
    who = f"`{pair.answerer}`" if pair.answerer == pair.against else f"`{pair.answerer}` against `{pair.against}`"
    return f"{pair.rung}, {who}: {pair.outcome}"


def _table(pair: Paired) -> Iterator[str]:
    told = compared(pair.told)
    rows = [told.columns, *(tuple(map(str, row)) for row in told.iter_rows())]
    widths = [max(len(row[place]) for row in rows) for place in range(told.width)]
    for row in rows:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
