"""The same, or only not shown to differ? Equivalence within a margin that was fixed beforehand (SPEC section 5).

Two one-sided tests: the 90 % interval must lie within the margin. Beside the verdict stand the power that the data had
to reach it, were there no difference at all, and the smallest difference that they would have shown: a verdict of
"cannot tell" means little without them.
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from tasks.analysis import student
from tasks.analysis.clusters import LEVEL, Floats

MARGIN = 0.05
"""Five points, over all families."""
MARGIN_A_FAMILY = 0.10
"""Ten points, within one family."""
POWER = 0.80
"""Of the smallest detectable difference."""

Booleans: TypeAlias = npt.NDArray[np.bool_]
Verdict = Literal["equivalent", "different", "cannot tell"]
VERDICTS: tuple[Verdict, ...] = ("equivalent", "different", "cannot tell")


def is_equivalent(difference: Floats, error: Floats, df: Floats, margin: Floats) -> Booleans:
    """Whether each difference is within its margin, at the level of 5 % on either side; NaN margins are never kept."""
    return np.asarray(np.abs(difference) + student.quantile(1.0 - LEVEL, df) * error < margin)


def equivalence_power(error: Floats, df: Floats, margin: Floats) -> Floats:
    """Chance, 0 to 1, that `is_equivalent` comes out true where there is no difference at all."""
    room = margin / np.maximum(error, 1e-12) - student.quantile(1.0 - LEVEL, df)
    return np.asarray(np.maximum(0.0, 2.0 * student.below(room, df) - 1.0), np.float64)


def smallest_detectable(error: Floats, df: Floats) -> Floats:
    """The difference that a two-sided test at 5 % finds in four of five such data sets."""
    return np.asarray((student.quantile(1.0 - LEVEL / 2.0, df) + student.quantile(POWER, df)) * error, np.float64)


def verdicts(equivalent: Iterable[bool], p_values: Iterable[float]) -> list[Verdict]:
    """One verdict each: within the margin, or different by its p value, or neither.

    A difference that is real and yet within the margin is called equivalent: it is too small to matter, and its
    interval stands beside.
    """
    return [
        "equivalent" if same else "different" if p_value <= LEVEL else "cannot tell"
        for same, p_value in zip(equivalent, p_values, strict=True)
    ]
