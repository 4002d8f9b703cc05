"""Probe a generation: does the text of its questions give answers away? It reads the lake and needs no server."""

import polars as pl

from flows.prepare import published_generation
from flows.progress import Progress
from lake.store import open_lake
from tasks.models.prior.choice import PROBES
from tasks.models.prior.held_out import LABELLED, VIEWS
from tasks.probe_generation import probe_generation


def probe(run_id: str, lake: str) -> pl.DataFrame:
    """A row a view and family; ConfigError where there is no such published generation with both splits."""
    opened = open_lake(lake, create=False)
    published_generation(opened, run_id)
    with Progress("probes", len(VIEWS) * len(PROBES), workers=1) as progress:
        return probe_generation.fn(opened, run_id, progress.advance)


def leaks(bounds: pl.DataFrame) -> bool:
    """Whether a family's text tells more than chance: what `ladder probe` exits 1 on."""
    return bool(bounds["leaks"].any())


def rendered(bounds: pl.DataFrame) -> str:
    """A table for people, in points of a hundred."""
    lines = []
    for (view,), rows in bounds.group_by("view", maintain_order=True):
        lines.append("with the label of the target's room" if view == LABELLED else "without it")
        lines += [_line(row) for row in rows.iter_rows(named=True)]
    return "\n".join(lines)


def _line(row: dict[str, object]) -> str:
    accuracy, chance, low, high = (100 * float(str(row[name])) for name in ("accuracy", "chance", "low", "high"))
    verdict = "leaks" if row["leaks"] else "as good as blind" if row["within_margin"] else "cannot tell"
    return (
        f"  {row['family']:<20} {accuracy:5.1f} of {chance:.1f}, at least {low:.1f} and at most {high:.1f}; "
        f"{row['probe']}, {row['n']} questions, {row['n_houses']} houses: {verdict}"
    )
