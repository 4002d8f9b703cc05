"""The closed loop, taken apart: what a walk acquired, what of it was sampled, what was answered, what was right.

A, section 5, reads a closed loop's score beside replay's and cannot say whether a right answer rested on anything seen
(SPEC section 5). Here every question of every rung with pictures is held against the records of its frames: those of the
whole walk, and those that reached the answerer. Rungs that show stored frames have the same rows, for comparison.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import polars as pl

from schemas.tables import empty
from schemas.values import CLOSED_LOOP_STATISTICS, OUTCOMES
from tasks.analysis.cells import ALL, cells
from tasks.analysis.intervals import share_bounds
from tasks.analysis.rates import floats
from tasks.questions.evidence import of_another_walk, outcome, settle
from tasks.questions.record import FrameRecord, Question
from tasks.rungs.footage import Footage
from tasks.rungs.rungs import RUNGS, Rung

NEAR_M, NEAR_DEG = 1.0, 45.0
"""A walk covers a pose that it came so near to, in the plane and in yaw."""
_RUN = ["run_id", "split", "rung", "answerer"]
_FATE = [*_RUN, "episode_id", "question_id", "house_id", "stratum", "family", "answered"]
_FACTS = (
    "rung",
    "question_id",
    "gold",
    "gold_by",
    "acquired",
    "given",
    "n_acquired",
    "n_given",
    "n_given_distinct",
    "pose_coverage",
    "own_gold",
    "has_evidence",
)
"""What does not hang on the answerer."""
_NOTHING: tuple[tuple[int, ...], tuple[str, ...]] = ((), ())


@dataclass(frozen=True, slots=True)
class Walks:
    """The walks of one rung, by episode id; those that did not run are missing."""

    recorded: Mapping[str, Footage]
    """The recorded walks, as stored or as replayed."""
    own: Mapping[str, Footage]
    """The rung's own, where it shows those."""

    def of(self, rung: Rung, episode_id: str) -> Footage | None:
        return (self.own if rung.shows_own else self.recorded).get(episode_id)


def taken_apart(rungs: Sequence[str]) -> tuple[str, ...]:
    """Those whose pictures are what they are: some are shown, and none is blank, borrowed or out of order.

    Rungs that share a walk stand together.
    """
    kept = [
        rung
        for rung in map(RUNGS.__getitem__, rungs)
        if rung.answers and rung.evidence != "none" and rung.alteration == "none" and not rung.rotation
    ]
    return tuple(rung.name for rung in sorted(kept, key=lambda rung: rung.walk_of if rung.walk else ""))


def closed_loop(
    asked: pl.DataFrame,
    responses: pl.DataFrame,
    questions: Sequence[Question],
    stored: Mapping[str, Footage],
    walks_of: Callable[[str], Walks],
) -> pl.DataFrame:
    """The table `closed_loop`.

    Args:
        asked: what became of each designated question (`answers.fates`).
        responses: whose frames reached an answerer; under one rung they are the same for all.
        questions: of the evaluated split.
        stored: the recorded walks by episode id, as they are stored.
        walks_of: the walks of a rung; called once a rung, for those that share a walk in a row.
    """
    by_id = {question.question_id: question for question in questions}
    facts: list[dict[str, Any]] = []
    for name in taken_apart(asked["rung"].unique().sort().to_list()):
        mine = asked.filter(pl.col("rung") == name)["question_id"].unique().sort()
        facts += _of_rung(RUNGS[name], [by_id[each] for each in mine], _given(responses, name), stored, walks_of(name))
    schema = {name: dtype for name, dtype in empty("closed_loop").schema.items() if name in _FACTS}
    told = pl.DataFrame(facts, schema=schema, orient="row")
    fate = asked.select(*_FATE, right="correct")
    table = told.join(fate, on=["rung", "question_id"], how="inner", validate="1:m")
    return table.select(empty("closed_loop").columns).sort(*_RUN, "question_id")


def closed_loop_metrics(table: pl.DataFrame) -> pl.DataFrame:
    """The table `closed_loop_metrics` from the table `closed_loop`."""
    if table.is_empty():
        return empty("closed_loop_metrics")
    told = pl.concat([table, table.with_columns(gold_by=pl.lit(ALL))]).with_columns(**_statistics())
    sums = cells(told, [*_RUN, "gold_by"], CLOSED_LOOP_STATISTICS)
    tables = []
    for name in CLOSED_LOOP_STATISTICS:
        spread = sums.spread(name)
        bounds = share_bounds(spread)
        tables.append(
            sums.keys.with_columns(
                statistic=pl.lit(name),
                n=pl.Series(sums.sums("n"), dtype=pl.Int32),
                n_houses=pl.Series(spread.clusters, dtype=pl.Int32),
                count=floats(np.asarray(sums.sums(name), np.float64)),
                share=floats(np.clip(spread.mean, 0.0, 1.0)),
                low=floats(bounds.low),
                high=floats(bounds.high),
            )
        )
    within = (pl.col("stratum") == ALL) | (pl.col("family") == ALL)
    columns = empty("closed_loop_metrics").columns
    return pl.concat(tables).filter(within).select(columns).sort(columns[:8])


def _statistics() -> dict[str, pl.Expr]:
    """Of each question, whether it counts; by the names of CLOSED_LOOP_STATISTICS that are no columns yet."""
    return {
        **{f"{frames}_{name}": pl.col(frames) == name for frames in ("acquired", "given") for name in OUTCOMES},
        "right_without_evidence": pl.col("right") & ~pl.col("has_evidence"),
        "wrong_with_evidence": pl.col("answered") & ~pl.col("right") & pl.col("has_evidence"),
        "own_gold_is_gold": pl.col("own_gold").eq_missing(pl.col("gold")),
    }


def _given(responses: pl.DataFrame, rung: str) -> dict[str, tuple[tuple[int, ...], tuple[str, ...]]]:
    """By question id the frames that reached the answerers, and their hashes."""
    rows = responses.filter(pl.col("rung") == rung).unique("question_id", keep="first", maintain_order=True)
    columns = ("question_id", "evidence_frames", "evidence_hashes")
    return {each: (tuple(frames), tuple(hashes)) for each, frames, hashes in rows.select(columns).iter_rows()}


def _of_rung(
    rung: Rung,
    questions: Sequence[Question],
    given: Mapping[str, tuple[tuple[int, ...], tuple[str, ...]]],
    stored: Mapping[str, Footage],
    walks: Walks,
) -> Iterator[dict[str, Any]]:
    @cache
    def covered(episode_id: str) -> tuple[bool, ...]:
        footage = walks.of(rung, episode_id)
        return _covered(stored[episode_id], footage) if footage else (False,) * len(stored[episode_id].poses)

    for question in questions:
        recorded = stored[question.episode_id]
        n_frames, footage = len(recorded.records), walks.of(rung, question.episode_id)
        frames, hashes = given.get(question.question_id, _NOTHING) if footage else _NOTHING
        walk = footage.records if footage else ()
        whole, sampled = walk, tuple(walk[t] for t in frames)
        if rung.shows_own:
            whole, sampled = of_another_walk(walk, n_frames), of_another_walk(sampled, n_frames)
        near = covered(question.episode_id)
        yield {
            "rung": rung.name,
            "question_id": question.question_id,
            "gold": question.gold,
            "gold_by": _gold_by(question, recorded.records),
            "acquired": outcome(question, whole, n_frames),
            "given": outcome(question, sampled, n_frames),
            "n_acquired": len(whole),
            "n_given": len(sampled),
            "n_given_distinct": len({hash_ or t for t, hash_ in zip(frames, hashes, strict=True)}),
            "pose_coverage": sum(near[t] for t in question.frame_refs) / len(question.frame_refs),
            "own_gold": settle(question, whole, n_frames, "closed"),
            "has_evidence": rung.mode != "none" and settle(question, sampled, n_frames, rung.mode) == question.gold,
        }


def _gold_by(question: Question, recorded: Sequence[FrameRecord]) -> str:
    cited = [recorded[t] for t in question.frame_refs]
    return "presence" if outcome(question, cited, len(recorded)) == "shown" else "absence"


def _covered(reference: Footage, walk: Footage) -> tuple[bool, ...]:
    """For each reference frame, whether the walk came near its pose."""
    theirs, ours = np.asarray(reference.poses), np.asarray(walk.poses)
    apart = np.hypot(theirs[:, None, 0] - ours[None, :, 0], theirs[:, None, 1] - ours[None, :, 1])
    turned = np.abs((theirs[:, None, 2] - ours[None, :, 2] + 180.0) % 360.0 - 180.0)
    near = (apart <= NEAR_M + 1e-9) & (turned <= NEAR_DEG + 1e-9)
    return tuple(bool(each) for each in near.any(axis=1))
