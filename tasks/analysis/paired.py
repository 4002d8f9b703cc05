"""Is a paired difference more than chance? Sign flips of whole houses, and McNemar's test beside them (SPEC section 5).

If nothing tells two conditions apart, each house's difference could as well have had the other sign. The share of all
2^G ways of choosing signs that give a sum at least as far from zero is the p value: exact, without drawing any. Houses
need not be of one size. McNemar's test takes every question for itself; it ignores that questions of a house are alike,
so it only stands beside.
"""

import math

import numpy as np
from scipy import stats

from tasks.analysis.clusters import Floats, Integers


def sign_flip_p(gains: Integers) -> float:
    """Two-sided p value of "signs are by lot", from one whole-numbered difference a house; 1 where all are 0.

    The distribution of the sum is a product of cosines once Fourier-transformed, so all sign choices are counted at once.
    """
    sizes = np.abs(gains[gains != 0])
    if not len(sizes):
        return 1.0
    sizes = sizes // np.gcd.reduce(sizes)
    values, counts = np.unique(sizes, return_counts=True)
    farthest = int(sizes.sum())
    seen = abs(int(np.sign(gains[gains != 0]) @ sizes))
    least = math.ldexp(1.0, 1 - len(sizes))  # what a transform of doubles can't tell from nothing
    if seen in (0, farthest):
        return 1.0 if seen == 0 else least
    length = 1 << (2 * farthest).bit_length()
    angles = 2.0 * np.pi * np.arange(length // 2 + 1) / length
    transformed = np.ones_like(angles)
    for value, count in zip(values, counts, strict=True):
        transformed *= _power(np.cos(value * angles), int(count))
    tail = float(np.fft.irfft(transformed, length)[seen : farthest + 1].sum())
    return min(1.0, max(2.0 * tail, least))


def _power(base: Floats, exponent: int) -> Floats:
    """By squaring: a tenth of what a power of doubles takes. The exponent is at least 1."""
    power = base if exponent & 1 else np.ones_like(base)
    while exponent := exponent >> 1:
        base = base * base
        if exponent & 1:
            power = power * base
    return power


def mcnemar_p(better: Integers, worse: Integers) -> Floats:
    """McNemar's exact two-sided p values, from how many questions got better and how many worse; 1 where none did."""
    fewer, both = np.minimum(better, worse), better + worse
    return np.asarray(np.minimum(1.0, 2.0 * stats.binom.cdf(fewer, np.maximum(both, 1), 0.5)), np.float64)
