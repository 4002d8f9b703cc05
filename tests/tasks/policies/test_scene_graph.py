"""Rung E4: a graph, then an action beside it (A, Appendix I.1)."""

import json
from itertools import pairwise

import numpy as np
import pytest

from schemas.settings import DecoderSettings
from tasks.models.chat import Completion
from tasks.models.prompting import built_in
from tasks.policies.base import Glimpse, Goal
from tasks.policies.graph import UNREAD, Edge, Node, SceneGraph, graph_in
from tasks.policies.policies import PolicyMeans, make_policy
from tasks.policies.scene_graph import ModelGraphs
from tasks.worlds.base import AgentView, Detection, Pose

LAMP, DOOR, STOVE = Node("lamp_1", "lamp"), Node("door_1", "door"), Node("stove_1", "stove")
GRAPHS = {
    0: SceneGraph("hallway", "kitchen", (LAMP, DOOR), (Edge(LAMP.id, DOOR.id, "spatial", "beside"),)),
    1: SceneGraph("kitchen", "kitchen", (STOVE,)),
}
QUESTION = "Was a kettle in view?"


def glimpse(t=0, question=QUESTION):
    goal = Goal("ep_00000", "Mug", "Kitchen", question)
    return Glimpse(goal, t, AgentView(np.full((4, 4, 3), t, np.uint8)), Pose(0.0, 0.0, 0.0, 0.0), True)


def words(request):
    return "".join(part for part in request.parts if isinstance(part, str))


@pytest.fixture
def walk(speaker):
    """Acts on two pictures in a row; the decisions, and what was asked: graph, action, graph, action."""

    def walked(accumulates=False, question=QUESTION, graph=None):
        def reply(request):
            if request.max_tokens != 1024:
                return "MoveAhead"
            t = int(request.parts[0].load()[0, 0, 0])
            return graph(request) if graph else GRAPHS[t].to_json()

        model = speaker(reply)
        policy = ModelGraphs(model, built_in(), DecoderSettings(), accumulates=accumulates)
        return [policy.act([glimpse(t, question)])[0] for t in (0, 1)], model.asked

    return walked


def test_a_step_is_a_graph_then_an_action_within_their_budgets_of_tokens(walk):
    decisions, asked = walk()
    assert [request.max_tokens for request in asked] == [1024, 16, 1024, 16]
    assert [decision.action.name for decision in decisions] == ["MoveAhead", "MoveAhead"]
    assert [graph_in(decision.graph) for decision in decisions] == [GRAPHS[0], GRAPHS[1]]


def test_the_graph_is_asked_for_with_the_first_question_and_the_room_as_context(walk):
    _, asked = walk()
    assert QUESTION in words(asked[0])
    assert "kitchen" in words(asked[0])


def test_the_question_can_be_withheld(walk):
    _, asked = walk(question="")
    assert not any("asked" in words(request) for request in asked)


def test_the_action_is_asked_for_with_this_steps_summary_alone(walk):
    _, asked = walk()
    assert GRAPHS[0].summary() in words(asked[1])
    assert GRAPHS[1].summary() in words(asked[3])
    assert "lamp" not in words(asked[3])


def test_accumulating_keeps_earlier_graphs(walk):
    _, asked = walk(accumulates=True)
    assert "lamp" in words(asked[3])
    assert "stove" in words(asked[3])


def test_a_graph_that_cannot_be_read_is_said_to_be_unread(walk):
    decisions, asked = walk(graph=lambda request: "a hallway with a lamp")
    assert UNREAD in words(asked[1])
    assert decisions[0].graph == "a hallway with a lamp"
    assert decisions[0].action is not None


def test_a_graph_whose_request_failed_is_an_error(walk):
    decisions, _ = walk(graph=lambda request: Completion(request.key, "503", "error"))
    assert decisions[0].error == "503"


@pytest.fixture(scope="module")
def built_in_rows(rows_of):
    return {kept: rows_of(make_policy("scene_graph", PolicyMeans(7, accumulates=kept))) for kept in (False, True)}


def graphs_of(rows):
    return [json.loads(graph) for graph in rows["steps"].filter(episode_id="ep_00003").sort("t")["graph"].drop_nulls()]


def test_without_a_model_the_graph_holds_what_was_detected(built_in_rows):
    for graph in graphs_of(built_in_rows[False]):
        ids = [node["id"] for node in graph["nodes"]]
        assert len(ids) == len(set(ids))
        assert {edge[end] for edge in graph["edges"] for end in ("from", "to")} <= set(ids)
        assert {edge["type"] for edge in graph["edges"]} <= {"spatial", "functional"}


def test_without_a_model_accumulating_means_that_nothing_is_forgotten(built_in_rows):
    graphs = graphs_of(built_in_rows[True])
    for kind in ("nodes", "edges"):
        held = [{tuple(each.items()) for each in graph[kind]} for graph in graphs]
        assert all(earlier <= later for earlier, later in pairwise(held))
        assert len(held[-1]) > len(held[0])
        assert [len(each) for each in held] == [len(graph[kind]) for graph in graphs]


CHAIR = Detection("Chair", (6, 6, 9, 9))


def chairs_at(z, n=1):
    """A picture of chairs 2 m ahead of a place, side by side."""
    depth = np.full((16, 16), 2.0, np.float32)
    boxes = (CHAIR, Detection("Chair", (4, 6, 7, 9)))[:n]
    view = AgentView(np.zeros((16, 16, 3), np.uint8), depth, boxes)
    return Glimpse(Goal("ep_00000", "Mug"), 0, view, Pose(0.0, z, 0.0, 0.0), True)


def ids_of(policy, *glimpses):
    graphs = [json.loads(policy.act([each])[0].graph) for each in glimpses]
    return [sorted(node["id"] for node in graph["nodes"]) for graph in graphs]


def test_a_chair_of_another_room_is_another_chair_and_one_met_again_is_not():
    policy = make_policy("scene_graph", PolicyMeans(7, accumulates=True))
    kitchen, from_nearer, bedroom = chairs_at(0.0), chairs_at(0.3), chairs_at(6.0)
    assert ids_of(policy, kitchen, from_nearer, bedroom, kitchen) == [
        ["chair_1"],
        ["chair_1"],
        ["chair_1", "chair_2"],
        ["chair_1", "chair_2"],
    ]


def test_two_chairs_of_one_picture_are_two_however_near():
    policy = make_policy("scene_graph", PolicyMeans(7, accumulates=True))
    assert ids_of(policy, chairs_at(0.0), chairs_at(0.0, 2)) == [["chair_1"], ["chair_1", "chair_2"]]


def test_without_accumulating_each_picture_counts_from_one():
    policy = make_policy("scene_graph", PolicyMeans(7))
    assert ids_of(policy, chairs_at(0.0, 2), chairs_at(6.0)) == [["chair_1", "chair_2"], ["chair_1"]]


def test_an_episode_that_is_over_leaves_no_chair_behind():
    policy = make_policy("scene_graph", PolicyMeans(7, accumulates=True))
    policy.act([chairs_at(0.0)])
    policy.forget("ep_00000")
    assert ids_of(policy, chairs_at(6.0)) == [["chair_1"]]
