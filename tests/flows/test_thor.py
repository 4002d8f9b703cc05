"""The main job in AI2-THOR, end to end at a small scale: the stand-in player behind the real Controller.

It dies once on the way. The same houses and seed in the embedded world must give the same rows.
"""

import os
import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import psutil
import pytest

from lake.scan import scan
from lake.store import Lake, open_lake

sys.path.insert(0, str(Path(__file__).parent))
from ladder_command import HOUSES, Ran, digests, ladder  # a helper beside the tests

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PLAYER = ROOT / "tests" / "tasks" / "worlds" / "thor" / "standin_player.py"
SMALL = ("--houses", HOUSES, "--splits", "train=4,test=4", "--seed", "7", "--recipe", "paper")
FEW = ("--rungs", "E0,E2,E5", "--answerer", "reader", "--answerer", "uniform")
SAME = ("houses", "episodes", "rejections", "frames", "images", "observations", "questions", "validations")


@dataclass(frozen=True)
class Runs:
    lake: Lake
    thor: dict[str, str]
    embedded: dict[str, str]
    ran: Ran
    environment: dict[str, str]


def _launcher(folder: Path) -> Path:
    told = {
        "PYTHONPATH": str(ROOT),
        "STANDIN_FAULT": "dies:120",
        "STANDIN_ONCE": str(folder / "died"),
        # Kernels are compiled already, in the cache of who runs the tests; the player's own home is empty.
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache"),
    }
    exports = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in told.items())
    program = folder / "player.sh"
    program.write_text(f'#!/bin/sh\n{exports}exec {shlex.quote(sys.executable)} {shlex.quote(str(PLAYER))} "$@"\n')
    program.chmod(0o755)
    return program


@pytest.fixture(scope="session")
def runs(server: str, tmp_path_factory: pytest.TempPathFactory) -> Runs:
    folder = tmp_path_factory.mktemp("thor")
    environment = {
        "LADDER_THOR_EXECUTABLE": str(_launcher(folder)),
        "LADDER_THOR_STEP_TIMEOUT": "60",
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache"),
        "HOME": str(folder),
    }
    root = folder / "lake"
    thor = ladder("run", "--world", "thor", *SMALL, *FEW, "--lake", root, "--json", **environment)
    assert thor.code == 0, thor.err
    embedded = ladder("generate", *SMALL, "--lake", root, "--json")
    assert embedded.code == 0, embedded.err
    return Runs(open_lake(str(root), create=False), thor.result, embedded.result, thor, environment)


def test_the_same_seed_gives_the_same_rows_and_pictures_in_both_worlds(runs: Runs) -> None:
    root = Path(str(runs.lake.root))
    thor, embedded = (digests(root, each["generation"]) for each in (runs.thor, runs.embedded))
    assert {table: thor[table] for table in SAME} == {table: embedded[table] for table in SAME}


def test_the_runs_have_names_of_their_own_for_their_worlds_differ(runs: Runs) -> None:
    assert runs.thor["generation"] != runs.embedded["generation"]


def test_a_player_that_died_on_the_way_is_counted_and_told(runs: Runs) -> None:
    generation, evaluation = (
        scan(runs.lake, "mishaps", run_id=runs.thor[run]).collect() for run in ("generation", "evaluation")
    )
    mishaps = pl.concat([generation, evaluation])
    assert mishaps["kind"].to_list() == ["player_lost"]
    assert "crashed or hung" in mishaps["reason"].item()
    assert "1 mishap (lost players" in runs.ran.err


def test_the_replay_does_not_drift(runs: Runs) -> None:
    drift = scan(runs.lake, "drift", run_id=runs.thor["evaluation"]).collect()
    frames = scan(runs.lake, "frames", run_id=runs.thor["generation"], split="test").collect()
    assert drift.height == frames.height
    assert drift["same_pixels"].all()
    assert drift.select(pl.max("position_m", "yaw_deg", "horizon_deg")).row(0) == (0.0, 0.0, 0.0)


def test_the_audit_draws_again_in_the_same_world_and_finds_no_drift(runs: Runs) -> None:
    audited = ladder("audit", runs.thor["generation"], "--lake", str(runs.lake.root), "--json", **runs.environment)
    found = {(each["audit"], each["statistic"]): each["verdict"] for each in audited.result["test"]}
    assert found["replay_drift", "position_m"] == "passed"
    assert found["replay_drift", "other_things_visible"] == "passed"
    assert found["replay_drift", "other_pixels"] == "passed"


def test_a_world_that_is_not_this_machines_is_refused_before_anything_is_done(runs: Runs) -> None:
    refused = ladder("evaluate", runs.thor["generation"], "--lake", str(runs.lake.root), "--rungs", "E5")
    assert refused.code == 2
    assert "thor" in refused.message


def test_no_player_runs_any_more(runs: Runs) -> None:
    deadline = time.monotonic() + 20.0
    while _players(runs) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert _players(runs) == []


def _players(runs: Runs) -> list[str]:
    """Those of these runs: other tests play beside us."""
    home = runs.environment["HOME"]
    found = psutil.process_iter(["cmdline", "environ"])
    told = [process.info for process in found if str(PLAYER) in (process.info["cmdline"] or ())]
    return [" ".join(each["cmdline"]) for each in told if (each["environ"] or {}).get("HOME") == home]
