"""What `--runner` says, and what is refused before anything starts."""

import pytest

from flows.runners.spec import RunnerSpec, check_runner, runner_spec
from lake.store import Lake
from schemas.errors import ConfigError

FOLDER, BUCKET = Lake("/a/lake"), Lake("s3://lakes/lake")


@pytest.mark.parametrize(
    ("said", "spec", "elsewhere"),
    [
        ("processes", RunnerSpec("processes"), False),
        ("threads", RunnerSpec("threads"), False),
        ("dask", RunnerSpec("dask"), False),
        ("ray", RunnerSpec("ray"), False),
        ("ray:auto", RunnerSpec("ray", "auto"), False),
        ("dask:tcp://127.0.0.1:8786", RunnerSpec("dask", "tcp://127.0.0.1:8786"), False),
        ("dask:localhost:8786", RunnerSpec("dask", "localhost:8786"), False),
        ("dask:tls://10.0.0.5:8786", RunnerSpec("dask", "tls://10.0.0.5:8786"), True),
        ("ray:10.0.0.5:6379", RunnerSpec("ray", "10.0.0.5:6379"), True),
        ("ray:ray://head.example:10001", RunnerSpec("ray", "ray://head.example:10001"), True),
    ],
)
def test_a_runner_is_a_kind_and_perhaps_an_address_here_or_elsewhere(said, spec, elsewhere):
    assert runner_spec(said) == spec
    assert spec.is_elsewhere == elsewhere
    assert str(spec) == said


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("slurm", "it is one of processes, threads, dask, ray"),
        ("process", "it is one of"),
        ("threads:4", "take no address"),
        ("dask:", "the address is empty"),
    ],
)
def test_what_is_no_runner_is_refused_with_the_way_out(said, words):
    with pytest.raises(ConfigError, match=words):
        runner_spec(said)


def test_a_folder_is_refused_for_workers_on_other_machines(monkeypatch):
    monkeypatch.setenv("PREFECT_API_URL", "http://10.0.0.9:4200/api")
    with pytest.raises(ConfigError, match="is a folder of this machine"):
        check_runner("dask:tcp://10.0.0.5:8786", FOLDER)
    check_runner("dask:tcp://127.0.0.1:8786", FOLDER)


@pytest.mark.parametrize("url", [None, "http://127.0.0.1:4200/api", "http://localhost:4200/api"])
def test_a_server_on_loopback_is_refused_for_workers_on_other_machines(monkeypatch, url):
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://10.0.0.7:9000")
    monkeypatch.delenv("AWS_ENDPOINT_URL_S3", raising=False)
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    if url:
        monkeypatch.setenv("PREFECT_API_URL", url)
    with pytest.raises(ConfigError, match="PREFECT_API_URL"):
        check_runner("ray:10.0.0.5:6379", BUCKET)
    monkeypatch.setenv("PREFECT_API_URL", "http://10.0.0.9:4200/api")
    check_runner("ray:10.0.0.5:6379", BUCKET)
