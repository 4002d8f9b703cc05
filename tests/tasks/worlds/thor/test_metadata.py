"""What AI2-THOR tells, read from real events and from the corners that real ones have."""

import gzip
import json
import math
from pathlib import Path

import pytest

from schemas.errors import WorldError
from tasks.worlds.thor.metadata import (
    agent_of,
    blocker_in,
    colors_of,
    objects_of,
    positions_of,
    visible_of,
    whole_of,
)
from tasks.worlds.thor.poses import agree, told


@pytest.fixture(scope="module")
def events(shared: Path):
    files = sorted((shared / "metadata").glob("events_*.json.gz"))
    return [event for file in files for event in json.loads(gzip.decompress(file.read_bytes()))]


def test_real_agents_are_read(events):
    agents = [agent_of(event) for event in events]
    assert len(agents) == 47
    for agent, event in zip(agents, events, strict=True):
        assert agent.x == event["agent"]["position"]["x"]
        assert 0.0 <= agent.yaw < 360.0
        assert -30.1 <= agent.horizon <= 60.1
        assert agent.y == pytest.approx(0.9, abs=0.02)


def test_real_objects_are_read(events):
    things = [item for event in events for item in objects_of(event)]
    assert len(things) == sum(len(event["objects"]) for event in events) > 2500
    assert any(item.parents for item in things)
    assert any(not item.parents for item in things)
    assert all(0.0 <= item.yaw < 360.0 for item in things)


def test_the_middle_of_a_real_box_lies_within_its_corners(events):
    for raw, item in zip(events[0]["objects"], objects_of(events[0]), strict=True):
        corners = raw["axisAlignedBoundingBox"]["cornerPoints"]
        for axis in range(3):
            span = [corner[axis] for corner in corners]
            assert min(span) - 1e-5 <= item.centre[axis] <= max(span) + 1e-5


def test_the_flag_picks_out_the_same_objects_as_in_the_file(events):
    for event in events:
        flagged = {item["objectId"] for item in event["objects"] if item["visible"]}
        assert {item.id for item in visible_of(event)} == flagged
        assert flagged


def test_a_real_distance_is_that_to_the_origin_of_the_model(events):
    """What `distance` means is nowhere documented; in real events it is three-dimensional, from the agent's middle."""
    agent = agent_of(events[0])
    apart = [
        math.dist((agent.x, agent.y, agent.z), item.position) - item.distance_m
        for item in objects_of(events[0])
        if item.type != "Floor"
    ]
    assert sorted(map(abs, apart))[len(apart) // 2] < 0.01


def test_real_events_have_no_colours_without_a_picture_of_instances(events):
    assert colors_of(events[0]) == {}


def test_the_pose_of_a_real_agent_is_the_one_that_was_meant(events):
    pose = told(agent_of(events[0]))
    assert agree(told(agent_of({"agent": {**events[0]["agent"], "cameraHorizon": pose.horizon + 0.00002}})), pose)


def thing(**more):
    zero = {"x": 0.0, "y": 0.0, "z": 0.0}
    return {"objectId": "Mug|1", "objectType": "Mug", "position": zero, "rotation": zero, "visible": True, **more}


def test_nulls_stand_for_what_is_not_there():
    bare = thing(parentReceptacles=None, axisAlignedBoundingBox=None, distance=None)
    (item,) = objects_of({"objects": [bare]})
    assert (item.parents, item.centre, item.distance_m) == ((), None, 0.0)
    assert objects_of({"objects": None}) == ()
    assert positions_of({"actionReturn": None}) == []


def test_a_part_belongs_to_the_object_that_has_it():
    (item,) = objects_of({"objects": [thing(objectId="Dresser|2|1___3")]})
    assert item.whole == whole_of("Dresser|2|1") == "Dresser|2|1"


@pytest.mark.parametrize(
    ("message", "blocker"),
    [
        ("Fridge|2|1 is blocking Agent 0 from moving by (0.0000, 0.0000, 0.2500).", "Fridge|2|1"),
        ("Dresser|2|1___0 is blocking Agent 0 from moving by (0.2500, 0.0000, 0.0000).", "Dresser|2|1"),
        ("can't look down beyond 60 degrees below the forward horizon", None),
        ("", None),
    ],
)
def test_a_blocker_is_named_where_the_message_does(message, blocker):
    assert blocker_in(message) == blocker


@pytest.mark.parametrize("metadata", [{}, {"agent": None}, {"agent": {"position": {"x": 0.0}}}])
def test_metadata_without_an_agent_are_refused_with_the_way_out(metadata):
    with pytest.raises(WorldError, match=r"5\.0\.0"):
        agent_of(metadata)


def test_a_broken_object_is_refused():
    with pytest.raises(WorldError, match="an object"):
        objects_of({"objects": [{"objectId": "Mug|1"}]})
