"""The seam over dataframely: every write passes `check`; `split` sets bad rows apart instead of raising."""

import polars as pl
from dataframely.exc import SchemaError

from schemas.errors import ContractError
from schemas.tables import TABLES

_NAMED_ROWS = 5


def check(table: str, frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with the table's columns in order, or ContractError naming the rule and the first failing keys."""
    good, bad, counts = split(table, frame)
    if not counts:
        return good
    rule = max(counts, key=lambda name: (counts[name], name))
    keys = _keys(table, bad)
    raise ContractError(
        f"{table}: {bad.height} of {frame.height} rows break `{rule}` ({', '.join(keys[:_NAMED_ROWS])}). "
        "Nothing was written; this is a fault in the code that made the rows, please report it."
    )


def split(table: str, frame: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame, dict[str, int]]:
    """Good rows, bad rows, and how many rows break each rule."""
    schema = TABLES[table]
    try:
        result = schema.filter(frame.select(schema.column_names()) if frame.columns else frame)
    except (SchemaError, pl.exceptions.ColumnNotFoundError) as error:
        message = f"{table}: the columns are not those of its contract ({error}). Nothing was written."
        raise ContractError(message) from error
    return result.result, result.failure.invalid(), result.failure.counts()


def _keys(table: str, rows: pl.DataFrame) -> list[str]:
    key = [name for name in TABLES[table].primary_key() if name not in {"run_id", "split"}]
    return (
        rows.select(pl.concat_str([pl.col(name).cast(pl.String) for name in key], separator="/")).to_series().to_list()
    )
