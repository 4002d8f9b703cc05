"""What a worker looks at before its first shard."""

import dataclasses
import pickle

import cloudpickle
import pytest

from flows.runners.arrival import arrive, checked, greeting, passport, refuse
from lake.store import open_lake
from schemas.errors import ConfigError


@pytest.fixture
def wanted(monkeypatch, tmp_path):
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    lake = open_lake(str(tmp_path / "lake"), create=True)
    return passport(lake.root)


def with_version(wanted, **versions):
    changed = dict(wanted.versions) | {name.replace("_", "-"): value for name, value in versions.items()}
    return dataclasses.replace(wanted, versions=tuple(changed.items()))


def test_the_same_program_before_the_same_lake_is_welcome(wanted):
    arrive(wanted)
    assert greeting(wanted)() == ""
    assert checked(lambda n: n + 1, wanted)(1) == 2


def test_another_version_is_named_in_one_sentence(wanted):
    with pytest.raises(ConfigError, match=r"has evidence-ladder \S+ instead of 9\.9\.9") as error:
        arrive(with_version(wanted, evidence_ladder="9.9.9"))
    assert "\n" not in str(error.value)
    with pytest.raises(ConfigError, match=r"python 3\.\d+ instead of 2\.7"):
        checked(lambda: None, with_version(wanted, python="2.7"))()


def test_a_lake_or_a_server_that_a_worker_does_not_reach_is_named(wanted, tmp_path):
    nowhere = str(tmp_path / "no-lake-here")
    with pytest.raises(ConfigError, match=r"worker .*no-lake-here"):
        arrive(dataclasses.replace(wanted, lake=nowhere))
    with pytest.raises(ConfigError, match=r"worker .*127\.0\.0\.1:9"):
        arrive(dataclasses.replace(wanted, api="http://127.0.0.1:9/api"))


def test_the_first_task_can_be_read_where_we_are_not_installed(wanted):
    sent = cloudpickle.dumps(greeting(wanted))
    names = {argument for opcode, argument, _ in __import__("pickletools").genops(sent) if isinstance(argument, str)}
    assert not any(name.split(".")[0] in ("lake", "tasks", "schemas") for name in names)
    assert pickle.loads(sent)() == ""


def test_of_many_complaints_the_first_is_told_and_the_others_counted():
    refuse({"a": "", "b": ""}, "dask")
    with pytest.raises(ConfigError, match=r"--runner dask, at b: it is old \(2 of 3 workers"):
        refuse({"a": "", "c": "it is old", "b": "it is old"}, "dask")
