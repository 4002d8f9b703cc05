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
_SAID = ["raw", "finish_reason", "place", "rotation"]


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
    gold, options = _gold(questions)
    came = _as_asked(
        responses.filter(pl.col("finish_reason") != "error")
        .select(*_ASKED, "raw", "finish_reason")
        .join(gold, on=QUESTION_KEY, how="inner", validate="m:1"),
        options,
    )
    said = came.select(_SAID).unique(maintain_order=True)
    parsed = [parse_answer(raw, _turned(options[at], by), reason) for raw, reason, at, by in said.iter_rows()]
    read = said.with_columns(
        pl.Series("status", [one.status for one in parsed], pl.String),
        pl.Series("parsed", [one.letter for one in parsed], pl.String),
    )
    judged = (
        came.join(read, on=_SAID, how="left", validate="m:1")
        .with_columns(parse_ok=pl.col("parsed").is_not_null())
        .with_columns(is_right=(pl.col("parsed") == pl.col("answer")).fill_null(False))
        .select(*_ASKED, "status", "parsed", "parse_ok", "answer", "is_right")
    )
    if designated is not None:
        judged = pl.concat([judged, _null(designated.join(judged, on=_ASKED, how="anti"), gold, options)])
    return plain(coded(judged).sort(_ASKED))


def _gold(questions: pl.DataFrame) -> tuple[pl.DataFrame, list[tuple[str, ...]]]:
    """The letter of each question's gold, with the place of its options in a list: numbers are joined faster than lists."""
    distinct = questions.select("options").unique(maintain_order=True).with_row_index("place")
    gold = questions.select(*QUESTION_KEY, "options", "answer").join(distinct, on="options", validate="m:1")
    return gold.drop("options"), [tuple(each) for each in distinct["options"]]


def _null(unanswered: pl.DataFrame, gold: pl.DataFrame, options: list[tuple[str, ...]]) -> pl.DataFrame:
    rows = unanswered.select(_ASKED).join(gold, on=QUESTION_KEY, how="inner", validate="m:1")
    return _as_asked(rows, options).select(
        *_ASKED,
        pl.lit(NO_ANSWER).alias("status"),
        pl.lit(None, pl.String).alias("parsed"),
        pl.lit(False).alias("parse_ok"),
        "answer",
        pl.lit(False).alias("is_right"),
    )


def _as_asked(rows: pl.DataFrame, options: list[tuple[str, ...]]) -> pl.DataFrame:
    """Rows with `rotation`, by how many places the rung turned the options, and the gold letter `answer` after that."""
    by = {rung.name: rung.rotation for rung in RUNGS.values()}
    rows = rows.with_columns(rotation=pl.col("rung").replace_strict(by, default=0, return_dtype=pl.Int32))
    if not (rows["rotation"] > 0).any():
        return rows
    asked = rows.select("rotation", "place", "answer").unique(maintain_order=True)
    letters = [_letter(options[place], answer, rotation) for rotation, place, answer in asked.iter_rows()]
    return (
        rows.join(
            asked.with_columns(pl.Series("letter", letters, pl.String)),
            on=["rotation", "place", "answer"],
            how="left",
            validate="m:1",
        )
        .with_columns(answer=pl.col("letter"))
        .drop("letter")
    )


def _letter(options: tuple[str, ...], answer: str, by: int) -> str:
    """The letter under which gold stands in the turned options."""
    return LETTERS[_turned(LETTERS[: len(options)], by).index(answer)]


def _turned(options: tuple[str, ...], by: int) -> tuple[str, ...]:
    return turned(options, by % len(options))
