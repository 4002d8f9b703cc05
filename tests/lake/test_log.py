import pytest

from lake import log
from lake.publish import published
from lake.store import open_lake
from schemas.errors import ConfigError


def test_runs_at_once_in_one_new_lake_disturb_each_other_in_nothing(tmp_path, small_process, digest_from, whole):
    runs = [f"gen-{number:012d}" for number in range(3)]
    processes = [small_process(tmp_path / "lake", "--run-id", run, "--per-shard", "1") for run in runs]
    assert [digest_from(process) for process in processes] == [whole] * 3
    lake = open_lake(str(tmp_path / "lake"), create=False)
    assert sorted(record.run_id for record in published(lake)) == runs
    assert len(log.active(lake, "frames")) == 3 * 8


def test_a_commit_that_is_always_overtaken_gives_up_with_a_sentence(lake, small, monkeypatch):
    monkeypatch.setattr(log, "_PAUSE_S", 0.0)
    small.run(lake)

    def overtaken(files):
        log.change(lake, "frames", None, lambda held: log.Change(remove=held[:1]))  # takes away what the other removes
        return log.Change(remove=files[:1])

    monkeypatch.setattr(log, "_TRIES", 3)
    with pytest.raises(ConfigError, match="3 commits to frames in a row were overtaken"):
        log.change(lake, "frames", None, overtaken)


def test_a_table_that_is_not_there_has_no_files_and_no_version(lake):
    assert log.active(lake, "frames") == []
    assert log.version(lake, "frames") is None
    assert not log.exists(lake, "frames")
