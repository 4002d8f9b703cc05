"""Two conditions on the same questions, pair by pair: the difference and all that says how far to trust it.

All designated questions count, and an answer that never came is a wrong one. What is conditional on both answers having
been read stands beside it, on the questions where both were, and is named so (SPEC section 5).
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import polars as pl

from tasks.analysis import student
from tasks.analysis.cells import ALL, NOT_WITHIN_STRATA, Cells, cells
from tasks.analysis.clusters import LEVEL, Floats, Spread, reach
from tasks.analysis.equivalence import equivalence_power, is_equivalent, smallest_detectable, verdicts
from tasks.analysis.holm import holm
from tasks.analysis.intervals import Bounds, difference_bounds, share_bounds
from tasks.analysis.paired import mcnemar_p, sign_flip_p
from tasks.analysis.rates import TWELFTHS, floats

PAIR = ["right", "other", "parsed", "parsed_other", "is_same", "is_answered"]
"""Of a pair: what either earned in twelfths (`rates.TWELFTHS`), whether each answer could be read, whether both were
asked in the same words with the same pictures, and whether there is an answer under either (`sameness`)."""
_SUMS = ["right", "other", "gain", "better", "worse", "both_parsed", "gain_parsed", "is_same", "is_answered"]


def pair_figures(
    pairs: pl.DataFrame, margin: float, margin_a_family: float, p_value: str = "p_sign_flip"
) -> pl.DataFrame:
    """A row a family and stratum, with `all` for the sums: difference, intervals, tests, equivalence, power.

    Args:
        pairs: a row a question, at least one, with `family`, `stratum`, `house_id`, `episode_id` and the columns `PAIR`.
        margin: of equivalence over all families, as a share.
        margin_a_family: within one family. Within a stratum no margin was fixed, so nothing is called equivalent there.
        p_value: the test that decides what is called different, after Holm's correction over the families.

    Returns:
        Differences from -1 to 1. Families that a stratum decides have no row within one.
    """
    gain = pl.col("right") - pl.col("other")
    both = pl.col("parsed") & pl.col("parsed_other")
    rows = pairs.with_columns(
        gain=gain,
        better=gain > 0,
        worse=gain < 0,
        both_parsed=both,
        gain_parsed=pl.when(both).then(gain).otherwise(0),
    )
    by_house, by_episode = cells(rows, [], _SUMS), cells(rows, [], ["gain"], "episode_id")
    family, stratum = (by_house.keys[name].to_numpy() for name in ("family", "stratum"))
    margins = np.where(stratum != ALL, np.nan, np.where(family == ALL, margin, margin_a_family))
    tests = _tests(by_house)
    told = by_house.keys.with_columns(
        **_counts(by_house), **(differences := _differences(by_house, by_episode, margins)), **tests
    )
    judged = _judged({**differences, **tests}, p_value, (family != ALL) & (stratum == ALL))
    is_told = ~np.isin(family, NOT_WITHIN_STRATA) | (stratum == ALL)
    return told.with_columns(**judged).filter(pl.Series(is_told)).drop("is_equivalent")


def _judged(told: Mapping[str, pl.Series], p_value: str, is_family: npt.NDArray[np.bool_]) -> Mapping[str, pl.Series]:
    """The verdict, and `p_holm`: corrected over the families over all strata, null elsewhere."""
    deciding = told[p_value].to_numpy().copy()
    corrected = np.full(len(deciding), np.nan)
    corrected[is_family], _ = holm(deciding[is_family].tolist(), LEVEL)
    deciding[is_family] = corrected[is_family]
    verdict = verdicts(told["is_equivalent"], deciding.tolist())
    return {"p_holm": floats(corrected), "verdict": pl.Series(verdict, dtype=pl.String)}


def _counts(by_house: Cells) -> Mapping[str, pl.Series]:
    whole = {"n": "n", "better": "better", "worse": "worse", "n_parsed_both": "both_parsed"}
    whole |= {"n_same": "is_same", "n_answered": "is_answered"}
    n = TWELFTHS * by_house.sums("n")
    return {
        **{name: pl.Series(by_house.sums(column), dtype=pl.Int32) for name, column in whole.items()},
        "accuracy": floats(by_house.sums("right") / n),
        "accuracy_against": floats(by_house.sums("other") / n),
    }


def _differences(by_house: Cells, by_episode: Cells, margins: Floats) -> Mapping[str, pl.Series]:
    unmoved = (by_house.sums("better") + by_house.sums("worse")) == 0
    around, bounds = _gain(by_house, unmoved)
    beside, episodes = _gain(by_episode, unmoved)
    parsed, conditional = _gain(by_house, unmoved, "gain_parsed", "both_parsed")
    # Where houses show no spread, the interval stands for the error that they do not give.
    error = np.where(around.shows_none, (bounds.high - bounds.low) / 2.0 / reach(around.df), around.error)
    same = is_equivalent(around.mean, error, around.df, margins)
    return {
        "n_houses": pl.Series(around.clusters, dtype=pl.Int32),
        "n_episodes": pl.Series(beside.clusters, dtype=pl.Int32),
        "difference": floats(around.mean),
        "low": floats(bounds.low),
        "high": floats(bounds.high),
        "low_episodes": floats(episodes.low),
        "high_episodes": floats(episodes.high),
        "difference_parsed": floats(parsed.mean),
        "low_parsed": floats(conditional.low),
        "high_parsed": floats(conditional.high),
        "margin": floats(margins),
        "p_t": floats(2.0 * student.above(np.abs(around.mean) / error, around.df)),
        "is_equivalent": pl.Series(same, dtype=pl.Boolean),
        "power": floats(equivalence_power(error, around.df, margins)),
        "detectable": floats(np.minimum(1.0, smallest_detectable(error, around.df))),
    }


def _gain(these: Cells, unmoved: npt.NDArray[np.bool_], top: str = "gain", total: str = "n") -> tuple[Spread, Bounds]:
    """Mean gain as a share, and its interval.

    Where not one question moved, other houses may yet hold some that would: as large a part of the houses as Wilson's
    bound of none among so many says, each moving as a whole.
    """
    spread = these.spread(top, total, TWELFTHS)
    bounds = difference_bounds(spread)
    none = Spread(spread.n, np.zeros_like(spread.mean), spread.clusters, np.zeros_like(spread.error), spread.df)
    most = share_bounds(none).high
    none_moved = unmoved & (spread.n > 0)
    return spread, Bounds(np.where(none_moved, -most, bounds.low), np.where(none_moved, most, bounds.high))


def _tests(by_house: Cells) -> Mapping[str, pl.Series]:
    better, worse = (np.asarray(by_house.sums(name), np.int64) for name in ("better", "worse"))
    flips = [sign_flip_p(gains) for gains in by_house.column("gain")]
    return {
        "p_sign_flip": pl.Series(flips, dtype=pl.Float64),
        "p_mcnemar": pl.Series(mcnemar_p(better, worse), dtype=pl.Float64),
    }
