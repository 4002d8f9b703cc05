"""Finding and fetching, against a server that speaks the hub's protocol; each in a process of its own, as it is used."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hub_server import HubServer

from schemas.errors import ConfigError
from tasks.models.hf.hub import fetched, find
from tasks.models.hf.source import source_of

ROOT = Path(__file__).parents[4]
NEW, OLD = "a" * 8 + "0" * 32, "b" * 8 + "1" * 32

SCRIPT = """
import sys
from schemas.errors import LadderError
from tasks.models.hf.hub import fetched, find
from tasks.models.hf.source import source_of

source = source_of(sys.argv[1])
try:
    copy = fetched(source, find(source))
except LadderError as error:
    sys.exit(f"{type(error).__name__}: {error}")
print(copy.revision, copy.folder)
"""


@pytest.fixture
def hub(tiny_model):
    with HubServer("org/tiny", [NEW, OLD], tiny_model) as server:
        yield server


@pytest.fixture
def fetch(hub, tmp_path):
    def run(argument: str, **changes: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "home"), "HF_HUB_OFFLINE": "0"}
        for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"):
            environment.pop(name, None)
        return subprocess.run(
            [sys.executable, "-c", SCRIPT, argument],
            env=environment | {"HF_HUB_DISABLE_PROGRESS_BARS": "1", **changes},
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=120,
        )

    return run


def test_a_model_is_fetched_at_the_commit_that_a_few_digits_begin(hub, fetch, tiny_model):
    done = fetch("org/tiny@bbbbbbbb")
    assert done.returncode == 0, done.stderr
    commit, folder = done.stdout.split()
    assert commit == OLD
    for path in tiny_model.iterdir():
        assert (Path(folder) / path.name).read_bytes() == path.read_bytes()
    assert "fetching org/tiny@bbbbbbbb1111" in done.stderr

    hub.asked.clear()
    again = fetch("org/tiny@bbbbbbbb")
    assert again.stdout == done.stdout
    assert again.stderr == ""
    assert hub.asked == [], "a commit that is there is not asked for again"


def test_a_model_without_a_revision_is_fetched_at_the_commit_of_main_which_is_recorded(hub, fetch):
    done = fetch("org/tiny")
    assert done.stdout.split()[0] == NEW, done.stderr
    assert fetch("org/tiny", HF_HUB_OFFLINE="1").stdout == done.stdout


@pytest.mark.parametrize(
    ("argument", "words"),
    [
        ("org/tiny@cccccccc", "has no commits that begin with cccccccc"),
        ("org/tiny@dev", "has no revision dev"),
        ("org/none", "the hub has no model `org/none`"),
    ],
)
def test_what_the_hub_does_not_have_is_one_sentence(fetch, argument, words):
    done = fetch(argument)
    assert done.returncode == 1
    asking, line = done.stderr.strip().splitlines()
    assert asking == f"asking the hub which commit {argument} is"
    assert line.startswith("ConfigError: ")
    assert words in line


def test_a_hub_that_cannot_be_reached_is_one_sentence_with_the_way_out(fetch):
    done = fetch("org/tiny", HF_ENDPOINT="http://127.0.0.1:9")
    _, line = done.stderr.strip().splitlines()
    assert line.startswith("ConfigError: the model `org/tiny` is not in ")
    assert "Run `hf download org/tiny`" in line


def test_the_hub_is_never_asked_when_offline(hub, fetch):
    done = fetch("org/tiny", HF_HUB_OFFLINE="1")
    assert done.returncode == 1
    assert "HF_HUB_OFFLINE forbids to fetch it. Run `hf download org/tiny`" in done.stderr
    assert hub.asked == []


def test_a_copy_that_lacks_files_is_refused_when_offline(put_snapshot):
    put_snapshot("Qwen/Qwen3-VL-4B-Instruct", whole=False)
    source = source_of("Qwen/Qwen3-VL-4B-Instruct")
    with pytest.raises(ConfigError, match=r"lacks model\.safetensors, and HF_HUB_OFFLINE forbids") as caught:
        fetched(source, find(source))
    assert "Use `hf:Qwen/Qwen3-VL-4B-Instruct@ebb281ec` once where there is a network" in str(caught.value)


def test_a_model_of_the_audit_is_found_at_its_pinned_commit(put_snapshot):
    folder = put_snapshot("Qwen/Qwen3-VL-4B-Instruct")
    put_snapshot("Qwen/Qwen3-VL-4B-Instruct", "f" * 40, ref="main")
    source = source_of("Qwen/Qwen3-VL-4B-Instruct")
    assert fetched(source, find(source)).folder == folder


def test_digits_that_fit_two_commits_are_refused(put_snapshot):
    put_snapshot("org/model", "abcdef01" + "0" * 32)
    put_snapshot("org/model", "abcdef02" + "0" * 32)
    with pytest.raises(ConfigError, match="may be any of abcdef010000, abcdef020000"):
        find(source_of("org/model@abcdef0"))


def test_a_folder_without_weights_is_refused(tmp_path):
    (tmp_path / "config.json").write_text("{}")
    source = source_of(str(tmp_path))
    with pytest.raises(ConfigError, match=r"lacks model\.safetensors. Save it again"):
        fetched(source, find(source))
