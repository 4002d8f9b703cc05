"""Accuracy with its denominators (A, section 3.4 and Appendix K.1; SPEC section 5).

Five sets, each within the one before: *designated* (planned), *executed* (the episode ran), *answered* (a response
came), *scored* (it was judged against gold), *parsed* (a letter was read). Accuracy is right over designated: an answer
that never came, or that cannot be read, is wrong. Accuracy over parsed answers stands beside it and is conditional.
"""

import polars as pl

from schemas.errors import ContractError
from schemas.values import NO_ANSWER
from tasks.analysis.cells import keyed
from tasks.analysis.judge import QUESTION_KEY
from tasks.analysis.rates import episode_counts, rates
from tasks.rungs.rungs import RUNGS

_RUN = ["run_id", "split", "rung", "answerer"]
_ASKED = [*_RUN, "episode_id", "question_id"]
_KEY = "_key"


def episode_metrics(
    designated: pl.DataFrame,
    navigation: pl.DataFrame,
    responses: pl.DataFrame,
    predictions: pl.DataFrame,
    questions: pl.DataFrame,
    episodes: pl.DataFrame,
) -> pl.DataFrame:
    """The table `episode_metrics`: counts an episode, rung and answerer (A, J.3). Arguments as for `rung_metrics`."""
    return episode_counts(fates(designated, navigation, responses, predictions, questions, episodes))


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
        navigation: the walks; under a rung that shows one, an episode without it, or whose walk ended in `error`, did
            not run. A control may show the walk of the rung that it belongs to.
        responses: what came.
        predictions: what `judge` made of it.
        questions: of the evaluated generation.
        episodes: of the evaluated generation; they give house and stratum.

    Returns:
        Shares from 0 to 1, null where nothing stands below the line.

    Raises:
        ContractError: a designated question has no row in `questions` or `episodes`.
    """
    return rates(fates(designated, navigation, responses, predictions, questions, episodes))


def fates(
    designated: pl.DataFrame,
    navigation: pl.DataFrame,
    responses: pl.DataFrame,
    predictions: pl.DataFrame,
    questions: pl.DataFrame,
    episodes: pl.DataFrame,
) -> pl.DataFrame:
    """A row a designated question: how far it came (Booleans `executed` to `correct`), its family, house and chance.

    Questions with the same `content` were asked in the same words with the same pictures; null where none was answered.
    """
    ran = navigation.filter(pl.col("termination") != "error").select(
        "run_id", "split", "episode_id", walk="rung", ran=True
    )
    came = responses.filter(pl.col("finish_reason") != "error").select(
        *_ASKED, came=True, content=pl.col("content_key").hash()
    )
    judged = predictions.filter(pl.col("status") != NO_ANSWER).select(*_ASKED, "parse_ok", "is_right", judged=True)
    about = questions.select(*QUESTION_KEY, "family", chance=1.0 / pl.col("options").list.len())
    where = episodes.select("split", "episode_id", "house_id", "stratum")
    planned, came, judged = keyed([designated.select(_ASKED), came, judged], _ASKED, _KEY)
    walks = {rung.name: rung.walk_of for rung in RUNGS.values() if rung.walk}
    known = (
        planned.join(about, on=QUESTION_KEY, validate="m:1")
        .join(where, on=["split", "episode_id"], validate="m:1")
        .with_columns(walk=pl.col("rung").replace_strict(walks, default=None, return_dtype=pl.String))
    )
    _lose_none(designated, known)
    return (
        known.join(ran, on=["run_id", "split", "walk", "episode_id"], how="left", validate="m:1")
        .join(came.drop(_ASKED), on=_KEY, how="left", validate="1:1")
        .join(judged.drop(_ASKED), on=_KEY, how="left", validate="1:1")
        .with_columns(executed=pl.col("ran").fill_null(False) | pl.col("walk").is_null())
        .with_columns(answered=pl.col("executed") & pl.col("came").fill_null(False))
        .with_columns(scored=pl.col("answered") & pl.col("judged").fill_null(False))
        .with_columns(parsed=pl.col("scored") & pl.col("parse_ok").fill_null(False))
        .with_columns(correct=pl.col("parsed") & pl.col("is_right").fill_null(False))
        .drop(_KEY, "walk", "ran", "came", "judged", "parse_ok", "is_right")
    )


def _lose_none(designated: pl.DataFrame, known: pl.DataFrame) -> None:
    """A question that fell out of the first denominator would raise every score, so it is an error."""
    if known.height == designated.height:
        return
    lost = designated.join(known, on=_ASKED, how="anti").get_column("question_id").unique().sort()
    if len(lost):
        raise ContractError(
            f"designated: {len(lost)} questions are not in the evaluated generation ({', '.join(lost.head(5))}). "
            "No metrics were made; evaluate the generation that the questions come from."
        )
