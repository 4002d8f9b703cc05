"""Questions: they belong to an episode, never speak of its target, and cite frames that exist and suffice.

A, section 3.2; SPEC section 7 for the number of cited frames and for what the recipe `paper` is excused from.
"""

from collections.abc import Mapping

import polars as pl

from expectations.balance import DRAWN
from expectations.check import EPISODE, QUESTION, Check, Generation, Suite, found, key_is_unique
from expectations.mentions import named_types
from schemas.settings import Recipe

EVIDENCE_COUNT: Mapping[Recipe, tuple[int, int]] = {"paper": (1, 6), "sound": (6, 6)}
"""Least and most frames that a question cites."""

_LETTERS = ("A", "B", "C", "D")
_STANDARD_ERRORS = 5.0
"""A fair shuffle strays further in fewer than one of eight thousand generations (exact binomial tails, summed over the
27 cells of three splits); a generator that always puts gold in one place strays further from 26 yes/no questions on."""


def episode_exists(generation: Generation) -> pl.Series:
    return found(generation["questions"], generation["episodes"], EPISODE)


def no_target_mention(generation: Generation) -> pl.Series:
    """Neither text nor option names the target's type, and the question is not about it."""
    questions = generation.with_episode("questions", "target_type")
    about = questions.select(pl.col("types").list.contains(pl.col("target_type"))).to_series()
    words = questions.select(pl.concat_list("text", "options").list.join("\n")).to_series()
    return ~about & ~named_types(words, questions["target_type"])


def evidence_count(generation: Generation) -> pl.Series:
    least, most = EVIDENCE_COUNT[generation.recipe]
    in_number = pl.col("frame_refs").list.len().is_between(least, most)
    return generation.with_episode("questions", "n_frames").select(in_number & _in_the_walk("frame_refs")).to_series()


def strip_lies_in_the_walk(generation: Generation) -> pl.Series:
    return generation.with_episode("questions", "n_frames").select(_in_the_walk("strip")).to_series()


def decisive_frames_are_cited(generation: Generation) -> pl.Series:
    decisive = pl.col("decisive_frames")
    outside = decisive.list.set_difference("frame_refs").list.len()
    counted = decisive.list.len() == pl.col("n_decisive")
    return generation["questions"].select((outside == 0) & counted).to_series()


def sufficient(generation: Generation) -> pl.Series:
    """The verdict of the caller, who knows the questions' logic: the cited frames give gold in closed mode."""
    verdicts = generation["question_checks"].select(*QUESTION, "sufficient").unique(QUESTION, keep="none")
    questions = generation["questions"].select(QUESTION)
    return questions.join(verdicts, on=QUESTION, how="left", maintain_order="left")["sufficient"]


def letter_is_no_cue(generation: Generation) -> pl.Series:
    n, share = pl.col("n_questions"), 1.0 / pl.col("n_options")
    error = (n * share * (1.0 - share)).sqrt()
    return letters(generation).select((pl.col("n_gold") - n * share).abs() <= _STANDARD_ERRORS * error).to_series()


def letters(generation: Generation) -> pl.DataFrame:
    """How often each letter is gold, a row a split, number of options and letter that exists among them."""
    answers = generation["questions"].select("split", "answer", n_options=pl.col("options").list.len().cast(pl.Int64))
    golds = answers.group_by("split", "n_options", "answer").agg(pl.len().cast(pl.Int64).alias("n_gold"))
    groups = answers.group_by("split", "n_options").agg(pl.len().cast(pl.Int64).alias("n_questions"))
    cells = groups.join(pl.DataFrame({"answer": _LETTERS}).with_row_index("place"), how="cross")
    return (
        cells.filter(pl.col("place") < pl.col("n_options"))
        .drop("place")
        .join(golds, on=("split", "n_options", "answer"), how="left")
        .with_columns(pl.col("n_gold").fill_null(0))
        .sort("split", "n_options", "answer")
    )


def _in_the_walk(frames: str) -> pl.Expr:
    """Indices into the trajectory, in time order, none twice."""
    refs = pl.col(frames)
    rising = refs.list.eval(pl.element().diff().drop_nulls() > 0).list.all()
    return rising & (refs.list.min() >= 0) & (refs.list.max() < pl.col("n_frames"))


def questions(generation: Generation) -> Suite:
    least, most = EVIDENCE_COUNT[generation.recipe]
    excused = generation.recipe == "paper"
    sufficiency = Check(
        "sufficient", "The cited frames, taken for all there is, give the gold answer.", sufficient, excused=excused
    )
    # Where a recipe is excused and nobody worked it out there is nothing to record. Otherwise its absence is an error.
    left_out = excused and "question_checks" not in generation.tables
    return Suite(
        "questions",
        (
            key_is_unique("questions"),
            Check("episode_exists", "The episode stands in `episodes`.", episode_exists),
            Check(
                "no_target_mention",
                "Neither the text nor an option names the type of the navigation target, and it is not asked about.",
                no_target_mention,
                kind="no_target_mention",
            ),
            Check(
                "evidence_count",
                f"It cites {_between(least, most)} frames of the walk, in time order, none twice.",
                evidence_count,
                kind="evidence_count",
                parameters={"least": least, "most": most},
            ),
            Check(
                "strip_lies_in_the_walk", "The strip's frames lie in the walk, in time order.", strip_lies_in_the_walk
            ),
            Check("decisive_frames_are_cited", "The decisive frames are among the cited.", decisive_frames_are_cited),
            *(() if left_out else (sufficiency,)),
            *(DRAWN if generation.recipe == "sound" else ()),
        ),
    )


def letters_of_questions(generation: Generation) -> Suite:
    balance = Check(
        "letter_is_no_cue",
        "The letter is gold about as often as a fair shuffle of the options makes it.",
        letter_is_no_cue,
        excused=generation.recipe == "paper",
    )
    return Suite("questions_by_letter", (balance,), rows=letters, key=("n_options", "answer"))


def _between(least: int, most: int) -> str:
    return f"exactly {most}" if least == most else f"between {least} and {most}"
