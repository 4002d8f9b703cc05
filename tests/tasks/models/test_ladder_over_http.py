"""The ladder itself over a real server of a small real model, and with the same model in the flow's own process."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest
from recording_proxy import Exchange, RecordingProxy

from lake.scan import scan
from lake.store import Lake, open_lake

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
RUNGS = ("E0b", "E0", "E2", "E5")
_DEADLINE_S = 900


@dataclass(frozen=True)
class Climbed:
    lake: Lake
    evaluation: str
    exchanges: tuple[Exchange, ...]
    """What went by in the first run."""
    asked_again: int
    """Requests that a second, equal run made for answers."""

    def responses(self, kind: str) -> pl.DataFrame:
        rows = scan(self.lake, "responses", run_id=self.evaluation).collect()
        return rows.filter(pl.col("answerer").str.starts_with(f"{kind}:"))

    def of_rung(self, rung: str) -> list[Exchange]:
        """The requests of one rung; rungs are asked one after the other."""
        counts = [self.responses("openai").filter(pl.col("rung") == each).height for each in RUNGS]
        chats = [each for each in self.exchanges if each.path.endswith("/chat/completions") and _is_question(each)]
        start = sum(counts[: RUNGS.index(rung)])
        return chats[start : start + counts[RUNGS.index(rung)]]


def _is_question(exchange: Exchange) -> bool:
    """Not the one token that is asked for to see whether the server has the model."""
    return exchange.request["max_tokens"] > 1


@pytest.fixture(scope="module")
def climbed(tiny_server, tiny_model, tmp_path_factory) -> Climbed:
    root = tmp_path_factory.mktemp("climbed") / "lake"
    with RecordingProxy(tiny_server.url) as proxy:
        arguments = ["--houses", str(ROOT / "tests" / "data" / "houses"), "--splits", "train=4,test=4", "--seed", "7"]
        arguments += ["--recipe", "paper", "--rungs", ",".join(RUNGS), "--lake", str(root)]
        arguments += ["--answerer", f"openai:{proxy.url}#{tiny_server.model}", "--answerer", f"hf:{tiny_model}"]
        _ladder("run", *arguments)
        first = tuple(proxy.exchanges)
        _ladder("run", *arguments)
        again = sum(_is_question(each) for each in proxy.chats) - sum(
            _is_question(each) for each in first if each.path.endswith("/chat/completions")
        )
    lake = open_lake(str(root), create=False)
    (evaluation,) = scan(lake, "responses").select("run_id").unique().collect()["run_id"]
    return Climbed(lake, evaluation, first, again)


def _ladder(*arguments: str) -> None:
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    environment.pop("OPENAI_API_KEY", None)
    command = [sys.executable, "-m", "flows", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=_DEADLINE_S, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("kind", ["openai", "hf"])
def test_every_designated_question_is_answered_and_stored(climbed, kind):
    key = ["rung", "answerer", "question_id"]
    designated = scan(climbed.lake, "designated", run_id=climbed.evaluation).collect()
    designated = designated.filter(pl.col("answerer").str.starts_with(f"{kind}:"))
    responses = climbed.responses(kind)
    assert sorted(responses.select(key).rows()) == sorted(designated.select(key).rows())
    assert set(responses["rung"]) == set(RUNGS)
    assert set(responses["finish_reason"]) <= {"stop", "length"}
    assert responses["n_prompt_tokens"].min() > 0
    assert responses["n_completion_tokens"].is_between(1, 16).all()


@pytest.mark.parametrize("rung", RUNGS)
def test_pictures_arrive_bit_for_bit_and_in_order(climbed, rung):
    stored = climbed.responses("openai").filter(pl.col("rung") == rung)["evidence_hashes"].to_list()
    seen = [
        tuple(hashlib.sha256(part.tobytes()).hexdigest() for part in exchange.parts if not isinstance(part, str))
        for exchange in climbed.of_rung(rung)
    ]
    assert Counter(seen) == Counter(map(tuple, stored))
    assert all(map(bool, seen)) == (rung in ("E2", "E5"))


@pytest.mark.parametrize("rung", RUNGS)
def test_what_the_server_said_is_what_is_stored(climbed, rung):
    fields = ["raw", "finish_reason", "n_prompt_tokens", "n_completion_tokens"]
    stored = climbed.responses("openai").filter(pl.col("rung") == rung).select(fields).rows()
    told = [
        (
            exchange.reply["choices"][0]["message"]["content"],
            exchange.reply["choices"][0]["finish_reason"],
            exchange.reply["usage"]["prompt_tokens"],
            exchange.reply["usage"]["completion_tokens"],
        )
        for exchange in climbed.of_rung(rung)
    ]
    assert Counter(told) == Counter(stored)


def test_both_ways_to_the_model_show_it_the_same(climbed):
    key, fields = ["rung", "question_id"], ["prompt_hash", "evidence_hashes", "n_prompt_tokens"]
    near, far = (climbed.responses(kind).sort(key).select(key + fields) for kind in ("hf", "openai"))
    assert near.equals(far)


def test_the_same_run_again_asks_nothing(climbed):
    assert climbed.asked_again == 0
