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

NO_ANSWER = "no_answer"
"""In the place of a parser's status: nothing came that could be parsed, so the answer is null (A, Appendix I.1)."""

OUTCOMES: tuple[str, ...] = ("shown", "contrary", "by_absence", "contrary_by_absence", "silent")
"""How a set of frames stands to a question's gold answer (SPEC section 3)."""

GOLD_BY: tuple[str, ...] = ("presence", "absence")
"""Whether what is in the pictures can show a gold answer, or only what is in none of them."""

CLOSED_LOOP_STATISTICS: tuple[str, ...] = (
    *(f"acquired_{outcome}" for outcome in OUTCOMES),
    *(f"given_{outcome}" for outcome in OUTCOMES),
    "has_evidence",
    "answered",
    "right",
    "right_without_evidence",
    "wrong_with_evidence",
    "own_gold_is_gold",
    "pose_coverage",
)
"""What the closed loop is taken apart into (SPEC section 5)."""

AUDIT_VERDICTS: tuple[str, ...] = ("failed", "caution", "undecided", "passed", "stated")
"""`caution`: no fault of the data, but it limits what may be read from a score; `undecided`: nothing to measure it by;
`stated`: a figure without a threshold. Only `failed` makes `ladder audit` exit 1."""

SEED_STATISTICS: tuple[str, ...] = ("success_rate", "spl")
"""What is told of a policy over several seeds."""
