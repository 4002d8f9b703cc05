"""Two evaluations on the same questions, pair by pair; runs whose questions differ are not comparable (SPEC section 8)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from schemas.errors import ConfigError
from tasks.analysis.equivalence import MARGIN, MARGIN_A_FAMILY
from tasks.analysis.pairs import pair_figures
from tasks.analysis.rates import TWELFTHS
from tasks.analysis.sameness import outcomes, sameness
from tasks.rungs.rungs import RUNGS

_QUESTION = ["split", "episode_id", "question_id"]
_SAME = ("family", "text", "options", "answer", "frame_refs", "house_id", "stratum")
"""What makes a question the same question, by column."""
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Run:
    """One side of a comparison."""

    run_id: str
    settings: Mapping[str, Any]
    """Of the evaluation, as its manifest has them."""
    asked: pl.DataFrame
    """What became of each designated question (`answers.fates`); `content` is of words and pictures, not of the answerer."""
    questions: pl.DataFrame
    """Of its generation, with `house_id` and `stratum`."""


@dataclass(frozen=True, slots=True)
class Paired:
    """One rung, by an answerer of either run."""

    rung: str
    answerer: str
    against: str
    figures: pl.DataFrame
    """A row a family and stratum, with `all` for sums, as `pairs.pair_figures` and `p_holm`: the first minus the second."""

    @property
    def whole(self) -> Mapping[str, Any]:
        """The row over all families and strata."""
        return self.figures.row(by_predicate=(pl.col("family") == "all") & (pl.col("stratum") == "all"), named=True)

    @property
    def told(self) -> pl.DataFrame:
        """The figures as they are to be printed: what one answerer was asked twice alike is one measurement."""
        return outcomes(self.figures) if self.answerer == self.against else self.figures

    @property
    def outcome(self) -> str:
        """Over all families and strata: the verdict, or `sameness.ONE_MEASUREMENT`."""
        whole = self.told.filter((pl.col("family") == "all") & (pl.col("stratum") == "all"))
        return str(whole["verdict"].item())


@dataclass(frozen=True, slots=True)
class Comparison:
    run_id: str
    against: str
    n_questions: int
    n_houses: int
    settings: tuple[tuple[str, str, str], ...]
    """Name and both values of the settings in which the runs differ."""
    pairs: tuple[Paired, ...]


def compare(one: Run, other: Run, answerer: str = "", against: str = "") -> Comparison:
    """The first run minus the second, for every rung that both climbed.

    Args:
        one: the first run.
        other: the second.
        answerer: of the first run; left out: every answerer that both have, or the only one that each has besides.
        against: of the second run, where it goes by another name.

    Raises:
        ConfigError: the runs ask different questions, climbed no rung in common, or have no answerers to pair.
    """
    _same_questions(one, other)
    sides = _pairs_of_answerers(one, other, answerer, against)
    pairs = tuple(_paired(one, other, rung, *side) for rung in _rungs(one, other, sides) for side in sides)
    homes = one.questions.select("house_id").unique().height
    return Comparison(
        one.run_id, other.run_id, one.questions.height, homes, tuple(_differing(one.settings, other.settings)), pairs
    )


def _same_questions(one: Run, other: Run) -> None:
    """Refuse runs whose questions differ, and say how."""
    said = []
    for here, there in ((one, other), (other, one)):
        only = here.questions.join(there.questions, on=_QUESTION, how="anti")["question_id"].sort()
        if len(only):
            said.append(f"{len(only)} are asked by `{here.run_id}` alone ({_some(only)})")
    both = one.questions.join(other.questions, on=_QUESTION, how="inner", suffix="_other", validate="1:1")
    for name in _SAME:
        differs = both.filter(pl.col(name).ne_missing(pl.col(f"{name}_other")))["question_id"].sort()
        if len(differs):
            said.append(f"{len(differs)} of the same name differ in `{name}` ({_some(differs)})")
    if said:
        raise ConfigError(
            f"`{one.run_id}` and `{other.run_id}` can't be compared, for their questions differ: {'; '.join(said)}. "
            "Evaluate one generation twice, and compare those."
        )


def _some(ids: pl.Series) -> str:
    return ", ".join(ids.head(_NAMED)) + (", ..." if len(ids) > _NAMED else "")


def _answerers(run: Run) -> list[str]:
    return list(run.asked["answerer"].unique().sort())


def _pairs_of_answerers(one: Run, other: Run, answerer: str, against: str) -> list[tuple[str, str]]:
    mine, theirs = _answerers(one), _answerers(other)
    if answerer or against:
        first, second = answerer or against, against or answerer
        for name, there, run in ((first, mine, one), (second, theirs, other)):
            if name not in there:
                raise ConfigError(f"no answerer `{name}` in `{run.run_id}`. It has {', '.join(there)}.")
        return [(first, second)]
    common = [name for name in mine if name in theirs]
    rest = [name for name in mine if name not in common], [name for name in theirs if name not in common]
    if len(rest[0]) == len(rest[1]) == 1:
        return [*((name, name) for name in common), (rest[0][0], rest[1][0])]
    if not common:
        raise ConfigError(
            f"`{one.run_id}` (by {', '.join(mine)}) and `{other.run_id}` (by {', '.join(theirs)}) have no answerer in "
            "common. Say who is compared with whom: --answerer for the first run, --against for the second."
        )
    return [(name, name) for name in common]


def _rungs(one: Run, other: Run, sides: Sequence[tuple[str, str]]) -> list[str]:
    there = [
        set(run.asked.filter(pl.col("answerer").is_in([side[place] for side in sides]))["rung"].unique())
        for place, run in enumerate((one, other))
    ]
    common = [rung for rung in RUNGS if rung in there[0] & there[1]]
    if not common:
        raise ConfigError(
            f"`{one.run_id}` ({', '.join(sorted(there[0]))}) and `{other.run_id}` ({', '.join(sorted(there[1]))}) climbed "
            "no rung in common. Evaluate both under the same --rungs."
        )
    return common


def _paired(one: Run, other: Run, rung: str, answerer: str, against: str) -> Paired:
    mine, theirs = (
        run.asked.filter((pl.col("rung") == rung) & (pl.col("answerer") == name))
        for run, name in ((one, answerer), (other, against))
    )
    earned = pl.col("correct").cast(pl.Int64) * TWELFTHS
    rows = mine.with_columns(right=earned).join(
        theirs.select(*_QUESTION, other=earned, parsed_other="parsed", content_other="content"),
        on=_QUESTION,
        how="inner",
        validate="1:1",
    )
    if rows.height != mine.height or rows.height != theirs.height:
        raise ConfigError(
            f"`{one.run_id}` and `{other.run_id}` can't be compared under {rung}: it was asked {mine.height} questions of "
            f"`{answerer}` in the one and {theirs.height} of `{against}` in the other, {rows.height} in common."
        )
    pairs = rows.with_columns(**sameness())
    return Paired(rung, answerer, against, pair_figures(pairs, MARGIN, MARGIN_A_FAMILY))


def _differing(one: Mapping[str, Any], other: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str, str]]:
    """Settings with dots in their names, in order of name."""
    for name in sorted(one.keys() | other.keys()):
        mine, theirs = one.get(name), other.get(name)
        if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
            yield from _differing(mine, theirs, f"{prefix}{name}.")
        elif mine != theirs:
            yield f"{prefix}{name}", _said(mine), _said(theirs)


def _said(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else "–" if value is None else str(value)
