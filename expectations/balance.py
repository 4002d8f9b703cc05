"""The account of `sound`'s balance: what was counted, with which chance it was taken, what was dropped and what came of it.

Thinning is only as good as its counts, and a question is only balanced if it was drawn from them (SPEC section 3, rules
4 and 9). `paper` draws nothing and has no such account.
"""

import polars as pl

from expectations.check import EPISODE, QUESTION, Check, Generation, Suite, found, key_is_unique

_TEXT = ("split", "family", "text", "options_sorted", "target_room")
_COUNTED = ("split", "family", "text", "option_set", "target_room", "value")
_DEALT_WITH_THE_MENUS = "Rooms-visited"
"""Its candidates are whole episodes: they are counted when the menus are made and have no rows in `candidates`."""
_SEPARATOR = " / "


def was_counted(generation: Generation) -> pl.Series:
    """Places in `thinning` are those of the candidates, value by value."""
    counts = generation["candidate_counts"].select(*_COUNTED, counted="n_slots")
    rows = generation["thinning"].join(counts, on=_COUNTED, how="left", maintain_order="left")
    dealt = pl.col("family") == _DEALT_WITH_THE_MENUS
    return rows.select(dealt | (pl.col("counted") == pl.col("n_slots")).fill_null(False)).to_series()


def expectation_within_places(generation: Generation) -> pl.Series:
    """No more questions are expected than there are places, and none where nothing is accepted."""
    n, chance = pl.col("expected"), pl.col("acceptance")
    return generation["thinning"].select((n <= pl.col("n_slots") * (1 + 1e-9)) & ((chance > 0) | (n == 0))).to_series()


def was_thinned(generation: Generation) -> pl.Series:
    return found(generation["candidate_counts"], generation["thinning"], _COUNTED)


def could_be_drawn(generation: Generation) -> pl.Series:
    """A question's text, options and label were accepted with some chance."""
    accepted = generation["thinning"].filter(pl.col("acceptance") > 0)
    options = pl.col("option_set").str.split(_SEPARATOR)
    known = accepted.with_columns(options_sorted=_sorted(options))
    asked = generation.with_episode("questions", "target_room").with_columns(options_sorted=_sorted(pl.col("options")))
    return found(asked, known, _TEXT)


def shares_no_type(generation: Generation) -> pl.Series:
    """No other question of the episode is about one of its types."""
    questions = generation["questions"].select(*QUESTION, "types")
    each = questions.explode("types", empty_as_null=True).drop_nulls("types")
    shared = each.filter(pl.struct(*EPISODE, "types").is_duplicated())
    return ~found(questions, shared, QUESTION)


def has_an_account(generation: Generation) -> pl.Series:
    """Families of the test split have a row in `quotas`; other splits give no account."""
    questions = generation["questions"]
    return found(questions, generation["quotas"], ("split", "family")) | (questions["split"] != "test")


def episode_exists(generation: Generation) -> pl.Series:
    return found(generation["drops"], generation["episodes"], EPISODE)


def adds_up(generation: Generation) -> pl.Series:
    """Questions and texts are those of the split, and who lacks some is said to fall short."""
    questions = (
        generation["questions"]
        .group_by("split", "family")
        .agg(asked=pl.len().cast(pl.Int32), texts=pl.col("text").n_unique().cast(pl.Int32))
    )
    rows = generation["quotas"].join(questions, on=("split", "family"), how="left", maintain_order="left")
    same = (pl.col("n_questions") == pl.col("asked").fill_null(0)) & (pl.col("n_texts") == pl.col("texts").fill_null(0))
    short = (
        (pl.col("n_questions") < pl.col("least_questions"))
        | (pl.col("n_texts") < pl.col("least_texts"))
        | (pl.col("largest_share") > pl.col("most_share"))
    )
    return rows.select(same & (pl.col("falls_short") == short)).to_series()


def _sorted(options: pl.Expr) -> pl.Expr:
    return options.list.sort().list.join(_SEPARATOR)


COUNTS = Suite(
    "candidates",
    (Check("was_thinned", "Its value of this text has an acceptance probability in `thinning`.", was_thinned),),
    least_rows=0,
    rows=lambda generation: generation["candidate_counts"],
    key=_COUNTED[1:],
)
THINNING = Suite(
    "thinning",
    (
        key_is_unique("thinning"),
        Check("was_counted", "Its places are as many as the candidates were counted in.", was_counted),
        Check(
            "expectation_within_places",
            "No more questions are expected than it has places; none where it is never accepted.",
            expectation_within_places,
        ),
    ),
    least_rows=0,
)
DROPS = Suite(
    "drops",
    (key_is_unique("drops"), Check("episode_exists", "The episode stands in `episodes`.", episode_exists)),
    least_rows=0,
)
QUOTAS = Suite(
    "quotas",
    (
        key_is_unique("quotas"),
        Check("adds_up", "Its questions and texts are those of the split, and what it lacks is said.", adds_up),
    ),
    least_rows=0,
)
DRAWN = (
    Check("could_be_drawn", "Its text, options and target-room label are accepted with some chance.", could_be_drawn),
    Check("shares_no_type", "No other question of its episode is about one of its types.", shares_no_type),
    Check("has_an_account", "Its family stands in `quotas`, where the split is test.", has_an_account),
)
"""Checks of a question that was drawn; they stand with the other checks of `questions`."""
