"""`ladder show`: an episode in words, as JSON and as a page."""

import json
import sys
from pathlib import Path

import pytest

from flows.show import as_plain, rendered, show
from lake.store import Lake
from schemas.errors import ConfigError

sys.path.insert(0, str(Path(__file__).parent))
from ladder_command import ladder  # a helper beside the tests
from reported_lake import ANSWERERS, EVALUATION, GENERATION, MARKUP


def test_words_tell_the_episode_its_walks_its_questions_and_every_rung(reported: Lake) -> None:
    text = rendered(show("ep_00000", EVALUATION, reported.root))
    assert text.startswith(f"ep_00000 of {EVALUATION}, split test\nStratum ")
    assert "E5, replayed frames: Reached the target after " in text
    assert ", ep_00000_q1)" in text
    assert all(f"\n   {rung} " in text for rung in ("E0b", "E0", "E2", "E5"))
    assert text.endswith("episodes/test-ep_00000.html")


@pytest.mark.parametrize("named", ["ep_00001_q1", "ep_00001/3", "test-ep_00001", "ep_00001"])
def test_what_audits_name_leads_to_the_episode(reported: Lake, named: str) -> None:
    assert show(named, EVALUATION, reported.root).page.episode_id == "ep_00001"


def test_json_holds_the_evidence_and_the_replies_of_each_rung(reported: Lake) -> None:
    told = json.loads(json.dumps(as_plain(show("ep_00000", EVALUATION, reported.root))))
    question = told["questions"][0]
    rungs = {each["rung"]: each for each in question["rungs"]}
    assert rungs["E2"]["evidence"] == question["cited"]
    assert rungs["E0"]["evidence"] == []
    assert rungs["E2"]["replies"][ANSWERERS[0]]["raw"] == MARKUP
    assert [moment["t"] for moment in told["walks"][0]["moments"]] == list(range(len(told["walks"][0]["moments"])))


def test_a_replay_of_the_same_pictures_shows_its_route_and_not_its_frames_again(reported: Lake) -> None:
    reference, replay = show("ep_00000", EVALUATION, reported.root).page.walks
    assert replay.route == reference.route
    assert replay.moments == ()


def test_a_generation_has_the_episode_without_answers(reported: Lake) -> None:
    page = show("ep_00000", GENERATION, reported.root).page
    assert page.answerers == ()
    assert [walk.name for walk in page.walks] == ["reference"]
    assert page.questions


def test_what_a_model_wrote_stands_on_the_page_as_text(reported: Lake) -> None:
    html = Path(show("ep_00000", EVALUATION, reported.root).place).read_text(encoding="utf-8")
    assert html.count("<script") == 1
    assert "<i>B</i>" not in html
    assert "&lt;script&gt;document.title=" in html


@pytest.mark.parametrize(
    ("named", "run_id", "split", "reason"),
    [
        ("kitchen", EVALUATION, "test", "`kitchen` names no episode"),
        ("ep_00999", EVALUATION, "test", "has no episode `ep_00999` in its split test"),
        ("ep_00000", "eval-ffffffffffff", "test", "no published run `eval-ffffffffffff`"),
        ("ep_00000", EVALUATION, "tests", "there is no split `tests`"),
    ],
)
def test_what_is_not_there_is_refused_in_a_sentence(
    reported: Lake, named: str, run_id: str, split: str, reason: str
) -> None:
    with pytest.raises(ConfigError, match=reason):
        show(named, run_id, reported.root, split)


def test_the_command_prints_words_and_where_the_page_is(reported: Lake) -> None:
    ran = ladder("show", "ep_00000_q1", "--run", EVALUATION, "--lake", reported.root)
    assert (ran.code, ran.err) == (0, "")
    assert Path(ran.out.rsplit(maxsplit=1)[-1]).is_file()
