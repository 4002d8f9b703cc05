"""Shards of a run: done where they are missing, committed as they come.

Workers stage; this process alone writes the log (DESIGN, "How data flows"). What has a receipt is not done again, so the
same command goes on where a killed one stopped.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from time import monotonic
from typing import Any, Protocol, TypeVar

import polars as pl
from prefect import Task

from flows.pool import Pool, PoolReport
from flows.progress import Progress
from lake.commit import SHARDS_A_COMMIT, commit
from lake.publish import append
from lake.resume import missing, receipts
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.errors import ContractError
from schemas.identity import canonical_json
from schemas.tables import empty

J = TypeVar("J", bound="Job")


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
        account: dict[str, Any] = {}
        started = datetime.now(UTC)
        clock = monotonic()
        yield account
        times = {"started": started.isoformat(timespec="milliseconds"), "seconds": round(monotonic() - clock, 3)}
        finished = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.stages.append({"stage": stage_name, **times, "finished": finished, **account})

    def stage(self, stage_name: str, task: Task[..., Receipt], jobs: Sequence[J]) -> list[Receipt]:
        """Do the jobs that have no receipt and commit none: where the run is published, readers would see a part.

        Raises:
            ContractError: As `do` does.
        """
        report = self._run(stage_name, task, self._todo(jobs), lambda receipt: None)
        self._settle(stage_name, report)
        return receipts(self._lake, self._run_id, [job.shard for job in jobs])

    def _todo(self, jobs: Sequence[J]) -> list[J]:
        lacking = set(missing(self._lake, self._run_id, [job.shard for job in jobs]))
        return [job for job in jobs if job.shard in lacking]

    def _run(
        self, stage_name: str, task: Task[..., Receipt], jobs: Sequence[J], keep: Callable[[Receipt], None]
    ) -> PoolReport[J] | None:
        if not jobs:
            return None
        mishaps = 0
        with Progress(stage_name, len(jobs), workers=self._workers) as progress:

            def done(_: J, receipt: Receipt) -> None:
                nonlocal mishaps
                mishaps += receipt.rows.get("mishaps", 0)
                progress.advance()
                keep(receipt)

            report = self._pool.run(task, jobs, done=done)
        if mishaps:
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
        append(self._lake, "quarantine", pl.DataFrame(rows, schema=empty("quarantine").schema))
        first = lost[0]
        raise ContractError(
            f"{stage_name}: {len(lost)} shards of run {self._run_id} failed, the first, {first.shard.shard.name}, because "
            f"{first.reason}. The others are kept and the reasons are in `quarantine`; the same command tries again."
        )


def chunks(ids: Iterable[str], size: int) -> list[tuple[str, ...]]:
    """The ids in order, cut into pieces of at most `size`."""
    ordered = sorted(ids)
    return [tuple(ordered[start : start + size]) for start in range(0, len(ordered), size)]
