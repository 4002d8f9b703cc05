"""Tasks here import what they need inside: Prefect sends a task's body by value, without its module."""

import os
import time
from collections import Counter
from pathlib import Path

import pytest
from prefect import flow, get_client, task

from flows.deaths import release_slots
from flows.limits import set_gpu_limit
from flows.pool import Pool
from flows.shard_map import MAX_DEATHS
from schemas.errors import ConfigError

pytestmark = pytest.mark.usefixtures("server")


@task
def behave(shard: str, folder: Path | None = None) -> str:
    """Do what the shard's name says, and return it."""
    import os
    import signal
    import sys
    from uuid import uuid4

    from schemas.errors import ConfigError

    if folder:
        (folder / f"{shard}-{uuid4()}").touch()
    match shard:
        case "deadly":
            os.kill(os.getpid(), signal.SIGKILL)
        case "deadly at first" if folder and len(list(folder.glob(f"{shard}-*"))) == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        case "wrong":
            raise ValueError("it is wrong")
        case "leaving":
            sys.exit(3)
        case "misconfigured":
            raise ConfigError("--recipe soup: no such recipe.")
    return shard


def run_shards(work, shards, *, workers, done, arguments=None, runner="processes"):
    """In a pool that is opened for this call alone."""
    with Pool(workers, runner=runner) as pool:
        return pool.run(work, shards, done=done, arguments=arguments)


@task
def pid(_: int) -> int:
    import os

    return os.getpid()


def test_shards_run_in_parallel_processes(tmp_path):
    @task
    def meet(n: int, folder: Path) -> int:
        import os
        import time

        (folder / str(n)).touch()
        while not (folder / str(1 - n)).exists():
            time.sleep(0.01)
        return os.getpid()

    pids: dict[int, int] = {}
    report = run_shards(meet, [0, 1], workers=2, done=pids.__setitem__, arguments={"folder": tmp_path})
    assert report.complete
    assert len({*pids.values(), os.getpid()}) == 3


def test_threads_run_in_this_process():
    pids: Counter[int] = Counter()
    run_shards(pid, range(4), workers=2, done=lambda _, result: pids.update([result]), runner="threads")
    assert pids == {os.getpid(): 4}


def test_a_result_is_handed_over_while_others_are_still_at_work(tmp_path):
    @task
    def wait_for(name: str, folder: Path) -> str:
        import time

        while name and not (folder / name).exists():
            time.sleep(0.01)
        return name

    order: list[str] = []

    def done(_: str, result: str) -> None:
        order.append(result)
        (tmp_path / "told").touch()

    run_shards(wait_for, ["told", ""], workers=2, done=done, arguments={"folder": tmp_path})
    assert order == ["", "told"]


def test_workers_take_their_share_of_the_cores_and_stay_over_several_maps(monkeypatch):
    for name in ("POLARS_MAX_THREADS", "NUMBA_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)

    @task
    def threads(_: int) -> tuple[int, int, int]:
        import os

        import numba
        import polars as pl

        return os.getpid(), pl.thread_pool_size(), numba.config.NUMBA_NUM_THREADS

    seen: list[tuple[int, int, int]] = []
    with Pool(len(os.sched_getaffinity(0))) as pool:
        for _ in range(2):
            pool.run(threads, [0], done=lambda _, result: seen.append(result))
    assert seen[0] == seen[1]
    assert seen[0][1:] == (1, 1)


def test_a_task_that_raises_fails_alone_and_is_reported():
    results: list[str] = []
    report = run_shards(
        behave,
        ["wrong", "leaving", "good"],
        workers=1,
        done=lambda _, result: results.append(result),
        runner="processes",
    )
    assert results == ["good"]
    assert [(failure.shard, failure.reason) for failure in report.failed] == [
        ("wrong", "ValueError: it is wrong"),
        ("leaving", "RuntimeError: the task called for an exit with code 3"),
    ]
    assert not report.complete


def test_a_users_error_stops_the_others(tmp_path):
    shards = ["misconfigured", *("good" for _ in range(20))]
    with pytest.raises(ConfigError, match="no such recipe"):
        run_shards(behave, shards, workers=1, done=lambda *_: None, arguments={"folder": tmp_path})
    assert len(list(tmp_path.iterdir())) < 5


def test_an_error_while_results_are_taken_ends_the_map_and_the_pool_can_be_used_again():
    def full(_: int, __: int) -> None:
        raise OSError("disk full")

    with Pool(1) as pool:
        with pytest.raises(OSError, match="disk full"):
            pool.run(pid, range(3), done=full)
        results: list[int] = []
        pool.run(pid, [0], done=lambda _, result: results.append(result))
    assert len(results) == 1


def test_a_killed_workers_shard_is_done_again_and_no_other(tmp_path):
    results: Counter[str] = Counter()
    shards = ["deadly at first", *(f"good {n}" for n in range(6))]
    report = run_shards(
        behave, shards, workers=2, done=lambda shard, _: results.update([shard]), arguments={"folder": tmp_path}
    )
    assert report.complete
    assert report.n_deaths == 1
    assert results == dict.fromkeys(shards, 1)
    assert len(list(tmp_path.iterdir())) == len(shards) + 1  # one file a try


def test_a_poisonous_shard_is_quarantined_and_the_others_complete():
    results: list[str] = []
    shards = ["deadly", *(f"good {n}" for n in range(6))]
    report = run_shards(behave, shards, workers=2, done=lambda _, result: results.append(result))
    assert sorted(results) == shards[1:]
    assert [failure.shard for failure in report.quarantined] == ["deadly"]
    assert "died 3 times" in report.quarantined[0].reason
    assert report.n_deaths == MAX_DEATHS


@pytest.mark.slow
def test_a_dead_workers_run_is_recorded_as_crashed_and_its_slot_is_free_at_once(tmp_path, monkeypatch):
    set_gpu_limit(1)

    @task(tags={"gpu"})
    def hold(n: int, folder: Path) -> int:
        import os
        import signal
        import time

        from prefect import get_client
        from prefect.exceptions import ObjectNotFound
        from prefect.runtime import task_run

        first = not (folder / "tried").exists()
        (folder / "tried").touch()
        with get_client(sync_client=True) as client:
            for _ in range(1200):  # until its start has reached the server
                try:
                    if client.read_task_run(task_run.id).state_name == "Running":
                        break
                except ObjectNotFound:
                    pass
                time.sleep(0.05)
        if first:
            os.kill(os.getpid(), signal.SIGKILL)
        return n

    held: list[tuple[bool, bool]] = []

    def release_and_look(task_run_id, tags):
        """The real thing, between two looks: a slot that waits for its lease to run out is held for a minute."""
        before = slots()
        release_slots(task_run_id, tags)
        held.append((task_run_id in before, task_run_id in slots()))

    monkeypatch.setattr("flows.shard_map.release_slots", release_and_look)

    @flow
    def deadly_flow() -> None:
        assert run_shards(hold, [0], workers=1, done=lambda *_: None, arguments={"folder": tmp_path}).complete

    deadly_flow()
    assert held == [(True, False)]
    deadline = time.monotonic() + 60
    while states_of("hold") != {"Crashed": 1, "Completed": 1}:
        assert time.monotonic() < deadline, states_of("hold")
        time.sleep(0.1)


def slots() -> list[object]:
    """The task runs that hold a slot of the GPU."""
    with get_client(sync_client=True) as client:
        return list(client.read_concurrency_limit_by_tag("gpu").active_slots)


def states_of(name: str) -> Counter[str]:
    with get_client(sync_client=True) as client:
        return Counter(run.state_name for run in client.read_task_runs() if run.name.startswith(name))


@pytest.mark.slow
def test_the_gpu_limit_lets_no_two_run_at_once(tmp_path):
    set_gpu_limit(1)

    @task(tags={"gpu"})
    def alone(n: int) -> tuple[float, float]:
        import time

        start = time.time()
        time.sleep(0.3)
        return start, time.time()

    spans: list[tuple[float, float]] = []
    assert run_shards(alone, range(3), workers=2, done=lambda _, span: spans.append(span)).complete
    ends = [end for _, end in sorted(spans)]
    starts = [start for start, _ in sorted(spans)]
    assert all(end <= start for end, start in zip(ends, starts[1:], strict=False))


def test_a_pool_needs_a_worker():
    with pytest.raises(ConfigError, match="--workers 0"):
        Pool(0)


def test_no_shards_are_done_at_once():
    report = run_shards(pid, [], workers=2, done=lambda *_: None)
    assert report.complete
    assert report.n_done == 0


@pytest.mark.slow
def test_workers_that_end_before_any_work_are_named_instead_of_blaming_shards(script):
    process = script("stillborn.py")
    out, err = process.communicate(timeout=60)
    assert out.startswith("3 worker processes ended before they took up any work")
    assert "no such library" in err
