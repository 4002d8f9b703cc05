"""How fast a generation is made: `ladder bench generate`, on a lake that is thrown away (SPEC section 9)."""

import dataclasses
import platform
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import psutil
from prefect import flow, task
from prefect.cache_policies import NO_CACHE

from flows.generate import walk_episodes
from flows.pool import Pool
from flows.prepare import prepare_generation
from flows.requests import GenerationRequest, Means
from flows.shards import Work
from flows.usage import Usage
from lake.lease import lease
from lake.publish import count_rows
from lake.store import Lake
from schemas.settings import GenerationSettings
from tasks.worlds.open import prepare_world


@dataclass(frozen=True, slots=True)
class GenerationFigures:
    """What was made and what it took, end to end: walked (rejected walks too), drawn, encoded, stored and committed."""

    machine: str
    workers: int
    houses: int
    episodes: int
    rejections: int
    frames: int
    pictures: int
    plan_seconds: float
    """Making the houses and dealing out episodes, in one process."""
    seconds: float
    """From the first house staged to the last shard committed; workers had been started."""
    episodes_per_second: float
    frames_per_second: float
    """Stored frames."""
    cpu_seconds: float
    """Of all processes in those seconds."""
    peak_memory_bytes: int
    """Resident memory of all processes together, the most at one moment; Prefect's server is among them."""
    stored_bytes: int


@flow(name="bench-generate", validate_parameters=False)
def bench_generate(request: GenerationRequest, workers: int) -> GenerationFigures:
    """Walk and store episodes on a lake of their own, which is gone afterwards; no questions, no gate.

    Raises:
        ConfigError: The houses cannot hold what is asked for.
    """
    with tempfile.TemporaryDirectory(prefix="ladder-bench-") as folder, Usage() as usage:
        started = monotonic()
        plan = prepare_generation(request, Means(str(Path(folder, "lake")), workers))
        planned = monotonic() - started
        with lease(plan.lake, plan.run_id), Pool(workers) as pool:
            prepare_world(plan.settings.world)
            pool.run(_start, [(number, plan.settings) for number in range(workers)], done=lambda _, __: None)
            started, spent = monotonic(), usage.cpu_seconds
            work = Work(plan.lake, plan.run_id, pool, workers)
            walk_episodes(plan.lake, plan.run_id, plan.settings, plan.splits, work)
            seconds, spent = monotonic() - started, usage.cpu_seconds - spent
        rows = count_rows(plan.lake, plan.run_id)
        stored = _size(plan.lake)
    return GenerationFigures(
        machine=machine(),
        workers=workers,
        houses=rows["houses"],
        episodes=rows["episodes"],
        rejections=rows.get("rejections", 0),
        frames=rows["frames"],
        pictures=rows.get("images", 0),
        plan_seconds=round(planned, 2),
        seconds=round(seconds, 2),
        episodes_per_second=round(rows["episodes"] / seconds, 3),
        frames_per_second=round(rows["frames"] / seconds, 2),
        cpu_seconds=round(spent, 2),
        peak_memory_bytes=usage.peak_bytes,
        stored_bytes=stored,
    )


def plain(figures: GenerationFigures) -> dict[str, object]:
    """The figures as JSON can hold them."""
    return dataclasses.asdict(figures)


def machine() -> str:
    """The machine in a few words, for figures mean nothing without it."""
    memory = psutil.virtual_memory().total / 2**30
    return (
        f"{_processor()}, {len(psutil.Process().cpu_affinity() or [])} cores, {memory:.0f} GiB, {platform.platform()}"
    )


@task(task_run_name="start worker", cache_policy=NO_CACHE)
def _start(numbered: tuple[int, GenerationSettings]) -> None:
    """Let a worker import what it will need and load the kernels, which costs seconds once."""
    _, settings = numbered
    prepare_world(settings.world)


def _processor() -> str:
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown processor")


def _size(lake: Lake) -> int:
    return sum(lake.size(key) or 0 for key in lake.keys(""))
