"""Which frames of a walk reach the answerer: indices into the walk, in time order, one a picture (SPEC section 4)."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from tasks.questions.evidence import Asked, of_another_walk, settle
from tasks.questions.families import FAMILIES
from tasks.questions.record import FrameRecord, Question
from tasks.questions.strip import evenly_spaced
from tasks.rungs.rung import Rung

SIX = 6
WHOLE_WALK_PICTURES = 64
"""Pictures of `E2-all` in every episode: as many as our long walks have, so that few are thinned."""


def chosen(rung: Rung, question: Question, n_frames: int, own: Sequence[FrameRecord] = ()) -> tuple[int, ...]:
    """The frames that a rung shows, before anything is altered about them.

    An even subsample takes the first frame, the last and those at equal distances between, halves going up; a walk of
    fewer frames gives each of them once, so there are never doubles. Where no frame is decisive (nothing needs to be
    seen to settle the question, or the cited frames settle nothing), `last_decisive` shows the last cited one, so that
    every question of a rung has the same number of pictures.

    Args:
        rung: What it shows.
        question: Its frames and its logic.
        n_frames: Length of the recorded walk.
        own: Records of the rung's own walk, for evidence that is taken from it.
    """
    match rung.evidence:
        case "none":
            return ()
        case "cited":
            return question.frame_refs
        case "last_decisive":
            return (question.decisive_frames or question.frame_refs)[-1:]
        case "strip":
            return question.strip
        case "trajectory":
            return _whole(question.frame_refs, n_frames)
        case "even6":
            return evenly_spaced(n_frames, SIX)
        case "own_even6":
            return evenly_spaced(len(own), SIX)
        case "own_last":
            return (len(own) - 1,)
        case "own_select6":
            return select(question, own, n_frames)


def budget_of(rung: Rung) -> int:
    """The number of pictures that `fixed_budget` brings every question to."""
    return WHOLE_WALK_PICTURES if rung.evidence == "trajectory" else SIX


def stretched(frames: Sequence[int], n: int) -> tuple[int, ...]:
    """The frames, shown again in their order until there are `n` of them; each about as often as the others."""
    if len(frames) >= n:
        return tuple(frames)
    gaps = n - 1
    return tuple(frames[(2 * place * (len(frames) - 1) + gaps) // (2 * gaps)] for place in range(n))


def select(question: Question, own: Sequence[FrameRecord], n_frames: int) -> tuple[int, ...]:
    """The six frames of a walk of one's own that together settle most.

    The smallest set that settles in open mode what the whole walk does, ties by the earliest; where the whole walk
    settles nothing, the frames that hold most of what is asked. Filled up to six with the walk's even subsample, and
    then from its start.
    """
    core = _settling(question, own, n_frames) or _fullest(question, own)
    kept = dict.fromkeys(core)
    for t in (*evenly_spaced(len(own), SIX), *range(len(own))):
        if len(kept) >= min(SIX, len(own)):
            break
        kept.setdefault(t)
    return tuple(sorted(kept))


def _whole(cited: Iterable[int], n_frames: int) -> tuple[int, ...]:
    """All frames, thinned evenly where there are too many; the cited ones stay, for thinning must not take evidence."""
    if n_frames <= WHOLE_WALK_PICTURES:
        return tuple(range(n_frames))
    kept = set(evenly_spaced(n_frames, WHOLE_WALK_PICTURES))
    needed = set(cited)
    for t in sorted(needed - kept):
        kept.remove(min(kept - needed, key=lambda other: (abs(other - t), other)))
        kept.add(t)
    return tuple(sorted(kept))


def _settling(question: Question, own: Sequence[FrameRecord], n_frames: int) -> tuple[int, ...]:
    """The smallest, earliest set of at most six frames that settles what all of them settle; empty where they do not."""
    elsewhere = of_another_walk(own, n_frames)
    settled = settle(question, elsewhere, n_frames, "open")
    if settled is None:
        return ()
    useful = _first_of_each(question, own)
    for size in range(1, SIX + 1):
        for frames in combinations(useful, size):
            if settle(question, [elsewhere[t] for t in frames], n_frames, "open") == settled:
                return frames
    return ()


def _first_of_each(question: Question, own: Sequence[FrameRecord]) -> list[int]:
    """The first frame of every content that matters to the question; a later one of the same tells nothing more.

    One that shows the type counts with its room as well, for what is asked may be where it was seen from.
    """
    asked = Asked.of(question)
    family = FAMILIES[asked.family]
    firsts: dict[tuple[frozenset[str], str], int] = {}
    for t, frame in enumerate(own):
        if content := family.content(frame, asked.subject):
            firsts.setdefault((content, frame.room_id), t)
    return list(firsts.values())


def _fullest(question: Question, own: Sequence[FrameRecord]) -> tuple[int, ...]:
    """At most six frames that cover what the walk shows of the things asked about, each adding most; ties by earliest."""
    asked = Asked.of(question)
    content = {t: FAMILIES[asked.family].content(frame, asked.subject) for t, frame in enumerate(own)}
    covered: set[str] = set()
    kept: list[int] = []
    while len(kept) < SIX:
        t = max(content, key=lambda each: (len(content[each] - covered), -each))
        if not content[t] - covered:
            break
        covered |= content[t]
        kept.append(t)
    return tuple(kept)
