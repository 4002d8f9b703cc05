import dataclasses
import os
import socket
import time

import psutil
import pytest

from lake import lease as leases
from lake.lease import Owner, lease, owners
from lake.store import Lake
from schemas.errors import ConfigError
from schemas.identity import canonical_json

KEY = "_leases/gen-a.json"
HOLD = """
import sys, time
from lake.lease import lease
from lake.store import Lake
with lease(Lake(sys.argv[1]), "gen-a"):
    print("held", flush=True)
    time.sleep(60)
"""


def put(lake, **changes):
    """A lease as another process of this host would have written it just now."""
    pid, machine = os.getpid(), leases._machine()
    me = Owner("gen-a", socket.gethostname(), machine, pid, leases._start_of(pid), "token", time.time())
    owner = dataclasses.replace(me, **changes)
    lake.put_bytes(KEY, canonical_json(owner).encode())
    return owner


def wait_for(condition):
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_lost(held):
    try:
        held.check()
    except ConfigError:
        return True
    return False


@pytest.mark.everywhere
def test_another_process_that_holds_a_run_is_named_and_a_dead_one_is_followed(lake, start):
    holder = start("-c", HOLD, lake.root)
    try:
        assert holder.stdout.readline() == "held\n"
        with (
            pytest.raises(ConfigError, match=f"by process {holder.pid} on {socket.gethostname()}"),
            lease(lake, "gen-a"),
        ):
            pass
        holder.kill()
        os.waitid(os.P_PID, holder.pid, os.WEXITED | os.WNOWAIT)  # its remains stay in the process table
        with lease(lake, "gen-a"):
            assert [owner.pid for owner in owners(lake)] == [os.getpid()]
    finally:
        holder.kill()
        holder.communicate()


def test_one_process_holds_a_run_once(lake):
    with lease(lake, "gen-a"), pytest.raises(ConfigError, match=f"process {os.getpid()}"), lease(lake, "gen-a"):
        pass


@pytest.mark.everywhere
def test_runs_are_held_apart(lake):
    with lease(lake, "gen-a"), lease(lake, "gen-b"):
        assert [owner.run_id for owner in owners(lake)] == ["gen-a", "gen-b"]


@pytest.mark.everywhere
def test_a_lease_ends_with_its_block_even_after_an_error(lake):
    with pytest.raises(ValueError, match="inside"), lease(lake, "gen-a"):
        raise ValueError("inside")
    assert lake.read(KEY) == b""
    assert owners(lake) == []


def test_another_hosts_lease_is_kept_while_its_heart_beats(lake):
    put(lake, host="elsewhere", machine="another", pid=1)
    with pytest.raises(ConfigError, match="process 1 on elsewhere"), lease(lake, "gen-a"):
        pass


STALE = {
    "another machine's heart that stood still": {"machine": "another", "beat": time.time() - 61},
    "a heart that stood still here": {"beat": time.time() - 61},
    "a heart that beat in the future": {"machine": "another", "beat": time.time() + 3600},
    "a pid that another process has now": {"started": 1.0},
    "a pid of nobody": {"pid": 2**22 + 1},
}


@pytest.mark.parametrize("changes", STALE.values(), ids=STALE)
def test_a_stale_lease_is_taken_over(changes, lake):
    put(lake, **changes)
    assert owners(lake, beat_s=0.02) == []
    with lease(lake, "gen-a", beat_s=0.02) as held:
        assert [owner.token for owner in owners(lake)] == [held.owner.token]


def test_a_pid_of_another_container_on_a_host_of_the_same_name_says_nothing_here(lake):
    put(lake, machine="another", pid=2**22 + 1)
    with pytest.raises(ConfigError, match="is being worked on by"), lease(lake, "gen-a", beat_s=0.02):
        pass


@pytest.mark.parametrize("ahead_s", [-7200.0, 7200.0])
def test_a_holder_whose_clock_was_set_keeps_its_run_while_its_heart_beats(ahead_s, lake, monkeypatch):
    clock = time.time
    with lease(lake, "gen-a", beat_s=0.05) as held:
        monkeypatch.setattr("lake.lease.time.time", lambda: clock() + ahead_s)  # before the next beat, and for good
        with pytest.raises(ConfigError, match="is being worked on by"), lease(lake, "gen-a", beat_s=0.2):
            pass
        monkeypatch.setattr("lake.lease.time.time", clock)
        with pytest.raises(ConfigError, match="is being worked on by"), lease(lake, "gen-a", beat_s=0.2):
            pass
        held.check()


def test_when_a_process_started_stays_the_same_when_the_clock_is_set(monkeypatch):
    before = leases._start_of(os.getpid())
    boot = psutil.boot_time()
    for module in ("psutil._psplatform", "psutil"):
        monkeypatch.setattr(f"{module}.boot_time", lambda: boot + 7200.0)
    assert psutil.Process(os.getpid()).create_time() - boot - before == pytest.approx(7200.0, abs=2.0)
    assert leases._start_of(os.getpid()) == before


@pytest.mark.parametrize("content", [b"", b"[]", b'{"pid": 3}'])
def test_what_is_no_lease_holds_nobody_up(content, lake):
    lake.put_bytes(KEY, content)
    with lease(lake, "gen-a") as held:
        assert owners(lake) == [held.owner]


@pytest.mark.everywhere
def test_the_heart_beats(lake):
    with lease(lake, "gen-a", beat_s=0.01) as held:
        wait_for(lambda: owners(lake)[0].beat > held.owner.beat)
        held.check()
    assert lake.read(KEY) == b""
    assert owners(lake) == []


class HardOfHearing(Lake):
    """A lake of which every second answer to a swap is lost on the way back."""

    __slots__ = ("n_swaps",)

    def swap(self, key, old, new):
        landed = super().swap(key, old, new)
        self.n_swaps += 1
        if self.n_swaps % 2 == 0:
            raise ConfigError("no answer.")
        return landed


@pytest.mark.everywhere
def test_a_beat_whose_answer_was_lost_is_not_taken_for_anothers(lake):
    far = HardOfHearing(lake.root)
    far.n_swaps = 0
    with lease(far, "gen-a", beat_s=0.01) as held:
        wait_for(lambda: far.n_swaps > 8 or is_lost(held))
        held.check()
    wait_for(lambda: lake.read(KEY) == b"")


@pytest.mark.everywhere
def test_a_holder_that_was_followed_learns_of_it_and_leaves_the_follower_alone(lake):
    with lease(lake, "gen-a", beat_s=0.01) as held:
        follower = canonical_json(dataclasses.replace(held.owner, token="other")).encode()
        while not lake.swap(KEY, lake.read(KEY), follower):
            pass
        wait_for(lambda: is_lost(held))
        with pytest.raises(ConfigError, match="was taken over by another process"):
            held.check()
    assert lake.read(KEY) == follower
