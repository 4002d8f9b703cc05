"""The digest of rows: what two frames must share to be the same, whatever their files look like.

The bytes under the SHA-256 are ours, not Polars'. Rows stand in the order of the primary key, then come the columns one
after another: name, kind, a byte a row for null or not, and then the values that are not null. Integers and times are
little-endian int64, floats little-endian IEEE 754 doubles (-0 as 0, one NaN), texts and bytes are lengths followed by
their concatenation (UTF-8), lists are lengths followed by their elements, structs go field by field.

Column `run_id` is left out: a run made again under another id has the same digest. A column that came with a later
release (`schemas.columns.added`) is left out where it holds nothing but its default, as in all runs before it. A Binary
value stands as its own SHA-256, so that a table of pictures need never be held whole (`narrow`).
"""

import hashlib
from collections.abc import Mapping

import numpy as np
import polars as pl

from schemas.columns import added_columns
from schemas.errors import ContractError
from schemas.tables import TABLES

METRIC_TABLES = frozenset(
    {
        "episode_metrics",
        "rung_metrics",
        "navigation_metrics",
        "baselines",
        "contrasts",
        "standardised_metrics",
        "size_metrics",
        "closed_loop",
        "closed_loop_metrics",
        "circular_metrics",
        "seed_metrics",
        "audits",
    }
)
METRIC_DECIMALS = 9
"""Metrics may come out of sums whose order is not fixed, so they are promised to 1e-9 only."""

_VERSION = b"evidence-ladder rows 1"
_JOINED_AT_ONCE = 65_536


def rows_digest(table: str, frame: pl.DataFrame) -> str:
    """SHA-256 in hex over a frame with the table's columns, in whatever order its rows and columns stand."""
    return narrowed_digest(table, narrow(frame))


def narrow(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with each Binary value replaced by its SHA-256."""
    binary = [column for column in frame.get_columns() if column.dtype == pl.Binary]
    hashes = [[None if value is None else hashlib.sha256(value).digest() for value in column] for column in binary]
    return frame.with_columns(
        pl.Series(column.name, values, pl.Binary) for column, values in zip(binary, hashes, strict=True)
    )


def narrowed_digest(table: str, frame: pl.DataFrame) -> str:
    """As `rows_digest`, over a frame that has been narrowed already.

    Raises ContractError where two rows share a key: their order, and so the digest, would be chance.
    """
    schema = TABLES[table]
    key = [name for name in schema.primary_key() if name != "run_id"]
    ordered = frame.sort(key)
    # In order, a row with the key of another stands beside it; looking for it anywhere would take a gigabyte.
    as_before = pl.all_horizontal(pl.col(name).eq_missing(pl.col(name).shift()) for name in key)
    if twice := int(ordered.select((as_before | as_before.shift(-1)).sum()).item()):
        raise ContractError(
            f"{table}: {twice} rows share their key ({', '.join(key)}) with another row of the same run."
        )
    decimals = METRIC_DECIMALS if table in METRIC_TABLES else None
    feed, later = _Feed(decimals), added_columns(schema)
    feed.count(ordered.height)
    for name in schema.column_names():
        if name != "run_id" and not _is_absent(ordered, name, later):
            feed.column(ordered[name])
    return feed.sha.hexdigest()


def _is_absent(rows: pl.DataFrame, name: str, later: Mapping[str, pl.Expr]) -> bool:
    return name in later and bool(
        rows.select(pl.col(name).eq_missing(later[name].cast(rows.schema[name])).all()).item()
    )


class _Feed:
    """Columns into one SHA-256. What varies in length comes after its length, so no two inputs share their bytes."""

    def __init__(self, decimals: int | None) -> None:
        self.sha = hashlib.sha256(_VERSION)
        self._decimals = decimals

    def count(self, number: int) -> None:
        self.sha.update(number.to_bytes(8, "little"))

    def text(self, text: str) -> None:
        self._joined(pl.Series([text.encode()], dtype=pl.Binary))

    def column(self, column: pl.Series) -> None:
        self.text(column.name)
        self.sha.update(column.is_not_null().cast(pl.UInt8).to_numpy().tobytes())
        self._values(column.drop_nulls())

    def _values(self, values: pl.Series) -> None:
        kind = values.dtype
        if isinstance(kind, pl.List):
            self.text("list")
            self._integers(values.list.len())
            # Exploding turns an empty list into a null, and its length stands already.
            self.column(values.filter(values.list.len() > 0).explode().rename(""))
        elif isinstance(kind, pl.Struct):
            self.text("struct")
            for field in kind.fields:
                self.column(values.struct.field(field.name))
        else:
            self._scalars(values)

    def _scalars(self, values: pl.Series) -> None:
        kind = values.dtype
        if kind.is_integer():
            self.text("int")
            self._integers(values)
        elif kind.is_float():
            self.text("float")
            self._floats(values)
        elif kind == pl.Boolean:
            self.text("bool")
            self._integers(values)
        elif kind == pl.Datetime("us", "UTC"):
            self.text("time")
            self._integers(values.dt.timestamp("us"))
        elif kind == pl.String:
            self.text("text")
            self._joined(values.cast(pl.Binary))
        elif kind == pl.Binary:
            self.text("bytes")
            self._joined(values)
        else:
            raise ContractError(
                f"column `{values.name}` is {kind}, which has no canonical form; add it to lake/canonical.py."
            )

    def _integers(self, values: pl.Series) -> None:
        self.sha.update(values.cast(pl.Int64).to_numpy().astype("<i8", copy=False).tobytes())

    def _floats(self, values: pl.Series) -> None:
        numbers = values.cast(pl.Float64).to_numpy()
        if self._decimals is not None:
            numbers = np.round(numbers, self._decimals)
        numbers = np.where(np.isnan(numbers), np.nan, numbers + 0.0)  # + 0.0 turns -0 into 0
        self.sha.update(numbers.astype("<f8", copy=False).tobytes())

    def _joined(self, values: pl.Series) -> None:
        self.count(len(values))
        self._integers(values.bin.size())
        for start in range(0, len(values), _JOINED_AT_ONCE):  # Python's objects cost several times what they hold
            self.sha.update(b"".join(values.slice(start, _JOINED_AT_ONCE)))
