"""How figures look in print: shares as percent with one decimal, never without their n, and A's shading."""

from dataclasses import dataclass

_ROSE, _CREAM, _MINT = (244, 178, 178), (252, 244, 218), (160, 220, 186)
_LOW, _HIGH = 0.20, 0.75
"""A's display scale (section 3.4): rose at 20 %, cream half-way, mint at 75 %."""

NARROW = "\u202f"
"""A narrow space that does not break, between a figure and its sign."""


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}{NARROW}%"


def points(difference: float) -> str:
    """A difference of shares in percentage points, with its sign; what rounds to nothing has none."""
    rounded = round(100 * difference, 1)
    return f"{rounded:+.1f}".replace("-", "−") if rounded else "0.0"


def span(low: float | None, high: float | None) -> str:
    """A 95 % interval in percent."""
    return "–" if low is None or high is None else f"{100 * low:.0f} to {100 * high:.0f}{NARROW}%"


def brief(low: float | None, high: float | None) -> str:
    """The same in the little room of a cell, where the heading says percent."""
    return "" if low is None or high is None else f"{100 * low:.0f}–{100 * high:.0f}"


def metres(length: float | None) -> str:
    return "–" if length is None else f"{length:.2f}{NARROW}m".replace("-", "−")


def plain(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def shade(share: float | None) -> str:
    """Background of a cell as CSS colour; dark text reads well on all of the scale."""
    if share is None:
        return "transparent"
    place = min(1.0, max(0.0, (share - _LOW) / (_HIGH - _LOW)))
    start, end, part = (_ROSE, _CREAM, 2 * place) if place < 0.5 else (_CREAM, _MINT, 2 * place - 1)
    mixed = (round(a + (b - a) * part) for a, b in zip(start, end, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


@dataclass(frozen=True, slots=True)
class Cell:
    """One accuracy: the figure, and what it rests on."""

    value: str
    notes: tuple[str, ...]
    """Small print, a line each: the interval first."""
    title: str
    """All of it in words, for a pointer at rest."""
    color: str


NOT_ASKED = Cell("–", (), "not asked", "transparent")
