"""Closed sets of values that columns may hold; the order is the one that reports print."""

from schemas.settings import SPLITS as SPLITS
from schemas.settings import STRATA as STRATA

FAMILIES: tuple[str, ...] = (
    "Existence",
    "Counting",
    "Room Identification",
    "Order",
    "Persistence",
    "Presence-change",
    "Global-count",
    "Rooms-visited",
)
"""A's eight question families (section 3.2)."""

TERMINATIONS: tuple[str, ...] = (
    "reached_target",
    "done_target_not_visible",
    "done_too_far",
    "done_too_small",
    "stuck",
    "budget",
    "error",
)

PARSE_STATUSES: tuple[str, ...] = (
    "letter",
    "text_match",
    "refusal",
    "truncated",
    "ambiguous",
    "empty",
    "out_of_range",
)

AUDIT_VERDICTS: tuple[str, ...] = ("failed", "caution", "undecided", "passed", "stated")
"""`caution`: no fault of the data, but it limits what may be read from a score; `undecided`: nothing to measure it by;
`stated`: a figure without a threshold. Only `failed` makes `ladder audit` exit 1."""
