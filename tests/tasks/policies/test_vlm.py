"""Rung E3's model: what it is shown and told, and what becomes of what it says."""

import numpy as np
import pytest

from schemas.settings import DecoderSettings
from tasks.models.chat import ChatPicture, Completion
from tasks.models.prompting import built_in
from tasks.policies.base import Glimpse, Goal
from tasks.policies.vlm import Increments, Vlm
from tasks.worlds.base import Action, AgentView, Pose


def glimpse(episode_id="ep_00000", t=3, target="DiningTable"):
    rgb = np.full((4, 4, 3), t, np.uint8)
    return Glimpse(Goal(episode_id, target, "Kitchen", "How many?"), t, AgentView(rgb), Pose(0.0, 0.0, 0.0, 0.0), True)


@pytest.fixture
def policy(speaker):
    def made(reply, **more):
        model = speaker(reply)
        return Vlm(model, built_in(), DecoderSettings(action_tokens=9), **more), model

    return made


def test_it_is_shown_the_present_picture_and_told_the_type_alone(policy):
    vlm, model = policy(lambda request: "MoveAhead")
    vlm.act([glimpse(t=1), glimpse("ep_00001", t=2)])
    for request, t in zip(model.asked, (1, 2), strict=True):
        (picture,) = (part for part in request.parts if isinstance(part, ChatPicture))
        text = "".join(part for part in request.parts if isinstance(part, str))
        assert (picture.load() == t).all()
        assert "dining table" in text
        assert "kitchen" not in text.lower()
        assert "How many?" not in text
        assert request.max_tokens == 9


def test_replies_go_to_their_own_episodes_in_whatever_order_they_come(policy):
    vlm, _ = policy(lambda request: "LookUp" if request.key == "ep_00000" else "LookDown")
    first, second = vlm.act([glimpse(), glimpse("ep_00001")])
    assert (first.action.name, second.action.name) == ("LookUp", "LookDown")


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("MoveAhead", Action("MoveAhead", 0.25)),
        ("RotateLeft", Action("RotateLeft", 30.0)),
        ("LookUp", Action("LookUp", 30.0)),
        ("Done", Action("Done")),
    ],
)
def test_a_base_action_is_carried_out_by_the_runs_increment(policy, said, action):
    vlm, _ = policy(lambda request: said)
    assert vlm.act([glimpse()])[0].action == action


def test_increments_can_be_others_and_then_name_it_otherwise(policy):
    (usual, _), (other, _) = policy(lambda _: "MoveAhead"), policy(lambda _: "MoveAhead", increments=Increments(1.0))
    assert other.act([glimpse()])[0].action == Action("MoveAhead", 1.0)
    assert usual.name != other.name


def test_what_it_says_is_kept_word_for_word(policy):
    vlm, _ = policy(lambda request: "Well, RotateLeft then.\n")
    (decision,) = vlm.act([glimpse()])
    assert (decision.raw, decision.compliant) == ("Well, RotateLeft then.\n", False)


def test_a_reply_without_an_action_is_no_action(policy):
    vlm, _ = policy(lambda request: "A nice room.")
    (decision,) = vlm.act([glimpse()])
    assert (decision.action, decision.error) == (None, "")


def test_a_request_that_failed_is_an_error_and_no_reply(policy):
    vlm, _ = policy(lambda request: Completion(request.key, "503", "error"))
    assert vlm.act([glimpse()])[0].error == "503"


def test_a_model_that_gives_fewer_replies_than_it_was_asked_for_is_an_error_there(policy, speaker):
    vlm, model = policy(lambda request: "Done")
    model.complete = lambda requests: [Completion(next(iter(requests)).key, "Done")]
    first, second = vlm.act([glimpse(), glimpse("ep_00001")])
    assert (first.error, second.error) == ("", "the model gave no reply")
