"""Balance: neither a letter, nor a value given the options or the text, nor a rank among numbers is gold too often."""

from collections.abc import Iterator

import polars as pl

from tasks.audits.dataset import Dataset
from tasks.audits.finding import EVERY_FAMILY, Finding, finding
from tasks.audits.habit import credit, with_option_set
from tasks.audits.image_count import NUMERIC
from tasks.audits.shares import by_family, gain_found, share
from tasks.audits.thresholds import CELL_STRETCH, LEAST_CELL, LEAST_HOUSES, MARGIN

NAME = "balance"
_LETTERS = ("A", "B", "C", "D")


def audit(data: Dataset) -> Iterator[Finding]:
    questions = with_option_set(data.questions)
    yield from _letters(questions)
    yield from _values(questions)
    yield from _ranks(questions)
    yield from _values_given_text(questions)


def _letters(questions: pl.DataFrame) -> Iterator[Finding]:
    for n_options in (2, 3, 4):
        rows = questions.filter(pl.col("options").list.len() == n_options)
        for letter in _LETTERS[:n_options]:
            chosen = pl.col("answer") == letter
            yield from _cell(f"letter {letter} of {n_options}", EVERY_FAMILY, rows, chosen, 1 / n_options)


def _values(questions: pl.DataFrame) -> Iterator[Finding]:
    """Values of option sets that come often; one that comes rarely is judged with the others of its text."""
    for family, mine in by_family(questions):
        for (options,), rows in mine.group_by("option_set", maintain_order=True):
            values = sorted(rows["options"][0])
            for value in values:
                yield from _cell(f"{value} of {options}", family, rows, pl.col("gold") == value, 1 / len(values))


def _ranks(questions: pl.DataFrame) -> Iterator[Finding]:
    """Where gold stands among numeric options by size, 1 for the smallest."""
    number = pl.element().str.extract(r"^(\d+)").cast(pl.Int64)
    smaller = pl.col("options").list.eval(number) - pl.col("gold").str.extract(r"^(\d+)").cast(pl.Int64)
    rank = 1 + smaller.list.eval((pl.element() < 0).cast(pl.Int64)).list.sum()
    ranked = questions.filter(pl.col("family").is_in(NUMERIC)).with_columns(rank=rank)
    for family, mine in by_family(ranked):
        for n_options in (2, 3, 4):
            rows = mine.filter(pl.col("options").list.len() == n_options)
            for place in range(1, n_options + 1):
                name = f"rank {place} of {n_options}"
                yield from _cell(name, family, rows, pl.col("rank") == place, 1 / n_options)


def _cell(statistic: str, family: str, rows: pl.DataFrame, chosen: pl.Expr, fair: float) -> Iterator[Finding]:
    """A share that chance fixes; a cell that is too small says nothing."""
    rows = rows.with_columns(chosen=chosen)
    interval = share(rows, "chosen")
    if rows.height < LEAST_CELL or rows["house_id"].n_unique() < LEAST_HOUSES or interval is None:
        return
    value = float(rows["chosen"].sum()) / rows.height
    too_often = value - CELL_STRETCH * (value - interval.low) > fair
    too_rarely = value + CELL_STRETCH * (interval.high - value) < fair
    at_fault = rows.filter(pl.col("chosen") if too_often else ~pl.col("chosen"))
    yield finding(
        NAME,
        statistic,
        value,
        "failed" if too_often or too_rarely else "passed",
        family=family,
        interval=interval,
        threshold=fair,
        ids=at_fault["question_id"] if too_often or too_rarely else (),
    )


def _values_given_text(questions: pl.DataFrame) -> Iterator[Finding]:
    """What a text's answers elsewhere give away: the gain over chance of the text's most frequent value."""
    for family, mine in by_family(questions):
        by_text = credit(mine, ["text", "option_set"], ["option_set"])
        rows = mine.with_columns(more=by_text - 1.0 / pl.col("options").list.len())
        yield gain_found(NAME, "value_given_text", family, rows, "more", MARGIN)
