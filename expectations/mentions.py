"""Which object types a piece of English names: whole words, singular or plural, whatever the case.

Names are read longest first, so that "desk lamp" names a desk lamp and no desk.
"""

import re
from collections.abc import Iterable

import polars as pl

from schemas.vocabulary import TYPES, display, plural


def named_types(words: pl.Series, object_type: pl.Series) -> pl.Series:
    """Whether each text names the type that stands beside it; null where there is no type.

    Args:
        words: Texts, one a row.
        object_type: The type to look for in the text of the same row; types beyond the vocabulary are looked for too.
    """
    names = _names(sorted({*TYPES, *object_type.drop_nulls().unique()}))
    longest_first = sorted(names["name"].unique(), key=lambda name: (-len(name), name))
    pattern = rf"\b(?:{'|'.join(pl.escape_regex(name) for name in longest_first)})\b"
    rows = pl.DataFrame({"name": words.str.to_lowercase().str.extract_all(pattern), "type": object_type})
    named = (
        rows.with_row_index("row")
        .explode("name", empty_as_null=True)
        .join(names, on=("name", "type"), how="semi")
        .select("row")
        .unique()
    )
    is_named = rows.with_row_index("row").select(pl.col("row").is_in(named["row"].implode())).to_series()
    return is_named.zip_with(object_type.is_not_null(), pl.Series([None], dtype=pl.Boolean))


def _names(types: Iterable[str]) -> pl.DataFrame:
    """A row a name and type, lower case: display names, their plurals, and the bare name of the type."""
    rows = set()
    for object_type in types:
        bare = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", object_type)
        for name in (display(object_type), plural(object_type), object_type, bare, f"{bare}s"):
            rows.add((name.lower(), object_type))
    return pl.DataFrame(sorted(rows), schema={"name": pl.String, "type": pl.String}, orient="row")
