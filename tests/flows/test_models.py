"""Asking a real model costs: nothing that was paid for is lost, and nothing is asked twice (over HTTP)."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from flows.manifest import manifest_of, stages_of
from lake.ahead import kept
from lake.commit import commit
from lake.publish import publish, record_of, start_run
from lake.resume import receipts
from lake.scan import scan
from lake.stage import Shard
from lake.store import open_lake
from schemas.errors import UnfinishedError
from schemas.settings import DecoderSettings, EpisodeSettings, ServingSettings
from tasks.models.held import release
from tasks.models.prompting import Prompts, built_in
from tasks.run_rung import RungJob, run_rung

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "tasks" / "models" / "openai"))
from ladder_command import command, ladder
from peer import GOOD, MODEL, Peer, Reply  # servers and helpers beside the tests
from stored_lake import RUN

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


@pytest.fixture
def lake(stored, tmp_path):
    """A copy of its own for each test."""
    return open_lake(str(shutil.copytree(stored.root, tmp_path / "lake")), create=False)


@pytest.fixture
def peer():
    server = Peer()
    yield server
    release()
    server.close()


@pytest.fixture
def job(lake, peer):
    def make(run="eval-00000000000a", rung="E2", **others):
        spec = f"openai:{peer.url}#{MODEL}"
        return RungJob(
            lake=lake.root,
            shard=Shard(run, "test", f"{rung}-model"),
            generation=RUN,
            rung=rung,
            answerer=spec,
            seed=7,
            recipe="paper",
            settings=EpisodeSettings(),
            name="a model",
            **others,
        )

    return make


def published(lake, name):
    """The run's rows, once it is published."""
    record = start_run(lake, name, "eval", manifest_of({}, name))
    commit(lake, name, receipts(lake, name))
    publish(lake, record)
    return rows(lake, name)


def rows(lake, name):
    return scan(lake, "responses", run_id=name).sort("question_id").collect()


def n_questions(lake):
    return scan(lake, "questions", run_id=RUN).collect().height


def test_every_question_is_asked_once_with_its_pictures(lake, peer, job):
    run_rung.fn(job())
    answered = published(lake, "eval-00000000000a")
    assert answered.height == len(peer.requests) == n_questions(lake)
    images = [
        [part for part in body["messages"][0]["content"] if part["type"] == "image_url"] for body in peer.requests
    ]
    assert sorted(map(len, images)) == sorted(answered["evidence_frames"].list.len())
    assert set(answered["answerer"]) == {"a model"}
    assert answered["cached_from"].null_count() == answered.height


def test_a_second_run_asks_nothing_and_says_where_its_answers_are_from(lake, peer, job):
    run_rung.fn(job())
    first = published(lake, "eval-00000000000a")
    n_asked = len(peer.requests)
    run_rung.fn(job("eval-00000000000b"))
    second = published(lake, "eval-00000000000b")
    assert len(peer.requests) == n_asked
    assert second["raw"].to_list() == first["raw"].to_list()
    assert set(second["cached_from"]) == {"eval-00000000000a"}


def test_another_order_of_the_same_pictures_is_asked_again(lake, peer, job):
    run_rung.fn(job())
    published(lake, "eval-00000000000a")
    n_asked = len(peer.requests)
    run_rung.fn(job("eval-00000000000b", rung="E2-shuffled"))
    assert len(peer.requests) > n_asked


def test_other_words_are_asked_again(lake, peer, job):
    run_rung.fn(job())
    published(lake, "eval-00000000000a")
    n_asked = len(peer.requests)
    own = tuple((name, text + " Now.") for name, text in built_in().texts)
    run_rung.fn(job("eval-00000000000b", prompts=Prompts(own)))
    assert len(peer.requests) == n_asked + n_questions(lake)


def test_sampled_words_are_asked_again(lake, peer, job):
    warm = DecoderSettings(temperature=0.7)
    run_rung.fn(job(decoder=warm))
    published(lake, "eval-00000000000a")
    n_asked = len(peer.requests)
    run_rung.fn(job("eval-00000000000b", decoder=warm))
    assert len(peer.requests) == 2 * n_asked


def test_what_came_before_a_budget_ended_is_kept_and_only_the_rest_is_asked(lake, peer, job):
    short = job(serving=ServingSettings(max_requests=5, max_in_flight=2))
    with pytest.raises(UnfinishedError, match="--max-requests"):
        run_rung.fn(short)
    assert len(kept(lake, short.shard)) == len(peer.requests) == 5
    assert receipts(lake, "eval-00000000000a") == []
    release()
    run_rung.fn(job())
    assert len(peer.requests) == n_questions(lake)
    answered = published(lake, "eval-00000000000a")
    assert answered.select(pl.col("question_id").n_unique()).item() == n_questions(lake)
    assert kept(lake, short.shard) == []


def test_a_record_that_is_no_answer_is_passed_over_and_its_question_asked(lake, peer, job):
    short = job(serving=ServingSettings(max_requests=5, max_in_flight=2))
    with pytest.raises(UnfinishedError):
        run_rung.fn(short)
    release()
    first, *others = kept(lake, short.shard)
    del first["content_key"]
    (file,) = lake.path("_ahead").rglob("*.jsonl")
    strange = [first, {}, {"question_id": "q"}, {"question_id": [], "content_key": {}, "finish_reason": None}]
    file.write_text("".join(json.dumps(each) + "\n" for each in (*strange, *others)), encoding="utf-8")
    run_rung.fn(job())
    assert len(peer.requests) == n_questions(lake) + 1
    assert published(lake, "eval-00000000000a")["question_id"].n_unique() == n_questions(lake)


def test_a_run_that_is_killed_asks_only_for_what_is_missing(lake, server):
    slow = Peer(lambda *_: Reply(delay_s=0.2))
    try:
        asked = command(
            *("evaluate", RUN, "--lake", lake.root, "--rungs", "E2", "--in-flight", "1", "--json"),
            *("--answerer", f"openai:{slow.url}#{MODEL}"),
        )
        process = subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while len(slow.requests) < 6 and time.monotonic() < deadline:
            time.sleep(0.05)
        process.kill()
        process.wait()
        before = len(slow.requests)
        assert 6 <= before < n_questions(lake)
        slow.plan = lambda *_: GOOD
        finished = ladder(*asked[asked.index("evaluate") :])
        assert finished.code == 0, finished.err
        assert n_questions(lake) <= len(slow.requests) <= n_questions(lake) + 1  # one was under way at the kill
        answered = rows(lake, finished.result["evaluation"])
        assert answered["question_id"].n_unique() == answered.height == n_questions(lake)
        assert set(answered["finish_reason"]) == {"stop"}
        record = record_of(lake, finished.result["evaluation"])
        (asking,) = [each for each in stages_of(record.manifest) if each["stage"].startswith("E2-openai-")]
        assert asking["seconds"] > 0
        assert asking["rows"] == {"responses": n_questions(lake)}
    finally:
        slow.close()
