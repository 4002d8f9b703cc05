"""How fast the embedded world draws, and how others do on the same frames.

Ours are figures of one thread. Frames a second are given twice: by the clock, with each pose's best of some rounds (what a
quiet machine gives), and by the processor time spent, which other work on the machine disturbs less.
"""

import platform
import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Any

import numpy as np

from schemas.seeds import generator
from schemas.settings import EpisodeSettings
from tasks.houses.generate import embedded_houses
from tasks.houses.house import House
from tasks.worlds.base import Pose
from tasks.worlds.embedded.warm import warm_up
from tasks.worlds.embedded.world import EmbeddedWorld
from tasks.worlds.peers import Embree, miniworld_seconds

SEED = 20261130
_HORIZONS = (-30.0, 0.0, 0.0, 30.0, 60.0)
_PEER_POSES = 4


@dataclass(frozen=True, slots=True)
class Speed:
    frames: int
    per_second: float
    """From each pose's best round, by the clock."""
    per_cpu_second: float
    """Frames over processor seconds, all rounds."""


def bench_render(
    *, houses: Sequence[House] | None = None, n_poses: int = 40, rounds: int = 5, peers: bool = False
) -> dict[str, Any]:
    """Measure drawing in some houses (six generated ones, if none are given), from seeded poses in each.

    Returns a JSON-ready dict: `machine`, `compile_cpu_s` (near 0 when the kernels were on disk), `load_cpu_ms` and
    `light_cpu_ms` a house (median and largest; the light of *all* faces, of which a walk asks for those it sees), `speed`
    by what is drawn, `peak_memory_mb` of the process, and with `peers` the speed of others on the same poses.
    """
    started = time.process_time()
    warm_up()
    compile_s = time.process_time() - started
    chosen = list(houses) if houses is not None else list(embedded_houses(SEED, "test", 6))
    plain, smooth = EmbeddedWorld(EpisodeSettings()), EmbeddedWorld(EpisodeSettings(), supersampling=2)
    loads, lights, taken = [], [], []
    measured: dict[str, list[Speed]] = {"ids and depth": [], "full": [], "full, 2 x 2 supersampled": []}
    others: dict[str, list[Speed]] = {}
    for house in chosen:
        load_s, poses = _loaded(plain, house, n_poses)
        loads.append(load_s)
        lights.append(_seconds(plain.light_house))
        smooth.load(house)
        smooth.light_house()
        taken.append(len(house.objects))
        measured["ids and depth"].append(_speed(lambda pose: plain.teleport(pose), poses, rounds))
        measured["full"].append(_speed(lambda pose: _full(plain, pose), poses, rounds))
        measured["full, 2 x 2 supersampled"].append(
            _speed(lambda pose: _full(smooth, pose), poses, max(1, rounds // 3))
        )
        if peers and Embree.is_available():
            embree = Embree(plain)
            others.setdefault("embreex, first hits only", []).append(_speed(embree.cast, poses[:_PEER_POSES], rounds))
    return {
        "machine": _machine(),
        "image_size": EpisodeSettings().image_size,
        "houses": len(chosen),
        "rooms": [len(house.rooms) for house in chosen],
        "objects": taken,
        "compile_cpu_s": round(compile_s, 3),
        "load_cpu_ms": _spread(loads),
        "light_cpu_ms": _spread(lights),
        "speed": {name: asdict(_together(found)) for name, found in measured.items()},
        "peak_memory_mb": _peak_mb(),
        "peers": _peers(others) if peers else None,
    }


def describe(result: dict[str, Any]) -> str:
    """The result of `bench_render` as plain text, a line a figure."""
    machine = result["machine"]
    lines = [
        f"{machine['processor']}, {machine['python']}, numba {machine['numba']}, one thread",
        f"{result['houses']} houses, {result['image_size']} x {result['image_size']} pixels",
        f"{'load a house':28s} {result['load_cpu_ms']['median']:8.1f} ms (at most {result['load_cpu_ms']['most']:.1f})",
        f"{'light of a whole house':28s} {result['light_cpu_ms']['median']:8.1f} ms "
        f"(at most {result['light_cpu_ms']['most']:.1f})",
        f"{'':28s} {'frames/s':>8s} {'a CPU s':>8s}",
    ]
    for name, speed in {**result["speed"], **(result["peers"] or {})}.items():
        if "missing" in speed:
            lines.append(f"{name:28s} {speed['missing']}")
        else:
            lines.append(f"{name:28s} {speed['per_second']:8.0f} {speed['per_cpu_second']:8.0f}")
    lines.append(f"{'peak memory':28s} {result['peak_memory_mb']:8.0f} MB")
    return "\n".join(lines)


def _loaded(world: EmbeddedWorld, house: House, n_poses: int) -> tuple[float, list[Pose]]:
    """Processor seconds of loading a house, and poses to draw it from."""
    started = time.process_time()
    grid = world.load(house)
    seconds = time.process_time() - started
    draw, cells = generator(SEED, "bench-poses", house.id), sorted(grid.cells)
    poses = [
        Pose(
            *grid.position(cells[int(draw.integers(len(cells)))]),
            15.0 * int(draw.integers(24)),
            _HORIZONS[int(draw.integers(len(_HORIZONS)))],
        )
        for _ in range(n_poses)
    ]
    return seconds, poses


def _full(world: EmbeddedWorld, pose: Pose) -> None:
    world.teleport(pose)
    world.rgb()


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _speed(draw: Callable[[Pose], object], poses: Sequence[Pose], rounds: int) -> Speed:
    best = np.full(len(poses), np.inf)
    cpu = 0.0
    for _ in range(rounds):
        for k, pose in enumerate(poses):
            clock, processor = time.perf_counter(), time.process_time()
            draw(pose)
            cpu += time.process_time() - processor
            best[k] = min(best[k], time.perf_counter() - clock)
    return Speed(len(poses), len(poses) / float(best.sum()), rounds * len(poses) / cpu)


def _together(speeds: Sequence[Speed]) -> Speed:
    """Of several houses: all frames over all seconds."""
    frames = sum(speed.frames for speed in speeds)
    clock = sum(speed.frames / speed.per_second for speed in speeds)
    cpu = sum(speed.frames / speed.per_cpu_second for speed in speeds)
    return Speed(frames, frames / clock, frames / cpu)


def _peers(others: dict[str, list[Speed]]) -> dict[str, Any]:
    found: dict[str, Any] = {name: asdict(_together(speeds)) for name, speeds in others.items()}
    if not found:
        found["embreex, first hits only"] = {"missing": "not installed: pip install embreex"}
    walked = miniworld_seconds()
    name = "miniworld FourRooms, RGB only"
    if isinstance(walked, str):
        found[name] = {"missing": walked}
    else:
        n = len(walked[0])
        found[name] = asdict(Speed(n, n / sum(walked[0]), n / walked[1]))
    return found


def _spread(seconds: Sequence[float]) -> dict[str, float]:
    return {"median": round(1e3 * median(seconds), 2), "most": round(1e3 * max(seconds), 2)}


def _peak_mb() -> float:
    """Most memory that this process has held, in MB (10^6 bytes)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6, 1)


def _machine() -> dict[str, str]:
    try:
        numba = version("numba")
    except PackageNotFoundError:
        numba = "unknown"
    return {"processor": _processor(), "python": f"Python {platform.python_version()}", "numba": numba}


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
