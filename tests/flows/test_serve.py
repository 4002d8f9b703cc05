"""`ladder serve` and `ladder bench answer` as a user runs them."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from ladder_command import command, ladder  # a helper beside the tests

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
STAND_IN = ROOT / "tests" / "tasks" / "models" / "vllm" / "stand_in.py"


@pytest.fixture
def environment(tmp_path):
    """Variables under which `ladder` finds a stand-in for `vllm` and a model's folder, `tiny`, where it runs."""
    vllm = tmp_path / "bin" / "vllm"
    vllm.parent.mkdir()
    vllm.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{STAND_IN}" "$@"\n', encoding="utf-8")
    vllm.chmod(0o755)
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "config.json").write_text("{}", encoding="utf-8")
    return os.environ | {
        "LADDER_VLLM": str(tmp_path),
        "LADDER_VLLM_ARGS": "--seed 3",
        "PYTHONPATH": str(ROOT),
        "TMPDIR": str(tmp_path),
    }


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=lambda how: how.name)
def test_a_model_is_served_until_it_is_told_to_end_and_nothing_is_left(environment, tmp_path, how):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    arguments = command("serve", "./tiny", "--port", port, "--", "--max-model-len", "64")
    with subprocess.Popen(
        arguments, env=environment, cwd=tmp_path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        address = process.stdout.readline().strip()
        assert address == f"openai:http://127.0.0.1:{port}/v1#tiny"
        url, _, model = address.removeprefix("openai:").partition("#")
        timed = ladder("bench", "answer", "--url", url, "--model", model, "--requests", "4", "--json")
        family = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(how)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    assert [each["answered"] for each in timed.result["figures"]] == [4, 4]
    _, alive = psutil.wait_procs(family, timeout=15)
    assert alive == []
    told = (tmp_path / "command.txt").read_text(encoding="utf-8").split("\n")
    assert told[-4:] == ["--seed", "3", "--max-model-len", "64"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("serve", "some/model"), "ConfigError: `vllm:some/model` does not say which revision"),
        (("serve", "./nowhere"), "ConfigError: there is no folder `nowhere`"),
        (("serve", "a/b@1a2b3c4d", "--dtype", "int4"), "ConfigError: --dtype int4: it is one of bfloat16, "),
        (("bench", "answer", "--url", "http://127.0.0.1:9", "--model", "m"), "ConfigError: no server answers at http"),
        (
            ("bench", "answer", "--url", "http://me:pw@h", "--model", "m"),
            "ConfigError: the URL of `h` holds a user name",
        ),
    ],
)
def test_what_cannot_come_to_anything_is_one_sentence(environment, arguments, sentence):
    ran = ladder(*arguments, **environment)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert ran.message.startswith(sentence)
