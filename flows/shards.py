"""Shards of a run: done where they are missing, committed as they come.

Workers stage; this process alone writes the log (DESIGN, "How data flows"). What has a receipt is not done again, so the
same command goes on where a killed one stopped.
"""

import logging
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Protocol, TypeVar

import polars as pl
from prefect import Task

from flows.artifacts import shown_progress
from flows.logs import event, reason_of, since, told_stage
from flows.outcomes import Attempt, Outcome, PoolReport
from flows.pool import Pool
from flows.progress import Progress
from lake.commit import SHARDS_A_COMMIT, commit
from lake.resume import missing, receipts
from lake.rows import append_rows
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.errors import ContractError
from schemas.identity import canonical_json
from schemas.tables import empty

J = TypeVar("J", bound="Job")

_LEVELS: Mapping[Outcome, int] = {
    "shard_done": logging.INFO,
    "shard_failed": logging.ERROR,
    "worker_died": logging.WARNING,
    "shard_quarantined": logging.ERROR,
}


class Job(Protocol):
    """What a worker is given: a shard, and all that its rows depend on."""

    @property
    def shard(self) -> Shard: ...


class Work:
    """One run's work: its lake, its pool, and the shards that it has been asked to do so far."""

    def __init__(self, lake: Lake, run_id: str, pool: Pool, workers: int) -> None:
        self._lake, self._run_id, self._pool, self._workers = lake, run_id, pool, workers
        self.stages: list[dict[str, Any]] = []
        """What each stage of this call did and when, for the manifest: times live nowhere else."""

    def put(self, split: str, name: str, frames: Mapping[str, pl.DataFrame]) -> None:
        """Stage and commit a shard whose rows this process has made itself."""
        shard = Shard(self._run_id, split, name)
        if missing(self._lake, self._run_id, [shard]):
            stage(self._lake, shard, frames)
        commit(self._lake, self._run_id, receipts(self._lake, self._run_id, [shard]))

    def do(self, stage_name: str, task: Task[..., Receipt], jobs: Sequence[J]) -> None:
        """Do the jobs that have no receipt, and commit them all.

        Raises:
            ContractError: A shard failed or killed its worker; the others are committed, the failed ones are in
                `quarantine`.
        """
        rows: Counter[str] = Counter()
        waiting: list[Receipt] = []

        def keep(receipt: Receipt) -> None:
            rows.update(receipt.rows)
            waiting.append(receipt)
            if len(waiting) == SHARDS_A_COMMIT:
                commit(self._lake, self._run_id, waiting)
                waiting.clear()

        with self.timed(stage_name) as account:
            todo = self._todo(jobs)
            lacking = {job.shard for job in todo}
            before = receipts(self._lake, self._run_id, [job.shard for job in jobs if job.shard not in lacking])
            for receipt in before:
                rows.update(receipt.rows)
            commit(self._lake, self._run_id, before)
            report = self._run(stage_name, task, todo, keep)
            commit(self._lake, self._run_id, waiting)
            account |= {"shards": len(jobs), "done_before": len(before), "rows": dict(sorted(rows.items()))}
        self._settle(stage_name, report)

    @contextmanager
    def timed(self, stage_name: str) -> Iterator[dict[str, Any]]:
        """Notes when a stage began and ended; what is put into the dictionary is noted with it."""
        started = datetime.now(UTC)
        clock = monotonic()
        with told_stage(stage_name) as account:
            yield account
        times = {"started": started.isoformat(timespec="milliseconds"), "seconds": since(clock)}
        finished = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.stages.append({"stage": stage_name, **times, "finished": finished, **account})

    def stage(self, stage_name: str, task: Task[..., Receipt], jobs: Sequence[J]) -> list[Receipt]:
        """Do the jobs that have no receipt and commit none: where the run is published, readers would see a part.

        Raises:
            ContractError: As `do` does.
        """
        with self.timed(stage_name) as account:
            todo = self._todo(jobs)
            report = self._run(stage_name, task, todo, lambda receipt: None)
            staged = receipts(self._lake, self._run_id, [job.shard for job in jobs])
            account |= _account(staged, len(jobs), len(jobs) - len(todo))
        self._settle(stage_name, report)
        return staged

    def here(self, stage_name: str, jobs: Sequence[J], do: Callable[[J, Progress], Receipt], steps: int) -> None:
        """Do the jobs that have no receipt in this process, one after the other, and commit them all.

        An error ends the run at once, and the same command goes on from there.

        Args:
            stage_name: What is being done, in a word or two.
            jobs: What to do.
            do: Does one; it tells the progress of its steps.
            steps: How many steps there are in all.
        """
        with self.timed(stage_name) as account, shown_progress(self._run_id, stage_name) as shown:
            todo = set(missing(self._lake, self._run_id, [job.shard for job in jobs]))
            done: list[Receipt] = []
            with Progress(stage_name, steps, unit="steps", heard=shown) as progress:
                for job in jobs:
                    if job.shard in todo:
                        self._do_here(job, do, progress)
                    receipt = receipts(self._lake, self._run_id, [job.shard])
                    commit(self._lake, self._run_id, receipt)
                    done += receipt
            account |= _account(done, len(jobs), len(jobs) - len(todo))

    def _do_here(self, job: J, do: Callable[[J, Progress], Receipt], progress: Progress) -> None:
        clock = monotonic()
        try:
            receipt = do(job, progress)
        except Exception as error:
            self._hear(Attempt(job, "shard_failed", 1, since(clock), os.getpid(), reason_of(error)))
            raise
        self._hear(Attempt(job, "shard_done", 1, since(clock), os.getpid(), result=receipt))

    def _hear(self, attempt: Attempt[J]) -> None:
        """Tell the log how a try at a shard ended."""
        shard = attempt.shard.shard
        event(
            attempt.outcome,
            level=_LEVELS[attempt.outcome],
            split=shard.split,
            shard=shard.name,
            attempt=attempt.number,
            seconds=attempt.seconds,
            worker=attempt.worker,
            reason=attempt.reason,
            rows=dict(sorted(attempt.result.rows.items())) if isinstance(attempt.result, Receipt) else None,
        )

    def _todo(self, jobs: Sequence[J]) -> list[J]:
        lacking = set(missing(self._lake, self._run_id, [job.shard for job in jobs]))
        return [job for job in jobs if job.shard in lacking]

    def _run(
        self, stage_name: str, task: Task[..., Receipt], jobs: Sequence[J], keep: Callable[[Receipt], None]
    ) -> PoolReport[J] | None:
        if not jobs:
            return None
        mishaps = 0
        with (
            shown_progress(self._run_id, stage_name) as shown,
            Progress(stage_name, len(jobs), workers=self._workers, heard=shown) as progress,
        ):

            def done(_: J, receipt: Receipt) -> None:
                nonlocal mishaps
                mishaps += receipt.rows.get("mishaps", 0)
                progress.advance()
                keep(receipt)

            report = self._pool.run(task, jobs, done=done, told=self._hear)
        if mishaps:
            event("mishaps", level=logging.WARNING, rows={"mishaps": mishaps})
            told = "lost players and refused houses cost no data; `mishaps` names them"
            count = "1 mishap" if mishaps == 1 else f"{mishaps} mishaps"
            print(f"{stage_name}: {count} ({told})", file=sys.stderr, flush=True)
        return report

    def _settle(self, stage_name: str, report: PoolReport[J] | None) -> None:
        if report and not report.complete:
            self._set_aside(stage_name, report)

    def _set_aside(self, stage_name: str, report: PoolReport[J]) -> None:
        lost = [*report.failed, *report.quarantined]
        rows = [
            {
                "run_id": self._run_id,
                "split": failure.shard.shard.split,
                "table": stage_name,
                "expectation": "shard_completes",
                "key": failure.shard.shard.name,
                "row": canonical_json({"reason": failure.reason}),
            }
            for failure in lost
        ]
        append_rows(self._lake, "quarantine", pl.DataFrame(rows, schema=empty("quarantine").schema))
        first = lost[0]
        raise ContractError(
            f"{stage_name}: {len(lost)} shards of run {self._run_id} failed, the first, {first.shard.shard.name}, because "
            f"{first.reason}. The others are kept and the reasons are in `quarantine`; the same command tries again."
        )


def _account(staged: Iterable[Receipt], n_jobs: int, n_before: int) -> dict[str, Any]:
    rows: Counter[str] = Counter()
    for receipt in staged:
        rows.update(receipt.rows)
    return {"shards": n_jobs, "done_before": n_before, "rows": dict(sorted(rows.items()))}


def chunks(ids: Iterable[str], size: int) -> list[tuple[str, ...]]:
    """The ids in order, cut into pieces of at most `size`."""
    ordered = sorted(ids)
    return [tuple(ordered[start : start + size]) for start in range(0, len(ordered), size)]
