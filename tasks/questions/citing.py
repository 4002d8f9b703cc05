"""Which six frames a sound question cites: what decides it, and others drawn by seed (SPEC section 3, rules 1 and 2).

Every question has six, so that their number says nothing. Those that decide come first: the first frame that holds some
of what is asked, a cover of all of it with few frames, and for Presence-change the last picture.
"""

from collections.abc import Sequence

import numpy as np

from tasks.questions.evidence import Asked
from tasks.questions.families import FAMILIES
from tasks.questions.record import FrameRecord

N_CITED = 6


def cite(asked: Asked, frames: Sequence[FrameRecord], n_frames: int, rng: np.random.Generator) -> tuple[int, ...] | None:
    """Six moments in time order, or None where the walk has fewer. Whether they give gold is for the caller to see.

    Args:
        asked: The question.
        frames: In time order, those that hold some of what is asked; others do no harm.
        n_frames: Length of the walk.
        rng: Draws what is left of the six among the other moments.
    """
    if n_frames < N_CITED:
        return None
    chosen = _core(asked, frames, n_frames - 1)[:N_CITED]
    others = [t for t in range(n_frames) if t not in chosen]
    drawn = [others[int(index)] for index in rng.permutation(len(others))[: N_CITED - len(chosen)]]
    return tuple(sorted([*chosen, *drawn]))


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
