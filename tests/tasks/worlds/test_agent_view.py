"""What leaves the simulator for an agent."""

from dataclasses import fields

import numpy as np
import pytest

from schemas.settings import EpisodeSettings
from tasks.worlds.agent_view import Moment, Senses, agent_view
from tasks.worlds.base import AgentView, Detection, Pose, View

SETTINGS = EpisodeSettings(image_size=64)
TYPES = {"Mug|1": "Mug", "Mug|2": "Mug", "Bed|1": "Bed", "Fork|1": "Fork", "Vase|1": "Vase"}
FAULTLESS, FIRST = Senses(detections=True), Moment(7, "ep_00000", 0)
RGB = np.zeros((64, 64, 3), np.uint8)


@pytest.fixture
def view():
    return view_of(tuple(TYPES))


def view_of(ids):
    """Two mugs, a bed, a fork of one pixel, and a vase that is too far away to be flagged."""
    instances = np.full((64, 64), -1, np.int32)
    for object_id, (x0, y0, x1, y1) in {
        "Mug|1": (5, 5, 9, 9), "Mug|2": (20, 5, 24, 12), "Bed|1": (0, 40, 63, 63), "Fork|1": (30, 30, 30, 30),
        "Vase|1": (40, 10, 50, 20),
    }.items():  # fmt: skip
        instances[y0 : y1 + 1, x0 : x1 + 1] = ids.index(object_id)
    counts = {object_id: int((instances == number).sum()) for number, object_id in enumerate(ids)}
    visible = frozenset(ids) - {"Vase|1"}
    depth = np.ones((64, 64), np.float32)
    return View(Pose(0.0, 0.0, 0.0, 0.0), depth, instances, ids, counts, dict.fromkeys(ids, 1.0), visible)


def seen(view, senses=FAULTLESS, moment=FIRST):
    return agent_view(view, RGB, TYPES, senses, moment, SETTINGS).detections


def test_a_faultless_detector_finds_what_the_visible_object_record_holds(view):
    assert seen(view) == (
        Detection("Bed", (0, 40, 63, 63)),
        Detection("Mug", (5, 5, 9, 9)),
        Detection("Mug", (20, 5, 24, 12)),
    )


def test_the_order_of_detections_tells_nothing_about_ids(view):
    assert seen(view_of(tuple(reversed(TYPES)))) == seen(view)


def test_an_agent_gets_no_more_than_its_senses(view):
    plain = agent_view(view, RGB, TYPES, Senses(), Moment(7, "ep_00000", 0), SETTINGS)
    assert (plain.depth, plain.detections) == (None, None)
    assert {each.name for each in fields(AgentView)} == {"rgb", "depth", "detections"}


def test_what_an_agent_gets_it_cannot_change(view):
    given = agent_view(view, RGB, TYPES, Senses(depth=True), Moment(7, "ep_00000", 0), SETTINGS)
    for pixels in (given.rgb, given.depth):
        with pytest.raises(ValueError, match="read-only"):
            pixels[0, 0] = 1


@pytest.mark.parametrize("rate", [0.0, 0.3, 1.0])
def test_things_are_missed_as_often_as_the_rate_says(view, rate):
    found = [seen(view, Senses(False, True, miss_rate=rate), Moment(7, "ep_00000", t)) for t in range(400)]
    missed = 1 - sum(map(len, found)) / (3 * 400)
    assert missed == pytest.approx(rate, abs=0.05)


def test_types_that_are_not_there_are_detected_as_often_as_the_rate_says(view):
    found = [seen(view, Senses(False, True, 0.0, 0.02), Moment(7, "ep_00000", t)) for t in range(400)]
    made_up = [each for frame in found for each in frame if each.object_type not in {"Mug", "Bed"}]
    assert len(made_up) / (400 * 102) == pytest.approx(0.02, rel=0.15)
    assert all(0 <= x0 < x1 < 64 and 0 <= y0 < y1 < 64 for x0, y0, x1, y1 in (each.box for each in made_up))


def test_a_moment_has_the_same_faults_again_and_another_one_others(view):
    senses = Senses(False, True, 0.5, 0.05)
    frames = [seen(view, senses, Moment(7, "ep_00000", t)) for t in range(20)]
    assert frames == [seen(view, senses, Moment(7, "ep_00000", t)) for t in range(20)]
    assert frames != [seen(view, senses, Moment(8, "ep_00000", t)) for t in range(20)]
    assert frames != [seen(view, senses, Moment(7, "ep_00001", t)) for t in range(20)]
    assert len(set(frames)) > 10
