import json
from pathlib import Path

import polars as pl
import pytest

from schemas.settings import EpisodeSettings
from tasks.houses.source import read_houses
from tasks.questions.walks import walks

HOUSES = Path(__file__).parents[2] / "data" / "houses"
OPEN = "06_kitchen-living-bedroom-room.json.gz"


@pytest.fixture(scope="module")
def house():
    return read_houses(HOUSES / OPEN).houses[0]


def walk_of(house, observed):
    room = house.rooms[0]
    frames = [
        {"episode_id": "ep_00000", "t": t, "room_id": room.id, "space_id": room.id, "room_type": room.type}
        for t in range(2)
    ]
    columns = ("episode_id", "t", "object_id", "object_type", "room_id", "visible", "pixels")
    rows = [
        dict(zip(columns, ("ep_00000", t, name, "Mug", None, visible, pixels), strict=True))
        for t, name, visible, pixels in observed
    ]
    schema = dict(
        zip(columns, (pl.String, pl.Int32, pl.String, pl.String, pl.String, pl.Boolean, pl.Int32), strict=True)
    )
    episode = {
        "split": "test",
        "episode_id": "ep_00000",
        "house_id": house.id,
        "target_type": "Bed",
        "target_room": "Bedroom",
    }
    houses = pl.DataFrame({"house_id": [house.id], "document": [json.dumps(dict(house.document))]})
    tables = (pl.DataFrame([episode]), pl.DataFrame(frames), pl.DataFrame(rows, schema=schema, orient="row"), houses)
    (walk,) = walks(*tables, EpisodeSettings())
    return walk


def test_the_loose_record_holds_what_has_a_pixel_at_any_distance(house):
    walk = walk_of(
        house, [(0, "a", True, 33), (0, "b", True, 32), (0, "c", False, 900), (1, "d", True, 0), (1, "e", False, 0)]
    )
    assert [[seen.object_id for seen in frame.seen] for frame in walk.trajectory.frames] == [["a"], []]
    assert [[seen.object_id for seen in frame.seen] for frame in walk.loose] == [["a", "b", "c"], []]


def test_spaces_are_those_of_the_whole_house_though_one_room_was_entered(house):
    walk = walk_of(house, [])
    assert set(walk.spaces) == {room.id for room in house.rooms}
    assert len(set(walk.spaces.values())) < len(house.rooms)


def test_a_walk_names_its_label_and_its_place_in_the_run(house):
    walk = walk_of(house, [])
    assert walk.target_room == "Bedroom"
    assert walk.key == ("test", "ep_00000")
