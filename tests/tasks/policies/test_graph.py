import json

import pytest

from tasks.policies.graph import Edge, Node, SceneGraph, graph_in

LAMP, TABLE = Node("lamp_1", "lamp"), Node("table_1", "table")
GRAPH = SceneGraph(
    "living room",
    "kitchen",
    (LAMP, TABLE),
    (Edge("lamp_1", "table_1", "spatial", "on"), Edge("lamp_1", "table_1", "functional", "lights")),
)
TEXT = GRAPH.to_json()


def test_a_graph_comes_back_from_its_own_json():
    assert graph_in(TEXT) == GRAPH


def test_its_json_has_the_keys_that_the_prompt_asks_for():
    found = json.loads(TEXT)
    assert list(found) == ["scene_type", "target_scene", "nodes", "edges"]
    assert found["edges"][0] == {"from": "lamp_1", "to": "table_1", "type": "spatial", "relation": "on"}


@pytest.mark.parametrize(
    "raw",
    [f"Here it is:\n```json\n{TEXT}\n```", f"{TEXT} I hope this helps.", f"<think>a lamp</think> {TEXT}"],
    ids=["fenced", "with words after", "with thinking"],
)
def test_words_around_a_graph_do_no_harm(raw):
    assert graph_in(raw) == GRAPH


@pytest.mark.parametrize("length", range(TEXT.index('"lamp"}') + 8, len(TEXT) - 2, 7))
def test_a_graph_that_was_cut_off_keeps_what_was_whole(length):
    cut = graph_in(TEXT[:length])
    assert cut is not None
    assert cut.scene_type == "living room"
    assert cut.nodes == GRAPH.nodes[: len(cut.nodes)]
    assert cut.nodes
    assert cut.edges == GRAPH.edges[: len(cut.edges)]


@pytest.mark.parametrize("raw", ["", "A lamp on a table.", "{", "{}", "[1, 2]", '{"a": 1}', '{"nodes": '])
def test_what_is_no_graph_is_none(raw):
    assert graph_in(raw) is None


def test_other_spellings_of_nodes_and_edges_are_read():
    nodes = ["sofa", {"id": "tv", "name": "TV"}]
    edges = [{"source": "sofa", "target": "tv", "relation": "faces"}]
    found = graph_in(json.dumps({"nodes": nodes, "edges": edges}))
    assert found.nodes == (Node("sofa", "sofa"), Node("tv", "TV"))
    assert found.edges == (Edge("sofa", "tv", "spatial", "faces"),)


def test_a_summary_names_room_things_and_relations():
    assert GRAPH.summary() == "Room: living room\nObjects: lamp, table\nRelations: lamp on table; lamp lights table"
    assert SceneGraph("", "").summary() == "Room: unknown\nObjects: none\nRelations: none"


def test_joined_graphs_hold_what_both_held_once():
    later = SceneGraph("kitchen", "kitchen", (TABLE, Node("mug_1", "mug")))
    joined = later.joined_to(GRAPH)
    assert joined.scene_type == "kitchen"
    assert {node.label for node in joined.nodes} == {"table", "mug", "lamp"}
    assert joined.edges == GRAPH.edges
