"""Which six frames a sound question cites: what decides it, and others drawn by seed (SPEC section 3, rules 1 and 2).

Every question has six, so that their number says nothing. Those that decide come first: the first frame that holds some
of what is asked, a cover of all of it with few frames, and for Presence-change the last picture.
"""

from collections.abc import Sequence

from tasks.questions.evidence import Asked
from tasks.questions.families import FAMILIES
from tasks.questions.record import FrameRecord

N_CITED = 6


def cite(asked: Asked, frames: Sequence[FrameRecord], order: Sequence[int]) -> tuple[int, ...] | None:
    """Six moments in time order, or None where the walk has fewer. Whether they give gold is for the caller to see.

    Args:
        asked: The question.
        frames: In time order, those that hold some of what is asked; others do no harm.
        order: All moments of the walk as drawn; those that come first fill up the six.
    """
    if len(order) < N_CITED:
        return None
    core = _core(asked, frames, len(order) - 1)[:N_CITED]
    others = [t for t in order if t not in core]
    return tuple(sorted([*core, *others[: N_CITED - len(core)]]))


def _core(asked: Asked, frames: Sequence[FrameRecord], last: int) -> list[int]:
    """Moments by importance: the greedy cover takes the frame with most that is new, the earliest of equals."""
    content = {frame.t: FAMILIES[asked.family].content(frame, asked.subject) for frame in frames}
    holding = [t for t in content if content[t]]
    core = [last] if asked.family == "Presence-change" else []
    covered: set[str] = set()
    best = holding[0] if holding else None
    while best is not None:
        if best not in core:
            core.append(best)
        covered |= content[best]
        best = max(
            (t for t in holding if content[t] - covered), key=lambda t: (len(content[t] - covered), -t), default=None
        )
    return core
