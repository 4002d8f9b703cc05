"""Names that a user types, or that come with a house, lead nowhere: no path, no terminal, no other run."""

import subprocess
import sys

import pytest

from flows.listing import digests, removed, what_goes
from flows.printing import printable
from flows.report import report
from flows.score import ScoreRequest, _name
from lake.store import open_lake
from schemas.errors import ConfigError, ContractError
from schemas.identity import run_id

ESCAPES = [
    "../../x",
    "/etc/passwd",
    "..",
    ".",
    "",
    "a/b",
    "C:\\x",
    "gen-0123456789ab/../..",
    "_receipts",
    "x\x00y",
    "é",
]


@pytest.fixture
def secret(tmp_path):
    """A file outside the lake, which nothing may touch."""
    open_lake(str(tmp_path / "lake"), create=True)
    (tmp_path / "x").write_text("mine", encoding="utf-8")
    yield tmp_path / "x"
    assert (tmp_path / "x").read_text(encoding="utf-8") == "mine"
    assert {path.name for path in tmp_path.iterdir()} == {"lake", "x"}


@pytest.mark.parametrize("name", ESCAPES)
@pytest.mark.parametrize("act", [report, digests, what_goes, removed], ids=lambda act: act.__name__)
def test_a_run_that_the_lake_does_not_know_is_refused_whatever_it_is_called(act, name, secret, tmp_path):
    with pytest.raises(ConfigError, match=r"no (run|evaluation)"):
        act(name, str(tmp_path / "lake"))


@pytest.mark.parametrize("label", [*ESCAPES, "<script>", "a" * 10_000])
def test_a_label_goes_into_the_digits_of_a_run_and_nowhere_else(label):
    assert run_id("gen", {"seed": 7}, label).removeprefix("gen-").isalnum()
    assert len(run_id("gen", {"seed": 7}, label)) == 16


@pytest.mark.parametrize("name", [name for name in ESCAPES if name != "."] + ["."])
def test_no_shard_can_be_staged_under_a_name_that_leads_elsewhere(name):
    from lake.stage import Shard

    for told in ((name, "test", "a"), ("gen-0123456789ab", name, "a"), ("gen-0123456789ab", "test", name)):
        with pytest.raises(ContractError, match="can't stand in a path"):
            Shard(*told)


@pytest.mark.parametrize("name", ["a\nb", "\x1b[2J", "x" * 101, "\u202eabc"])
def test_an_answerers_name_has_printable_characters_and_not_too_many(name, tmp_path):
    with pytest.raises(ConfigError, match="100 printable characters at most"):
        _name(ScoreRequest(tmp_path / "a.jsonl", "E2", "gen-0123456789ab", name))


def test_what_a_model_says_does_not_steer_a_terminal():
    assert printable("\x1b[2J\x07 naïve 🙂\n\u202eabc") == "\\x1b[2J\\x07 naïve 🙂\n\\x202eabc"


def test_an_argument_that_is_no_text_is_refused_in_a_sentence(tmp_path):
    command = [sys.executable, "-m", "flows", "runs", "--lake", str(tmp_path).encode() + b"/\xff"]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"ConfigError: an argument is not UTF-8 text.")
