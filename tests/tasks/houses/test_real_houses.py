"""Over real ProcTHOR houses, where they are at hand."""

import csv
import gzip
import json
import math

import pytest

from tasks.houses.read import house_from_document
from tasks.houses.rooms import RoomGraph
from tasks.houses.source import read_houses


@pytest.fixture(scope="module")
def real(shared):
    """File name to house, for all 52 files."""
    files = sorted((shared / "houses").glob("*.json.gz"))
    return {file.name: house_from_document(json.loads(gzip.decompress(file.read_bytes())), file.name) for file in files}


@pytest.fixture(scope="module")
def manifest(shared):
    with (shared / "houses" / "manifest.csv").open(encoding="utf-8") as file:
        return {row["file"]: row for row in csv.DictReader(file)}


def test_every_house_has_the_rooms_doors_and_boundaries_of_the_manifest(real, manifest):
    assert len(real) == len(manifest) == 52
    for name, house in real.items():
        graph, row = RoomGraph(house), manifest[name]
        doors = sum(not edge.is_open for edge in graph.edges)
        assert (len(house.rooms), doors) == (int(row["rooms"]), int(row["interior_doors"])), name
        assert len(graph.edges) - doors == int(row["open_boundaries"]), name
        assert len(house.objects) == int(row["objects"]), name
        assert {room.type for room in house.rooms} == set(row["room_types"].split("/")), name


def test_every_house_is_connected_and_each_object_is_in_a_room(real):
    for house in real.values():
        assert RoomGraph(house).is_connected
        assert all(item.room_id for item in house.objects)


def test_two_files_in_two_schemas_are_one_house(shared):
    found = read_houses(shared / "houses")
    assert (len(found.houses), found.refused) == (51, ())
    assert [(copy.source, copy.kept) for copy in found.duplicates] == [
        ("calebchia1807_002_schema001.json.gz", "calebchia1807_001.json.gz")
    ]


def test_a_door_lies_on_both_faces_of_its_wall(real):
    for house in real.values():
        walls = {wall.id: wall for wall in house.walls}
        for opening in house.openings:
            for wall in (walls[opening.wall0], walls[opening.wall1]):
                for point in (opening.start, opening.end):
                    through = math.dist(wall.start, point) + math.dist(point, wall.end)
                    assert through == pytest.approx(math.dist(wall.start, wall.end), abs=1e-3)


def test_furniture_leaves_doors_free_as_we_read_them_and_not_mirrored(real):
    blocked = {"read": 0, "mirrored": 0}
    for house in real.values():
        walls = {wall.id: wall for wall in house.walls}
        things = [item for item in house.objects if item.parent_id is None and item.position[1] < 1.2]
        for opening in house.openings:
            if opening.kind == "door":
                wall = walls[opening.wall0]
                middle = [(a + b) / 2.0 for a, b in zip(opening.start, opening.end, strict=True)]
                mirrored = [a + b - m for a, b, m in zip(wall.start, wall.end, middle, strict=True)]
                blocked["read"] += _blocked(middle, things)
                blocked["mirrored"] += math.dist(middle, mirrored) > 1.0 and _blocked(mirrored, things)
    assert blocked["read"] * 10 < blocked["mirrored"]


def _blocked(point, things):
    """Whether something stands within 0.6 m of the middle of a door."""
    return any(
        math.dist(point, (item.position[0], item.position[2])) < 0.6 + min(item.size[0], item.size[2]) / 2.0
        for item in things
    )
