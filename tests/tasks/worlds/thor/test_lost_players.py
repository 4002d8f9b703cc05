"""Players that crash, hang or never start cost a retry and no data, and leave nothing behind."""

import logging
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from schemas.errors import WorldError
from schemas.settings import EpisodeSettings
from schemas.tables import rows_frame
from tasks.episodes.batch import Batch
from tasks.episodes.slots import Lodging, Slot, lay_out
from tasks.houses.house import House
from tasks.rungs.replay import replay_all
from tasks.worlds.base import Action
from tasks.worlds.embedded.world import EmbeddedWorld
from tasks.worlds.lost import MOST_IN_A_ROW, Mishap, PlayerLostError, mishaps_frame, redone
from tasks.worlds.thor.player import end_player
from tasks.worlds.thor.world import ThorWorld

sys.path.insert(0, str(Path(__file__).parent))
from conftest import PLAYER, ROOT, launcher, players  # the stand-in beside the tests

SETTINGS = EpisodeSettings()


def slots(house: House) -> list[Slot]:
    return lay_out("test", [Lodging.of(house)], 4, 7)


def batch(world, house: House) -> Batch:
    found = Batch(world, {house.id: house}, SETTINGS, draw=True)
    found.find(slots(house), 7)
    return found


@pytest.fixture(scope="module")
def undisturbed(houses):
    return batch(EmbeddedWorld(), houses[4]).frames()


def gone(pids: list[int], within_s: float = 20.0) -> bool:
    deadline = time.monotonic() + within_s
    while any(map(_runs, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _runs(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["dies:150", "hangs:150"])
def test_a_player_lost_in_the_midst_of_an_episode_costs_one_retry_and_no_data(
    standin, houses, undisturbed, fault, caplog
):
    world = ThorWorld(SETTINGS, standin(fault, once=True, step_timeout_s=12.0))
    with caplog.at_level(logging.WARNING):
        found = batch(world, houses[4])
    world.close()
    assert [mishap.kind for mishap in found.mishaps] == ["player_lost"]
    assert found.mishaps[0].about.startswith("test episode ep_0000")
    assert "1 of 3" in caplog.text
    for table, rows in found.frames().items():
        assert rows.equals(undisturbed[table]), table


@pytest.mark.slow
def test_a_player_lost_in_a_replay_costs_one_retry_and_no_data(standin, houses, undisturbed):
    world = ThorWorld(SETTINGS, standin("dies:60", once=True))
    mishaps: list[Mishap] = []
    stored = (undisturbed["episodes"], undisturbed["frames"], undisturbed["observations"])
    rows = replay_all(world, {houses[4].id: houses[4]}, *stored, "E5", SETTINGS, mishaps.append)
    world.close()
    assert len(mishaps) == 1
    assert rows["navigation"].height == 4
    assert rows["drift"]["same_pixels"].all()
    assert rows["drift"]["position_m"].max() == 0.0
    assert rows["own_frames"].is_empty()


def _stand_still(world: ThorWorld, times: int) -> None:
    for _ in range(times):
        world.step(Action("Done"))


@pytest.mark.slow
def test_a_player_that_never_speaks_is_ended_and_not_waited_for_any_longer(standin, houses, caplog):
    world = ThorWorld(SETTINGS, standin("mute", start_timeout_s=2.0))
    mishaps: list[Mishap] = []
    with pytest.raises(WorldError, match="lost its player 3 times in a row"):
        redone(lambda: world.load(houses[1]), "an episode", mishaps.append)
    world.close()
    assert len(mishaps) == MOST_IN_A_ROW
    assert "did not start" in mishaps[0].reason
    assert players() == []


def test_a_program_that_is_no_player_is_found_out_at_once(tmp_path, houses):
    program = tmp_path / "player"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)
    from tasks.worlds.thor.settings import ThorSettings

    world = ThorWorld(SETTINGS, ThorSettings(program))
    started = time.monotonic()
    with pytest.raises(PlayerLostError, match="exit code 3"):
        world.load(houses[1])
    assert time.monotonic() - started < 10.0
    world.close()


def test_a_lost_player_leaves_a_world_without_a_house(standin, houses):
    world = ThorWorld(SETTINGS, standin("dies:20", once=True))
    world.load(houses[1])
    with pytest.raises(PlayerLostError):
        _stand_still(world, 30)
    with pytest.raises(WorldError, match=r"call load\(house\) first"):
        world.step(Action("Done"))
    world.load(houses[1])
    assert world.step(Action("Done")).success
    world.close()


def test_a_house_that_the_engine_refuses_is_left_out_with_its_own_words(standin, houses):
    world = ThorWorld(SETTINGS, standin("refuses"))
    with pytest.raises(WorldError, match="the asset Nowhere_1 is not in the database"):
        world.load(houses[1])
    world.close()


class Refusing(EmbeddedWorld):
    """A world that does not build one house."""

    def __init__(self, house_id: str) -> None:
        super().__init__()
        self._refused = house_id

    def load(self, house):
        if house.id == self._refused:
            raise WorldError(f"house {house.id} cannot be built.")
        return super().load(house)


def test_episodes_are_found_in_the_other_houses_where_one_is_refused(houses):
    refused, other = houses[4], houses[6]
    found = Batch(Refusing(refused.id), {house.id: house for house in (refused, other)}, SETTINGS, draw=False)
    found.find([Slot("test", f"ep_0000{n}", "S1", (refused.id, other.id)) for n in range(2)], 7)
    assert found.frames()["episodes"]["house_id"].unique().to_list() == [other.id]
    assert [(each.kind, each.about) for each in found.mishaps] == [("house_refused", refused.id)]


def test_mishaps_keep_the_contract_of_their_table():
    rows = mishaps_frame([Mishap("player_lost", "ep", "it hung"), Mishap("player_lost", "ep", "it hung")], "shard-0")
    assert rows["number"].to_list() == [0, 1]
    assert rows.schema == rows_frame("mishaps", []).schema


_HOLDER = """
import sys, time
from pathlib import Path
from tasks.houses.source import read_houses
from tasks.worlds.thor.settings import ThorSettings
from tasks.worlds.thor.world import ThorWorld
world = ThorWorld(thor=ThorSettings(Path(sys.argv[1]), start_timeout_s=120.0))
world.load(read_houses(Path(sys.argv[2])).houses[0])
print(world.player.process_id, flush=True)
if sys.argv[3] == "wait":
    time.sleep(600)
"""


@pytest.mark.slow
@pytest.mark.parametrize("end", ["killed", "of itself"])
def test_no_player_outlives_its_process(tmp_path, end):
    program, houses = launcher(tmp_path), ROOT / "tests" / "data" / "houses"
    command = [sys.executable, "-c", _HOLDER, str(program), str(houses), "wait" if end == "killed" else "leave"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path) as holder:
        assert holder.stdout is not None
        player = int(holder.stdout.readline())
        below = [child.pid for child in psutil.Process(holder.pid).children(recursive=True)] if end == "killed" else []
        if end == "killed":
            assert PLAYER.name in " ".join(psutil.Process(player).cmdline())
            holder.send_signal(signal.SIGKILL)
        holder.wait(timeout=60)
    assert gone([player, *below])


def test_ending_the_player_leaves_no_process(thor, houses):
    thor.load(houses[1])
    assert len(players()) == 2
    end_player()
    assert players() == []
