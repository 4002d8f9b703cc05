"""The ladder and its controls as data (A, section 3.3; SPEC section 4): the questions stay, only the evidence changes.

Adding a rung is one more entry in `ladder` or `controls` and, where it speaks in other words, one more prompt file.
"""

from collections.abc import Iterable, Sequence

import polars as pl

from schemas.errors import ConfigError
from tasks.rungs.controls import CONTROLS
from tasks.rungs.ladder import LADDER
from tasks.rungs.rung import Rung as Rung

RUNGS: dict[str, Rung] = {rung.name: rung for rung in (*LADDER, *CONTROLS)}
"""By name: the ladder from the least evidence to the most, then the controls; reports print them in this order."""

_SHORTHANDS: dict[str, frozenset[str]] = {
    "all": frozenset(RUNGS),
    "ladder": frozenset(rung.name for rung in LADDER),
    "controls": frozenset(name for rung in CONTROLS for name in (rung.name, rung.against)),
}
"""`controls` holds what they are compared with too: by itself a control tells nothing."""


def named(names: Iterable[str]) -> tuple[str, ...]:
    """Names of rungs and the shorthands `all`, `ladder` and `controls` as names of rungs, each once, in RUNGS' order.

    Raises:
        ConfigError: There is no such rung.
    """
    wanted: set[str] = set()
    for name in names:
        if name not in RUNGS and name not in _SHORTHANDS:
            raise ConfigError(
                f"no rung `{name}`. There are {', '.join(RUNGS)}, and {', '.join(_SHORTHANDS)} for many at once."
            )
        wanted |= _SHORTHANDS.get(name, {name})
    return tuple(name for name in RUNGS if name in wanted)


def walks_of(names: Iterable[str]) -> tuple[str, ...]:
    """The rungs that must be walked, so that these can be asked: each once, in RUNGS' order.

    A control that shares its rung's walk needs that one walked, be the rung itself asked or not.
    """
    walked = {RUNGS[name].walk_of for name in names if RUNGS[name].walk}
    return tuple(name for name in RUNGS if name in walked)


def designated(questions: pl.DataFrame, rungs: Sequence[str], answerers: Sequence[str]) -> pl.DataFrame:
    """The questions that an evaluation plans to ask: columns `rung`, `answerer`, `episode_id`, `question_id`.

    A rung without an answer channel is asked nothing, and one that turns the options only questions with options enough.

    Args:
        questions: Rows of `questions` of one split.
        rungs: Their names.
        answerers: Their names.
    """
    key = ("episode_id", "question_id")
    turned = pl.DataFrame(
        [(name, RUNGS[name].rotation) for name in rungs if RUNGS[name].answers],
        schema={"rung": pl.String, "rotation": pl.Int32},
        orient="row",
    )
    asked = questions.select(*key, n_options=pl.col("options").list.len()).join(turned, how="cross")
    return (
        asked.filter(pl.col("rotation") < pl.col("n_options"))
        .join(pl.DataFrame({"answerer": answerers}, schema={"answerer": pl.String}), how="cross")
        .select("rung", "answerer", *key)
    )
