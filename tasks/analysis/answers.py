"""Accuracy with its denominators (A, section 3.4 and Appendix K.1; SPEC section 5).

Five sets, each within the one before: *designated* (planned), *executed* (the episode ran), *answered* (a response
came), *scored* (it was judged against gold), *parsed* (a letter was read). Accuracy is right over designated: an answer
that never came, or that cannot be read, is wrong. Accuracy over parsed answers stands beside it and is conditional.
"""

from collections.abc import Iterator

import polars as pl

from schemas.errors import ContractError
from tasks.analysis.intervals import clustered
from tasks.analysis.judge import QUESTION_KEY
from tasks.rungs.rungs import RUNGS

_RUN = ["run_id", "split", "rung", "answerer"]
_ASKED = [*_RUN, "episode_id", "question_id"]
_COUNTS = ["designated", "executed", "answered", "scored", "parsed", "correct"]


def episode_metrics(
    designated: pl.DataFrame,
    navigation: pl.DataFrame,
    responses: pl.DataFrame,
    predictions: pl.DataFrame,
    questions: pl.DataFrame,
    episodes: pl.DataFrame,
) -> pl.DataFrame:
    """The table `episode_metrics`: counts an episode, rung and answerer (A, J.3). Arguments as for `rung_metrics`."""
    asked = fates(designated, navigation, responses, predictions, questions, episodes)
    keys = [*_RUN, "episode_id", "house_id", "stratum"]
    return (
        asked.group_by(keys)
        .agg(
            n_total=pl.len().cast(pl.Int32),
            n_scored=_count("scored"),
            n_parsed=_count("parsed"),
            n_correct=_count("correct"),
        )
        .sort(keys)
    )


def rung_metrics(
    designated: pl.DataFrame,
    navigation: pl.DataFrame,
    responses: pl.DataFrame,
    predictions: pl.DataFrame,
    questions: pl.DataFrame,
    episodes: pl.DataFrame,
) -> pl.DataFrame:
    """The table `rung_metrics`: a row a rung, answerer, family and stratum, with `all` for the sums.

    Args:
        designated: the questions that the evaluation planned to ask.
        navigation: the walks of the rungs that walk; an episode without one, or with one that ended in `error`, did
            not run.
        responses: what came.
        predictions: what `judge` made of it.
        questions: of the evaluated generation.
        episodes: of the evaluated generation; they give house and stratum.

    Returns:
        Shares from 0 to 1, null where nothing stands below the line.

    Raises:
        ContractError: a designated question has no row in `questions` or `episodes`.
    """
    asked = fates(designated, navigation, responses, predictions, questions, episodes)
    a_house = (
        _with_sums(asked)
        .group_by(*_RUN, "family", "stratum", "house_id")
        .agg(
            pl.len().alias("designated"),
            *[pl.col(name).sum() for name in _COUNTS[1:]],
            pl.col("chance").sum(),
        )
    )
    summed = (
        a_house.sort("house_id")
        .group_by(*_RUN, "family", "stratum")
        .agg(
            *[pl.col(name).sum().cast(pl.Int32) for name in _COUNTS],
            pl.col("chance").sum() / pl.col("designated").sum(),
            n_houses=pl.len().cast(pl.Int32),
            right=pl.col("correct"),
            total=pl.col("designated"),
        )
        .sort(*_RUN, "family", "stratum")
    )
    return _with_intervals(summed).select(
        *_RUN, "family", "stratum", *_COUNTS, "accuracy", "accuracy_parsed", "low", "high", "n_houses", "chance"
    )


def fates(
    designated: pl.DataFrame,
    navigation: pl.DataFrame,
    responses: pl.DataFrame,
    predictions: pl.DataFrame,
    questions: pl.DataFrame,
    episodes: pl.DataFrame,
) -> pl.DataFrame:
    """A row a designated question: how far it came (Booleans `executed` to `correct`), its family, house and chance."""
    ran = navigation.filter(pl.col("termination") != "error").select("run_id", "split", "rung", "episode_id", ran=True)
    came = responses.filter(pl.col("finish_reason") != "error").select(*_ASKED, came=True)
    judged = predictions.select(*_ASKED, "parse_ok", "is_right", judged=True)
    about = questions.select(*QUESTION_KEY, "family", chance=1.0 / pl.col("options").list.len())
    where = episodes.select("split", "episode_id", "house_id", "stratum")
    walking = [rung.name for rung in RUNGS.values() if rung.walk]
    known = (
        designated.select(_ASKED)
        .join(about, on=QUESTION_KEY, validate="m:1")
        .join(where, on=["split", "episode_id"], validate="m:1")
    )
    _lose_none(designated, known)
    return (
        known.join(ran, on=["run_id", "split", "rung", "episode_id"], how="left", validate="m:1")
        .join(came, on=_ASKED, how="left", validate="1:1")
        .join(judged, on=_ASKED, how="left", validate="1:1")
        .with_columns(executed=pl.col("ran").fill_null(False) | ~pl.col("rung").is_in(walking))
        .with_columns(answered=pl.col("executed") & pl.col("came").fill_null(False))
        .with_columns(scored=pl.col("answered") & pl.col("judged").fill_null(False))
        .with_columns(parsed=pl.col("scored") & pl.col("parse_ok").fill_null(False))
        .with_columns(correct=pl.col("parsed") & pl.col("is_right").fill_null(False))
        .drop("ran", "came", "judged", "parse_ok", "is_right")
    )


def _lose_none(designated: pl.DataFrame, known: pl.DataFrame) -> None:
    """A question that fell out of the first denominator would raise every score, so it is an error."""
    lost = designated.join(known, on=_ASKED, how="anti").get_column("question_id").unique().sort()
    if len(lost):
        raise ContractError(
            f"designated: {len(lost)} questions are not in the evaluated generation ({', '.join(lost.head(5))}). "
            "No metrics were made; evaluate the generation that the questions come from."
        )


def _count(name: str) -> pl.Expr:
    return pl.col(name).sum().cast(pl.Int32)


def _with_sums(asked: pl.DataFrame) -> pl.DataFrame:
    """Each row four times: in its own family and stratum, and in their sums."""
    every_family = pl.lit("all").alias("family")
    every_stratum = pl.lit("all").alias("stratum")
    return pl.concat(
        [
            asked,
            asked.with_columns(every_family),
            asked.with_columns(every_stratum),
            asked.with_columns(every_family, every_stratum),
        ]
    )


def _with_intervals(summed: pl.DataFrame) -> pl.DataFrame:
    ends = pl.DataFrame(_ends(summed), schema={"low": pl.Float64, "high": pl.Float64}, orient="row")
    accuracy_parsed = pl.when(pl.col("parsed") > 0).then(pl.col("correct") / pl.col("parsed"))
    return pl.concat([summed, ends], how="horizontal").with_columns(
        accuracy=pl.col("correct") / pl.col("designated"), accuracy_parsed=accuracy_parsed
    )


def _ends(summed: pl.DataFrame) -> Iterator[tuple[float | None, float | None]]:
    for right, total in summed.select("right", "total").iter_rows():
        interval = clustered(right, total)
        yield (interval.low, interval.high) if interval else (None, None)
