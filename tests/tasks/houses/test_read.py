import copy
import json
import math

import pytest

from schemas.errors import ConfigError
from tasks.houses.polygons import contains
from tasks.houses.read import house_from_document


def first(document, kind, **fields):
    """The first door, wall or object that has these fields."""
    return next(item for item in document[kind] if all(item.get(key) == value for key, value in fields.items()))


def interior_door(document):
    return next(door for door in document["doors"] if door["room0"] != door["room1"])


def test_a_hole_is_measured_along_the_first_wall_from_its_first_point(document):
    door = interior_door(document)
    wall = first(document, "walls", id=door["wall0"])
    begin, end = wall["polygon"][:2]
    low, high = (corner["x"] for corner in door["holePolygon"])
    length = math.dist((begin["x"], begin["z"]), (end["x"], end["z"]))
    opening = next(o for o in house_from_document(document, "x").openings if o.id == door["id"])
    assert math.dist(opening.start, (begin["x"], begin["z"])) == pytest.approx(low)
    assert math.dist(opening.end, (end["x"], end["z"])) == pytest.approx(length - high)


def test_a_hole_that_runs_beyond_its_wall_ends_with_it(document):
    door = interior_door(document)
    door["holePolygon"][1]["x"] = 99.0
    house = house_from_document(document, "x")
    opening = next(o for o in house.openings if o.id == door["id"])
    wall = next(w for w in house.walls if w.id == door["wall0"])
    assert opening.end == pytest.approx(wall.end)


def test_an_outer_face_belongs_to_no_room_whatever_room_it_names(document):
    for wall in document["walls"]:
        if "exterior" in wall["id"]:
            wall["roomId"] = document["rooms"][0]["id"]
    house = house_from_document(document, "x")
    assert all((wall.room_id is None) == ("exterior" in wall.id) for wall in house.walls)


def test_walls_stand_on_the_floor_though_outer_faces_list_upper_corners_first(document):
    house = house_from_document(document, "x")
    outer = next(wall for wall in house.walls if wall.room_id is None)
    corners = first(document, "walls", id=outer.id)["polygon"]
    assert corners[0]["y"] > 0.0
    assert outer.start == (corners[2]["x"], corners[2]["z"])
    assert outer.height_m == corners[0]["y"]


def test_the_door_to_the_outside_is_known_as_such(houses):
    for house in houses.values():
        outside = [opening for opening in house.openings if opening.kind == "door" and opening.is_outside]
        assert len(outside) == 1


def test_children_follow_their_receptacle(houses):
    ids = [item.id for item in houses[4].objects]
    for item in houses[4].objects:
        if item.parent_id:
            assert ids.index(item.parent_id) < ids.index(item.id)
    assert any(item.parent_id for item in houses[4].objects)


def test_every_object_has_type_size_and_room(houses):
    for house in houses.values():
        for item in house.objects:
            assert min(item.size) > 0.0
            assert contains(house.room(item.room_id).polygon, item.position[0], item.position[2])


def test_a_bat_that_lies_is_as_long_as_it_was_high(document):
    bat = {
        "id": "BaseballBat|2|99",
        "assetId": "BaseballBat_1",
        "position": {"x": 1.0, "y": 0.04, "z": 1.0},
        "rotation": {"x": 0, "y": 30.0, "z": 270.0},
    }
    document["objects"].append(bat)
    lying = house_from_document(document, "x").object("BaseballBat|2|99")
    bat["rotation"]["z"] = 0
    upright = house_from_document(document, "x").object("BaseballBat|2|99")
    assert lying.size == (upright.size[1], upright.size[0], upright.size[2])


def test_the_old_schema_says_the_same_as_the_new(document):
    new = house_from_document(document, "new")
    old = house_from_document(downgraded(document), "old")
    assert (old.content_hash, old.schema, new.schema) == (new.content_hash, "0.0.1", "1.0.0")
    assert old.document["metadata"]["schema"] == "1.0.0"


def downgraded(document):
    """The document in schema 0.0.1: holes as boxes, materials as names."""
    old = copy.deepcopy(document)
    old["metadata"]["schema"] = "0.0.1"
    for opening in old["doors"] + old["windows"]:
        low, high = opening.pop("holePolygon")
        opening["boundingBox"] = {"min": low, "max": high}
        opening["assetOffset"] = {"x": 0.0, "y": 0.0, "z": 0.0}
        del opening["assetPosition"]
    for room in old["rooms"]:
        room["floorMaterial"] = room["floorMaterial"]["name"]
    for wall in old["walls"]:
        material = wall["material"]
        wall["material"] = material["name"]
        if "color" in material:
            wall["color"] = material["color"]
    return old


def test_a_missing_schema_is_told_by_the_doors(document):
    old = downgraded(document)
    del old["metadata"]["schema"], document["metadata"]["schema"]
    assert house_from_document(old, "x").content_hash == house_from_document(document, "x").content_hash


def test_a_house_without_a_start_gets_a_clear_one_and_always_the_same(document):
    del document["metadata"]["agent"]
    house = house_from_document(document, "x")
    x, z, yaw = house.start
    assert house == house_from_document(json.loads(json.dumps(document)), "x")
    assert yaw == 0.0
    for item in house.objects:
        reach = math.hypot(item.size[0], item.size[2]) / 2.0
        assert math.dist((x, z), (item.position[0], item.position[2])) > min(reach, 0.5)


def test_a_start_outside_the_rooms_is_not_used(document):
    document["metadata"]["agent"]["position"].update(x=-5.0, z=-5.0)
    house = house_from_document(document, "x")
    assert any(contains(room.polygon, *house.start[:2]) for room in house.rooms)


def test_an_unknown_room_type_is_kept(document):
    document["rooms"][0]["roomType"] = "Hallway"
    assert "Hallway" in {room.type for room in house_from_document(document, "x").rooms}


def test_yaw_is_less_than_a_full_turn(document):
    document["objects"][0]["rotation"]["y"] = -1e-17
    document["objects"][1]["rotation"]["y"] = 450.0
    house = house_from_document(document, "x")
    assert house.object(document["objects"][0]["id"]).yaw == 0.0
    assert house.object(document["objects"][1]["id"]).yaw == 90.0


def _without(name):
    return lambda document: document.pop(name)


def _set(kind, field, value):
    return lambda document: document[kind][0].__setitem__(field, value)


def _twice(document):
    document["objects"].append(document["objects"][0])


def _shut(document):
    interior_door(document)["openness"] = 0


def _no_hole(document):
    interior_door(document)["holePolygon"][1]["x"] = interior_door(document)["holePolygon"][0]["x"]


SPOILED = {
    "no rooms": (_without("rooms"), "`rooms` is missing"),
    "no metadata": (_without("metadata"), "`metadata` is missing"),
    "future schema": (lambda d: d["metadata"].update(schema="2.0.0"), "`metadata.schema` is '2.0.0'"),
    "empty house": (lambda d: d.update(rooms=[]), "`rooms` is empty"),
    "rooms as text": (lambda d: d.update(rooms="two"), "`rooms` is no list"),
    "room as text": (lambda d: d["rooms"].insert(0, "room"), "`rooms[0]` is no object"),
    "flat floor": (lambda d: d["rooms"][0].update(floorPolygon=[]), "`rooms[0].floorPolygon` encloses no floor"),
    "floor of words": (lambda d: d["rooms"][0]["floorPolygon"][1].update(x="a"), "floorPolygon[1].x` is no finite"),
    "infinite floor": (lambda d: d["rooms"][0]["floorPolygon"][0].update(z=math.inf), "is no finite number"),
    "room type missing": (lambda d: d["rooms"][0].pop("roomType"), "`rooms[0].roomType` is missing"),
    "triangular wall": (lambda d: d["walls"][0]["polygon"].pop(), "`walls[0].polygon` is no upright wall"),
    "wall of no room": (_set("walls", "roomId", "room|77"), "names the room 'room|77'"),
    "door to no wall": (_set("doors", "wall1", "wall|77"), "names the wall 'wall|77'"),
    "door without hole": (_no_hole, "cuts no hole into the wall"),
    "shut door": (_shut, "the door is shut"),
    "unknown asset": (_set("objects", "assetId", "9fbd2a1c"), "none of the 1653 known assets"),
    "same id twice": (_twice, "twice"),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED)
def test_what_cannot_be_used_is_refused_in_a_sentence(document, spoil):
    change, reason = spoil
    change(document)
    with pytest.raises(ConfigError) as refused:
        house_from_document(document, "homes/a.json")
    message = str(refused.value)
    assert reason in message
    assert message.startswith("homes/a.json")
    assert "\n" not in message


@pytest.mark.parametrize("value", [None, 3, "house", [1]])
def test_what_is_no_object_is_refused(value):
    with pytest.raises(ConfigError, match="no ProcTHOR house"):
        house_from_document(value, "a.json")
