"""How long all tables of an evaluation take, and how much memory: `ladder bench analyse` (SPEC section 9)."""

import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

SIZES: tuple[tuple[int, int], ...] = ((400, 2), (800, 100), (20_000, 115))
"""Questions, and pairs of a rung and an answerer: 800, 80,000 and 2,300,000 predictions. The last is A's training split
under 23 rungs by five answerers."""


@dataclass(frozen=True, slots=True)
class AnalysisFigures:
    """One size; seconds of one process that does nothing else."""

    predictions: int
    questions: int
    conditions: int
    """Pairs of a rung and an answerer."""
    houses: int
    seconds: float
    """All tables, from rows that are in memory: read the answers, judge them, add them up."""
    cpu_seconds: float
    """Processor time of those seconds, over all threads: what the machine was given to do it with."""
    judge_seconds: float
    """Of those: reading the answers and holding them against gold."""
    sheets_seconds: float
    """Setting the tables for print, beyond those seconds."""
    rows: int
    """Of all tables made."""
    peak_memory_bytes: int
    """Resident memory of the process, the most at one moment, the rows that it started from included."""


def bench_analyse(sizes: Sequence[tuple[int, int]] = SIZES) -> list[AnalysisFigures]:
    """Figures a size, each measured in a fresh process, so that no size pays for the one before."""
    context = multiprocessing.get_context("spawn")
    figures = []
    for size in sizes:
        with context.Pool(1) as pool:
            figures.append(pool.apply(measure, size))
    return figures


def measure(n_questions: int, n_conditions: int) -> AnalysisFigures:
    """Make all tables of a synthetic evaluation once, in this process."""
    from tasks.analysis.answers import fates
    from tasks.analysis.judge import judge
    from tasks.analysis.navigation import navigation_metrics
    from tasks.analysis.score import metric_tables
    from tasks.analysis.sheets.sheets import Figures, sheets
    from tasks.analysis.synthetic import synthetic

    run = synthetic(n_questions, n_conditions)
    started, spent = perf_counter(), process_time()
    predictions = judge(run.responses, run.questions, run.designated)
    judged = perf_counter()
    asked = fates(run.designated, run.navigation, run.responses, predictions, run.questions, run.episodes)
    tables = metric_tables(asked, run.questions, run.episodes, run.observations)
    tables["navigation_metrics"] = navigation_metrics(run.navigation, run.episodes, run.designated)
    made, spent = perf_counter(), process_time() - spent
    sheets(Figures.of(tables))
    return AnalysisFigures(
        predictions=run.designated.height,
        questions=n_questions,
        conditions=n_conditions,
        houses=run.episodes["house_id"].n_unique(),
        seconds=round(made - started, 3),
        cpu_seconds=round(spent, 3),
        judge_seconds=round(judged - started, 3),
        sheets_seconds=round(perf_counter() - made, 3),
        rows=sum(table.height for table in tables.values()),
        peak_memory_bytes=_peak_bytes(),
    )


def _peak_bytes() -> int:
    """The high-water mark of this process as Linux keeps it; what it holds now where there is no such mark."""
    status = Path("/proc/self/status")
    if status.is_file():
        for line in status.read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    import psutil

    return int(psutil.Process().memory_info().rss)
