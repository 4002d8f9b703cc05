import signal

import pytest

from lake.failpoints import FAILPOINTS, VARIABLE, failpoint
from lake.publish import published
from lake.store import open_lake
from schemas.errors import ConfigError

KILLS = [
    "after_data_file",
    "after_data_file:6",
    "before_receipt",
    "before_receipt:5",
    "after_receipt",
    "after_receipt:5",
    "between_tables",
    "between_tables:2",
    "before_publish",
]


@pytest.mark.parametrize("point", KILLS)
def test_a_kill_publishes_nothing_and_the_same_command_ends_as_if_it_had_not_been(
    point, tmp_path, small, small_process, whole
):
    killed = small_process(tmp_path / "lake", **{VARIABLE: point})
    _, errors = killed.communicate(timeout=60)
    assert killed.returncode == -signal.SIGKILL, errors

    lake = open_lake(str(tmp_path / "lake"), create=False)
    assert published(lake) == []
    assert small.run(lake) == whole
    assert [record.run_id for record in published(lake)] == [small.RUN]


def test_a_kill_after_publishing_leaves_the_run_published_once(tmp_path, small, small_process, whole):
    killed = small_process(tmp_path / "lake", **{VARIABLE: "after_publish"})
    killed.communicate(timeout=60)
    assert killed.returncode == -signal.SIGKILL

    lake = open_lake(str(tmp_path / "lake"), create=False)
    before = published(lake)
    assert [record.digests for record in before] == [whole]
    assert small.run(lake) == whole
    assert published(lake) == before


def test_every_failpoint_is_killed_at():
    assert {point.partition(":")[0] for point in KILLS} | {"after_publish"} == set(FAILPOINTS)


@pytest.mark.parametrize("wanted", ["before_lunch", "after_receipt:x", "after_receipt:0", ":2"])
def test_a_failpoint_that_does_not_exist_is_refused(wanted, monkeypatch):
    monkeypatch.setenv(VARIABLE, wanted)
    with pytest.raises(ConfigError, match="names no failpoint"):
        failpoint("after_receipt")


def test_an_unnamed_failpoint_lets_pass(monkeypatch):
    monkeypatch.setenv(VARIABLE, "before_publish")
    failpoint("after_receipt")
