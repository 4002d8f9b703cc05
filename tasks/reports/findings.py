"""What the audits found, as lines of a report whose ids lead to the pages of their episodes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from schemas.values import AUDIT_VERDICTS, SPLITS
from tasks.reports.ladder import Row

_ID = re.compile(r"(?P<episode>ep_\d{5})(?P<question>_q\d+)?(?:/(?P<t>\d+))?")
_NAMED = 5
"""How many of a finding's rows are named; the table `audits` holds them all."""
_SCREENING = "screening"
_LINKED = ("failed", "caution")
"""Findings whose rows somebody will want to look at."""


@dataclass(frozen=True, slots=True)
class Link:
    text: str
    page: str
    """Seen from the report; empty where there is no page: a house, or a finding that is no fault."""


@dataclass(frozen=True, slots=True)
class Found:
    verdict: str
    split: str
    name: str
    """`audit/statistic`."""
    family: str
    value: str
    threshold: str
    ids: tuple[Link, ...]
    more: int
    """Rows at fault that are not named."""


def page_of(split: str, episode_id: str) -> str:
    """Where an episode's page lies, seen from its report."""
    return f"episodes/{split}-{episode_id}.html"


def found_lines(audits: pl.DataFrame) -> list[Found]:
    """All findings, worst first; the screening of families stands with the text-only rungs."""
    rows = audits.filter(pl.col("audit") != _SCREENING).rows(named=True)
    return [_found(row) for row in sorted(rows, key=_rank)]


def counts_of(audits: pl.DataFrame) -> str:
    """How many findings came out how: `test: 1 failed, 55 passed`."""
    said = []
    for split in SPLITS:
        verdicts = audits.filter(pl.col("split") == split, pl.col("audit") != _SCREENING)["verdict"].to_list()
        counts = [f"{n} {verdict}" for verdict in AUDIT_VERDICTS if (n := verdicts.count(verdict))]
        said += [f"{split}: {', '.join(counts)}"] if counts else []
    return "; ".join(said)


def linked_episodes(audits: pl.DataFrame) -> dict[str, list[str]]:
    """By split, the episodes to which `found_lines` links."""
    wanted: dict[str, set[str]] = {}
    for row in audits.filter(pl.col("audit") != _SCREENING).iter_rows(named=True):
        for _, match in _matches(row):
            wanted.setdefault(row["split"], set()).add(match["episode"])
    return {split: sorted(episodes) for split, episodes in sorted(wanted.items())}


def _rank(row: Row) -> tuple[int, int, str, str, str]:
    return (
        AUDIT_VERDICTS.index(row["verdict"]),
        -SPLITS.index(row["split"]),
        row["audit"],
        row["statistic"],
        row["family"],
    )


def _found(row: Row) -> Found:
    pages = {name: _page(row["split"], match) for name, match in _matches(row)}
    named = row["ids"][:_NAMED]
    return Found(
        row["verdict"],
        row["split"],
        f"{row['audit']}/{row['statistic']}",
        row["family"],
        _value(row),
        "–" if row["threshold"] is None else _figure(row["threshold"]),
        tuple(Link(name, pages.get(name, "")) for name in named),
        len(row["ids"]) - len(named),
    )


def _matches(row: Row) -> Iterator[tuple[str, re.Match[str]]]:
    """The ids that a finding names and that lead somewhere."""
    if row["verdict"] in _LINKED:
        for name in row["ids"][:_NAMED]:
            if match := _ID.fullmatch(name):
                yield name, match


def _page(split: str, match: re.Match[str]) -> str:
    page = page_of(split, match["episode"])
    if match["question"]:
        return f"{page}#{match['episode']}{match['question']}"
    return f"{page}#reference-{match['t']}" if match["t"] else page


def _value(row: Row) -> str:
    if row["value"] is None:
        return "not measured"
    interval = "" if row["low"] is None else f" ({_figure(row['low'])} to {_figure(row['high'])})"
    return f"{_figure(row['value'])}{interval}".replace("-", "−")


def _figure(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.3f}"
