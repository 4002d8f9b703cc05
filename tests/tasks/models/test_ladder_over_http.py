"""The ladder itself over a real server of a small real model, and with the same model in the flow's own process.

The model walks too, in E3 by pictures and in E4 with a scene graph. Its words are noise in which the names of actions come
up often, so nothing here is about being right.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import polars as pl
import pytest

from lake.runs import record_of
from lake.scan import scan
from tasks.worlds.base import ACTION_NAMES

sys.path.insert(0, str(Path(__file__).parent))
from climb import ANSWERING, EPISODES, RUNGS, Climbed, climb, pictures, said, texts
from tiny_model import build_tiny_model
from tiny_server import TinyServer

pytestmark = pytest.mark.slow

SHOWN = ("E2", "E3", "E4", "E5")
WALKED = {"E3": 16, "E4": 16}
"""Rungs that the model walks, and most tokens of an action."""
GRAPH_TOKENS = 1024
_SEED = 6
"""Of weights whose noise says Done in some places and not in others."""


@pytest.fixture(scope="module")
def climbed(tiny_model, tmp_path_factory) -> Climbed:
    pytest.importorskip("uvicorn", reason="`transformers serve` needs transformers[serving]")
    folder = tmp_path_factory.mktemp("climbed")
    model = build_tiny_model(folder / "walking", seed=_SEED, says=ACTION_NAMES)
    with TinyServer(model, folder) as server:
        return climb(server, model, folder / "lake")


@pytest.mark.parametrize("kind", ["openai", "hf"])
def test_every_designated_question_is_answered_and_stored(climbed, kind):
    """Or none is, under E4, where the walk did not end with Done."""
    key = ["rung", "answerer", "question_id"]
    designated = climbed.rows("designated").filter(pl.col("answerer").str.starts_with(f"{kind}:"))
    done = climbed.rows("navigation", rung="E4").filter(pl.col("termination").is_in(["stuck", "budget"]).not_())
    silent = (pl.col("rung") == "E4") & pl.col("episode_id").is_in(done["episode_id"].implode()).not_()
    responses = climbed.responses(kind)
    assert sorted(responses.select(key).rows()) == sorted(designated.filter(~silent).select(key).rows())
    assert set(responses["rung"]) == set(ANSWERING)
    assert set(responses["finish_reason"]) <= {"stop", "length"}
    assert responses["n_prompt_tokens"].min() > 0
    most = pl.when(pl.col("rung") == "E4").then(10).otherwise(16)
    assert responses.select((pl.col("n_completion_tokens") >= 1) & (pl.col("n_completion_tokens") <= most))[
        "n_completion_tokens"
    ].all()


def test_what_was_never_asked_is_a_null_answer_and_wrong(climbed):
    asked = climbed.rows("responses").select("rung", "answerer", "question_id")
    judged = climbed.rows("predictions")
    silent = judged.join(asked, on=asked.columns, how="anti")
    assert set(silent["rung"]) == {"E4"}
    assert silent.select("status", "parsed", "parse_ok", "is_right").unique().rows() == [
        ("no_answer", None, False, False)
    ]
    assert judged.height == asked.height + silent.height == climbed.rows("designated").height


@pytest.mark.parametrize("rung", ANSWERING)
def test_pictures_arrive_bit_for_bit_and_in_order(climbed, rung):
    stored = climbed.responses("openai").filter(pl.col("rung") == rung)["evidence_hashes"].to_list()
    seen = [pictures(exchange) for exchange in climbed.of_rung(rung)]
    assert Counter(seen) == Counter(map(tuple, stored))
    assert all(map(bool, seen)) == (rung in SHOWN)


@pytest.mark.parametrize("rung", WALKED)
def test_answers_are_given_from_the_walks_own_frames_in_their_order(climbed, rung):
    frames = climbed.rows("own_frames", rung=rung)
    own = {(row["episode_id"], row["t"]): row["pixel_hash"] for row in frames.iter_rows(named=True)}
    last = dict(frames.group_by("episode_id").agg(pl.col("t").max()).iter_rows())
    answers = climbed.rows("responses", rung=rung)
    assert answers.height
    for row in answers.iter_rows(named=True):
        ts = row["evidence_frames"]
        assert row["evidence_episode"] == row["episode_id"]
        assert row["evidence_hashes"] == [own[row["episode_id"], t] for t in ts]
        assert ts[-1] == last[row["episode_id"]]
        if rung == "E4":
            assert len(ts) == 1
        else:
            assert (ts[0], len(ts)) == (0, min(6, ts[-1] + 1))
            assert ts == sorted(set(ts))


@pytest.mark.parametrize("rung", ANSWERING)
def test_what_the_server_said_is_what_is_stored(climbed, rung):
    fields = ["raw", "finish_reason", "n_prompt_tokens", "n_completion_tokens"]
    stored = climbed.responses("openai").filter(pl.col("rung") == rung).select(fields).rows()
    told = [
        (
            said(exchange),
            exchange.reply["choices"][0]["finish_reason"],
            exchange.reply["usage"]["prompt_tokens"],
            exchange.reply["usage"]["completion_tokens"],
        )
        for exchange in climbed.of_rung(rung)
    ]
    assert Counter(told) == Counter(stored)


def test_nothing_is_asked_but_decisions_and_answers_and_no_request_fails(climbed):
    assert len(climbed.chats) == climbed.n_walking + climbed.responses("openai").height
    assert {each.status for each in climbed.chats} == {200}
    limits = Counter(each.request["max_tokens"] for each in climbed.chats[: climbed.n_walking])
    loop, graph = (climbed.decisions(rung).height for rung in WALKED)
    assert limits == {16: loop + graph, GRAPH_TOKENS: graph}
    assert {each.request["max_tokens"] for each in climbed.of_rung("E4")} == {10}


@pytest.mark.parametrize(("rung", "most"), WALKED.items())
def test_each_decision_is_asked_with_the_picture_of_its_moment_and_kept_word_for_word(climbed, rung, most):
    exchanges = climbed.of_walk(rung, most)
    asked = [(*pictures(exchange), said(exchange)) for exchange in exchanges]
    assert Counter(asked) == Counter(climbed.decisions(rung).select("seen", "raw").rows())
    assert all("Reply with exactly one action name" in texts(exchange) for exchange in exchanges)


def test_a_graph_is_asked_of_the_same_picture_and_kept_word_for_word(climbed):
    asked = [(*pictures(exchange), said(exchange)) for exchange in climbed.of_walk("E4", GRAPH_TOKENS)]
    kept = climbed.decisions("E4").select("seen", pl.col("graph").fill_null(""))
    assert Counter(asked) == Counter(kept.rows())


def test_walks_end_by_the_rules_and_their_frames_are_kept(climbed):
    ends = climbed.rows("navigation")
    assert Counter(ends["rung"]) == dict.fromkeys(("E1", "E3", "E4", "E5"), EPISODES)
    assert "error" not in set(ends["termination"])
    assert ends.filter(pl.col("rung") == "E1")["immediate_done"].all()
    # Both kinds of end are there; weights drawn otherwise would need another seed.
    walked = ends.filter(pl.col("rung") == "E4")["termination"].is_in(["stuck", "budget"])
    assert 0 < walked.sum() < len(walked)
    for rung in WALKED:
        steps = climbed.decisions(rung)
        here = ends.filter(pl.col("rung") == rung).sort("episode_id")
        counted = steps.group_by("episode_id").agg(
            n_decisions=pl.len(),
            n_actions=pl.col("action").is_not_null().sum(),
            n_compliant=pl.col("compliant").sum(),
            n_frames=pl.col("pixel_hash").is_not_null().sum() + 1,
        )
        fields = ["n_decisions", "n_actions", "n_compliant", "n_frames"]
        assert counted.sort("episode_id").select(fields).rows() == here.select(fields).rows()
        assert here["n_frames"].sum() == climbed.rows("own_frames", rung=rung).height
        assert here["n_frames"].sum() == climbed.rows("own_images", rung=rung).height
        assert here["policy"].unique().str.contains("openai:").all()


@pytest.mark.parametrize("rung", WALKED)
def test_format_compliance_is_that_of_what_was_said(climbed, rung):
    steps = climbed.decisions(rung)
    named = steps["raw"].str.contains(rf"(?i)\b({'|'.join(ACTION_NAMES)})\b")
    exact = steps["raw"].str.strip_chars().is_in(ACTION_NAMES)
    (told,) = climbed.rows("navigation_metrics", rung=rung, stratum="all").to_dicts()
    assert told["designated"] == told["executed"] == EPISODES
    assert told["format_compliance"] == pytest.approx(named.mean())
    assert told["exact_format"] == pytest.approx(exact.mean())
    assert 0 < told["format_compliance"] < 1


def test_both_ways_to_the_model_show_it_the_same(climbed):
    key, fields = ["rung", "question_id"], ["prompt_hash", "evidence_hashes", "n_prompt_tokens"]
    near, far = (climbed.responses(kind).sort(key).select(key + fields) for kind in ("hf", "openai"))
    assert near.equals(far)


def test_how_the_model_was_loaded_here_stands_in_its_name_and_in_the_manifest(climbed):
    assert climbed.responses("hf")["answerer"].str.ends_with("+batch=4").all()
    record = record_of(climbed.lake, climbed.evaluation)
    assert json.loads(record.manifest)["settings"]["decoder"]["graph_dtype"] == "float16"


def test_the_same_run_again_asks_nothing(climbed):
    assert climbed.asked_again == 0


def test_every_rung_has_its_figures(climbed):
    assert set(climbed.rows("rung_metrics")["rung"]) == set(ANSWERING)
    assert set(climbed.rows("navigation_metrics")["rung"]) == set(RUNGS) - {"E0b", "E0", "E2"}
    assert set(scan(climbed.lake, "navigation").collect()["run_id"]) == {climbed.evaluation}
