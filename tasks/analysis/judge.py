"""From raw responses to predictions: what the parser reads, held against the gold letter. No inference is needed."""

import polars as pl

from schemas.values import NO_ANSWER
from tasks.analysis.cells import coded, plain
from tasks.models.parse import parse_answer
from tasks.questions.options import turned
from tasks.questions.record import LETTERS
from tasks.rungs.rungs import RUNGS

QUESTION_KEY = ["split", "episode_id", "question_id"]
_ASKED = ["run_id", "split", "rung", "answerer", "episode_id", "question_id"]


def judge(responses: pl.DataFrame, questions: pl.DataFrame, designated: pl.DataFrame | None = None) -> pl.DataFrame:
    """The table `predictions`.

    A response that ended in an error is no answer: it stays in `responses` and is not judged, so it counts as missing.
    Letters are read, and gold has its letter, as the rung turned the options.

    Args:
        responses: the table `responses`.
        questions: the table `questions` of the evaluated generation; a response to none of them is not judged either.
        designated: the questions that were to be asked: those to which nothing came get a null answer with `parse_ok`
            false (A, Appendix I.1). Left out, only what came is judged.
    """
    gold = questions.select(*QUESTION_KEY, "options", "answer")
    came = _as_asked(
        responses.filter(pl.col("finish_reason") != "error")
        .select(*_ASKED, "raw", "finish_reason")
        .join(gold, on=QUESTION_KEY, how="inner", validate="m:1")
    )
    said = came.select("raw", "options", "finish_reason").unique(maintain_order=True)
    parsed = [parse_answer(raw, options, reason) for raw, options, reason in said.iter_rows()]
    read = said.with_columns(
        pl.Series("status", [one.status for one in parsed], pl.String),
        pl.Series("parsed", [one.letter for one in parsed], pl.String),
    )
    judged = (
        came.join(read, on=["raw", "options", "finish_reason"], how="left", validate="m:1")
        .with_columns(parse_ok=pl.col("parsed").is_not_null())
        .with_columns(is_right=(pl.col("parsed") == pl.col("answer")).fill_null(False))
        .select(*_ASKED, "status", "parsed", "parse_ok", "answer", "is_right")
    )
    if designated is not None:
        judged = pl.concat([judged, _null(designated.join(judged, on=_ASKED, how="anti"), gold)])
    return plain(coded(judged).sort(_ASKED))


def _null(unanswered: pl.DataFrame, gold: pl.DataFrame) -> pl.DataFrame:
    return _as_asked(unanswered.select(_ASKED).join(gold, on=QUESTION_KEY, how="inner", validate="m:1")).select(
        *_ASKED,
        pl.lit(NO_ANSWER).alias("status"),
        pl.lit(None, pl.String).alias("parsed"),
        pl.lit(False).alias("parse_ok"),
        "answer",
        pl.lit(False).alias("is_right"),
    )


def _as_asked(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with `options` and the gold letter `answer` as each rung turned them; most rungs do not."""
    by = [rung for rung in RUNGS.values() if rung.rotation]
    if rows.filter(pl.col("rung").is_in([rung.name for rung in by])).is_empty():
        return rows
    asked = rows.select("rung", "options", "answer").unique(maintain_order=True)
    stood = [_turned(*row) for row in asked.iter_rows()]
    turned_to = asked.with_columns(
        pl.Series("turned", [options for options, _ in stood], pl.List(pl.String)),
        pl.Series("letter", [letter for _, letter in stood], pl.String),
    )
    return (
        rows.join(turned_to, on=["rung", "options", "answer"], how="left", validate="m:1")
        .with_columns(options=pl.col("turned"), answer=pl.col("letter"))
        .drop("turned", "letter")
    )


def _turned(rung: str, options: list[str], answer: str) -> tuple[list[str], str]:
    by = RUNGS[rung].rotation % len(options)
    letters = turned(LETTERS[: len(options)], by)
    return list(turned(tuple(options), by)), LETTERS[letters.index(answer)]
