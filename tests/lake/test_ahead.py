"""What came before a kill is there after it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from lake.ahead import ahead, forget, kept
from lake.stage import Shard
from lake.store import Lake, open_lake
from schemas.errors import ConfigError

SHARD = Shard("eval-0123456789ab", "test", "E2-openai")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def local(tmp_path: Path) -> Lake:
    return open_lake(str(tmp_path / "lake"), create=True)


def test_a_shard_that_never_ran_has_nothing_kept(local):
    assert kept(local, SHARD) == []


def test_records_come_back_in_their_order_over_several_attempts(local):
    for numbers in (range(3), range(3, 5)):
        with ahead(local, SHARD) as record:
            for number in numbers:
                record.keep({"n": number, "raw": "ä\n"})
    assert [each["n"] for each in kept(local, SHARD)] == list(range(5))
    assert kept(local, SHARD)[0]["raw"] == "ä\n"


def test_a_torn_last_record_is_dropped_and_spoils_no_later_one(local):
    with ahead(local, SHARD) as record:
        record.keep({"n": 0})
        record.keep({"n": 1})
    path = local.path(f"_ahead/{SHARD.run_id}/test/{SHARD.name}.jsonl")
    path.write_bytes(path.read_bytes()[:-4])
    with ahead(local, SHARD) as record:
        record.keep({"n": 2})
    assert [each["n"] for each in kept(local, SHARD)] == [0, 2]


def test_other_shards_have_records_of_their_own(local):
    with ahead(local, SHARD) as record:
        record.keep({"n": 0})
    assert kept(local, Shard(SHARD.run_id, "test", "E2")) == []


def test_a_disk_that_takes_no_more_ends_in_a_sentence_and_with_more_room_the_record_goes_on(local, largest_file):
    def keep(*numbers):
        with ahead(local, SHARD) as record:
            for number in numbers:
                record.keep({"n": number})

    refused = r"lake .* can't be written \(File too large, at `_ahead/.*the same command"
    with largest_file(20), pytest.raises(ConfigError, match=refused):
        keep(0, 1, 2, 3, 4)
    assert [each.path for each in psutil.Process().open_files() if "_ahead" in each.path] == []
    keep(9)
    assert [each["n"] for each in kept(local, SHARD)] == [0, 1, 9]


def test_a_shard_that_is_done_is_forgotten(local):
    with ahead(local, SHARD) as record:
        record.keep({"n": 0})
    forget(local, SHARD)
    forget(local, SHARD)
    assert kept(local, SHARD) == []


def test_a_killed_writer_loses_nothing_that_it_was_given(local):
    script = (
        "from lake.ahead import ahead; from lake.stage import Shard; from lake.store import Lake\n"
        f"with ahead(Lake({local.root!r}), Shard('{SHARD.run_id}', 'test', '{SHARD.name}')) as record:\n"
        "    for n in range(50): record.keep({'n': n})\n"
        "    print('kept', flush=True)\n"
        "    input()\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == "kept\n"
        os.kill(child.pid, signal.SIGKILL)
    assert [each["n"] for each in kept(local, SHARD)] == list(range(50))
