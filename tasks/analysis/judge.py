"""From raw responses to predictions: what the parser reads, held against the gold letter. No inference is needed."""

import polars as pl

from tasks.models.parse import parse_answer

QUESTION_KEY = ["split", "episode_id", "question_id"]


def judge(responses: pl.DataFrame, questions: pl.DataFrame) -> pl.DataFrame:
    """One row of the table `predictions` a response that came.

    A response that ended in an error is no answer: it stays in `responses` and is not judged, so it counts as missing.

    Args:
        responses: the table `responses`.
        questions: the table `questions` of the evaluated generation; a response to none of them is not judged either.
    """
    came = responses.filter(pl.col("finish_reason") != "error").join(
        questions.select(*QUESTION_KEY, "options", "answer"), on=QUESTION_KEY, how="inner", validate="m:1"
    )
    said = came.select("raw", "options", "finish_reason").unique(maintain_order=True)
    parsed = [parse_answer(raw, options, reason) for raw, options, reason in said.iter_rows()]
    read = said.with_columns(
        pl.Series("status", [one.status for one in parsed], pl.String),
        pl.Series("parsed", [one.letter for one in parsed], pl.String),
    )
    return (
        came.join(read, on=["raw", "options", "finish_reason"], how="left", validate="m:1")
        .with_columns(parse_ok=pl.col("parsed").is_not_null())
        .with_columns(is_right=(pl.col("parsed") == pl.col("answer")).fill_null(False))
        .select(
            "run_id",
            "split",
            "rung",
            "answerer",
            "episode_id",
            "question_id",
            "status",
            "parsed",
            "parse_ok",
            "answer",
            "is_right",
        )
        .sort("run_id", "split", "rung", "answerer", "episode_id", "question_id")
    )
