"""Replay drift: how far the replays of a generation are from what it stores (SPEC section 6).

A replay that is elsewhere, or sees other things, answers another question, so E5 no longer is what it is taken for. Other
pixels at the same pose are a caution: an engine that renders on a graphics card may differ in the last bit.
"""

from collections.abc import Iterator

import polars as pl

from tasks.audits.agreement import frame_id
from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, Verdict, finding, undecided
from tasks.audits.thresholds import DRIFT_DEG, DRIFT_M

NAME = "replay_drift"


def audit(data: Dataset) -> Iterator[Finding]:
    if data.drift.is_empty():
        yield undecided(NAME, "pose")
        return
    turned = pl.max_horizontal("yaw_deg", "horizon_deg")
    yield _farthest("position_m", data.drift, pl.col("position_m"), DRIFT_M)
    yield _farthest("angle_deg", data.drift, turned, DRIFT_DEG)
    changed = (pl.col("lost").list.len() + pl.col("gained").list.len()) > 0
    yield _share("other_things_visible", data.drift, changed, "failed")
    drawn = data.drift.filter(pl.col("same_pixels").is_not_null())
    if drawn.height:
        yield _share("other_pixels", drawn, ~pl.col("same_pixels"), "caution")


def _farthest(statistic: str, drift: pl.DataFrame, apart: pl.Expr, threshold: float) -> Finding:
    """The largest distance of any frame, and the frames beyond the threshold."""
    beyond = drift.filter(apart > threshold)
    value = float(drift.select(apart.max()).item())
    ids = beyond.select(frame_id()).to_series().unique()
    return finding(NAME, statistic, value, "failed" if beyond.height else "passed", threshold=threshold, ids=ids)


def _share(statistic: str, drift: pl.DataFrame, differs: pl.Expr, otherwise: Verdict) -> Finding:
    """The share of replayed frames that differ, and which."""
    wrong = drift.filter(differs)
    ids = wrong.select(frame_id()).to_series().unique()
    verdict: Verdict = otherwise if wrong.height else "passed"
    return finding(NAME, statistic, wrong.height / drift.height, verdict, threshold=0.0, ids=ids)
