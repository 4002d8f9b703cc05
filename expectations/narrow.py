"""The one narrow frame a suite: Boolean columns, one a check, over the suite's rows.

Great Expectations judges this frame, and the failing keys are read from it too, so that the two can't disagree.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from expectations.check import Generation, Suite

MOST_KEPT = 10_000
"""Failing rows of one check that are kept for inspection; a fault in everything needs no copy of everything."""


@dataclass(frozen=True, slots=True)
class Narrow:
    suite: Suite
    rows: pl.DataFrame
    """The rows that the checks speak of; none where they could not be made."""
    holds: pl.DataFrame
    """As many rows: `row`, and a Boolean column a check that could be computed, without nulls."""
    errors: Mapping[str, str]
    """Why the other checks could not be computed."""

    def failing(self, check: str) -> pl.DataFrame:
        return self.rows.filter(~self.holds[check])

    def keys(self, failing: pl.DataFrame) -> list[str]:
        """The rows' names for people: split first, then their own key."""
        return failing.select(_joined(failing, ("split", *self.suite.key_columns))).to_series().to_list()

    def kept(self, run_id: str, check: str) -> pl.DataFrame:
        """Failing rows of a check as rows of `quarantine`."""
        failing = self.failing(check).head(MOST_KEPT)
        split = pl.col("split").cast(pl.String) if "split" in failing.columns else pl.lit("all")
        return failing.select(
            run_id=pl.lit(run_id),
            split=split,
            table=pl.lit(self.suite.table),
            expectation=pl.lit(check),
            key=_joined(failing, self.suite.key_columns),
            row=_as_json(failing),
        ).with_columns(key=_numbered())


def narrow(suite: Suite, generation: Generation) -> Narrow:
    """Compute every check of a suite. One that breaks is reported and leaves the others their say."""
    try:
        rows = suite.rows_of(generation)
    except Exception as error:  # whatever breaks here is a fault of ours or of the columns, told as an error
        return Narrow(suite, pl.DataFrame(), _row_numbers(0), {check.name: _reason(error) for check in suite.checks})
    columns: list[pl.Series] = []
    errors: dict[str, str] = {}
    for check in suite.checks:
        try:
            columns.append(check.holds(generation).fill_null(False).alias(check.name))
        except Exception as error:  # as above
            errors[check.name] = _reason(error)
    return Narrow(suite, rows, _row_numbers(rows.height).with_columns(columns), errors)


def _row_numbers(height: int) -> pl.DataFrame:
    """Keeps the number of rows where no check could be computed."""
    return pl.DataFrame({"row": pl.int_range(height, eager=True)})


def _reason(error: Exception) -> str:
    first_line = str(error).strip().partition("\n")[0].rstrip(".")
    return f"{type(error).__name__}: {first_line}"


def _joined(rows: pl.DataFrame, columns: tuple[str, ...]) -> pl.Expr:
    present = [pl.col(name).cast(pl.String) for name in columns if name in rows.columns]
    return pl.concat_str(present, separator="/", ignore_nulls=True) if present else pl.lit("")


def _numbered() -> pl.Expr:
    """A key that several failing rows share is told apart by a number, for `quarantine` has keys of its own."""
    nth = pl.int_range(1, pl.len() + 1).over("split", "key")
    return pl.when(nth == 1).then("key").otherwise(pl.concat_str("key", pl.lit("#"), nth))


def _as_json(rows: pl.DataFrame) -> pl.Expr:
    """The whole row; of bytes, which JSON can't hold, only how many there were."""
    columns = [
        pl.col(name).bin.size().alias(f"{name}_bytes") if dtype == pl.Binary else pl.col(name)
        for name, dtype in rows.schema.items()
    ]
    return pl.struct(columns).struct.json_encode()
