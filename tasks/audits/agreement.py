"""The two derivations agree: on answers, decisive frames, needs, rooms and masks (SPEC section 3)."""

from collections.abc import Iterator

import polars as pl

from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, Verdict, finding, undecided
from tasks.audits.shares import all_hold

NAME = "agreement"
_NEEDS = ("needs_past", "needs_integration", "decisive_age", "n_decisive")


def audit(data: Dataset) -> Iterator[Finding]:
    both = data.questions.join(data.derived, on="question_id", how="left", suffix="_again", validate="1:1")
    yield from all_hold(NAME, "gold", both, pl.col("gold").eq_missing(pl.col("universe_again")))
    same_frames = pl.col("decisive_frames").eq_missing(pl.col("decisive_frames_again"))
    yield from all_hold(NAME, "decisive_frames", both, same_frames)
    same_needs = pl.all_horizontal(pl.col(name).eq_missing(pl.col(f"{name}_again")) for name in _NEEDS)
    yield from all_hold(NAME, "needs", both, same_needs)
    yield _frames("camera_rooms", data.frames, data.misplaced)
    yield _frames("object_rooms", data.frames, data.misplaced_objects)
    if data.redrawn is None or data.redrawn.compared.is_empty():
        yield undecided(NAME, "masks")
    else:
        yield _frames("masks", data.redrawn.compared, data.redrawn.differing)


def _frames(statistic: str, compared: pl.DataFrame, differing: pl.DataFrame) -> Finding:
    """Share of frames on which both agree; ids of the others."""
    value = 1.0 - differing.height / compared.height if compared.height else None
    verdict: Verdict = "failed" if differing.height else "passed"
    return finding(NAME, statistic, value, verdict, threshold=1.0, ids=differing.select(frame_id()).to_series())


def frame_id() -> pl.Expr:
    """A frame's name for people: `ep_00003/12`."""
    return pl.format("{}/{}", "episode_id", "t")
