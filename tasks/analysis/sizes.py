"""Accuracy by how large the decisive thing is in its picture: what a model fails to see it cannot answer from.

A thing enters the record from 0.0005 of the image on, 33 pixels at 256 (A, section 3.1), which may be less than a model
makes out (A, section 6). Of each question the *decisive observation* is the smallest that its answer hangs on: in every
decisive frame the largest thing of each type that the question names, and of those the smallest.
"""

import json

import polars as pl

from schemas.settings import EpisodeSettings
from schemas.tables import empty
from tasks.analysis.cells import ALL, cells, groups
from tasks.analysis.intervals import share_bounds
from tasks.analysis.rates import RUN, TWELFTHS, floats, with_twelfths
from tasks.questions.trajectories import in_record

NOTHING = "none in view"
BOUNDS = (0.001, 0.005, 0.02)
"""Shares of the image at which a class ends."""
CLASSES = ("below 0.1 %", "0.1 to 0.5 %", "0.5 to 2 %", "2 % and more", NOTHING)
"""Of the decisive observation; `none in view`: nothing that the question names is in a decisive frame, or it names none."""

_QUESTION = ["split", "episode_id", "question_id"]


def decisive_sizes(questions: pl.DataFrame, observations: pl.LazyFrame, episodes: pl.DataFrame) -> pl.DataFrame:
    """A row a question with `size`: one of `CLASSES`.

    Args:
        questions: those that an evaluation asks.
        observations: of the same generation; only those in decisive frames are read.
        episodes: of the same generation; their settings hold the size of the image.
    """
    key = questions.select(*_QUESTION)
    if questions.is_empty():
        return key.with_columns(size=pl.lit(NOTHING))
    settings = EpisodeSettings.from_plain(json.loads(episodes["settings"][0]))
    looked = (
        questions.select(*_QUESTION, "types", t="decisive_frames")
        .explode("t", empty_as_null=True)
        .explode("types", empty_as_null=True)
        .drop_nulls()
        .rename({"types": "object_type"})
    )
    moments = looked.lazy().select("split", "episode_id", "t", "object_type").unique()
    largest = (
        observations.filter(in_record(settings))
        .select("split", "episode_id", "t", "object_type", "pixels")
        .join(moments, on=["split", "episode_id", "t", "object_type"], how="semi")
        .group_by("split", "episode_id", "t", "object_type")
        .agg(pl.col("pixels").max())
        .collect()
    )
    smallest = (
        looked.join(largest, on=["split", "episode_id", "t", "object_type"], how="inner")
        .group_by(_QUESTION)
        .agg(share=pl.col("pixels").min() / float(settings.image_size**2))
    )
    return (
        key.join(smallest, on=_QUESTION, how="left", validate="1:1", maintain_order="left")
        .with_columns(size=_class(pl.col("share")))
        .drop("share")
    )


def _class(share: pl.Expr) -> pl.Expr:
    """The name of the class that a share of the image lies in, its lower end included."""
    name: pl.Expr = pl.lit(CLASSES[len(BOUNDS)])
    for bound, label in zip(reversed(BOUNDS), reversed(CLASSES[: len(BOUNDS)]), strict=True):
        name = pl.when(share < bound).then(pl.lit(label)).otherwise(name)
    return pl.when(share.is_null()).then(pl.lit(NOTHING)).otherwise(name)


def size_metrics(asked: pl.DataFrame, sizes: pl.DataFrame) -> pl.DataFrame:
    """The table `size_metrics`: a row a rung, answerer, family and size, with `all` families for the sums.

    Args:
        asked: what became of each designated question (`answers.fates`).
        sizes: of each question (`decisive_sizes`).
    """
    sized = asked.join(
        sizes.with_columns(pl.col(name).cast(asked.schema[name]) for name in _QUESTION),
        on=_QUESTION,
        how="left",
        validate="m:1",
    )
    columns = empty("size_metrics").columns
    tables = (_of_rung(key, rows).select(columns) for key, rows in groups(with_twelfths(sized), RUN))
    return pl.concat([empty("size_metrics"), *tables])


def _of_rung(key: list[pl.Expr], rows: pl.DataFrame) -> pl.DataFrame:
    by_house = cells(rows, [], ["correct", "parsed", "twelfths"], across="size", values=CLASSES)
    around = by_house.spread("correct")
    bounds = share_bounds(around)
    table = by_house.keys.with_columns(
        *key,
        n=pl.Series(by_house.sums("n"), dtype=pl.Int32),
        n_houses=pl.Series(around.clusters, dtype=pl.Int32),
        parsed=pl.Series(by_house.sums("parsed"), dtype=pl.Int32),
        correct=pl.Series(by_house.sums("correct"), dtype=pl.Int32),
        accuracy=floats(around.mean),
        low=floats(bounds.low),
        high=floats(bounds.high),
        chance=floats(by_house.sums("twelfths") / (TWELFTHS * by_house.sums("n"))),
    )
    return table.filter(pl.col("size") != ALL)
