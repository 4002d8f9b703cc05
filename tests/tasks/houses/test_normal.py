import copy
import random

import pytest

from tasks.houses.normal import content_hash


def renamed(value, prefix="new "):
    """The document with every id and reference under another name."""
    names = ("id", "roomId", "room0", "room1", "wall0", "wall1")
    if isinstance(value, dict):
        return {
            key: f"{prefix}{item}" if key in names and not str(item).startswith("wall|exterior") else renamed(item)
            for key, item in value.items()
        }
    return [renamed(item) for item in value] if isinstance(value, list) else value


def test_ids_do_not_matter(document):
    assert content_hash(renamed(document)) == content_hash(document)


def test_order_does_not_matter(document):
    mixed = {key: document[key] for key in sorted(document, reverse=True)}
    shuffle = random.Random(3)
    for kind in ("rooms", "walls", "doors", "windows", "objects"):
        mixed[kind] = shuffle.sample(document[kind], len(document[kind]))
    assert content_hash(mixed) == content_hash(document)


def test_the_first_corner_and_the_direction_of_a_floor_do_not_matter(document):
    turned = copy.deepcopy(document)
    corners = turned["rooms"][0]["floorPolygon"]
    turned["rooms"][0]["floorPolygon"] = (corners[2:] + corners[:2])[::-1]
    assert content_hash(turned) == content_hash(document)


def test_the_generators_own_metadata_does_not_matter(document):
    other = copy.deepcopy(document)
    other["metadata"]["warnings"] = {"many": 1}
    other["metadata"]["agent"]["position"]["x"] += 0.25
    other["proceduralParameters"] = {}
    assert content_hash(other) == content_hash(document)


def test_noise_between_rounding_boundaries_does_not_matter(document):
    for item in document["objects"]:
        item["position"] = {axis: round(value, 3) for axis, value in item["position"].items()}
    noisy = copy.deepcopy(document)
    for item in noisy["objects"]:
        item["position"] = {axis: value + 9e-5 for axis, value in item["position"].items()}
    assert content_hash(noisy) == content_hash(document)


CHANGES = {
    "an object moved by a centimetre": lambda d: d["objects"][0]["position"].update(x=1.0),
    "an object turned": lambda d: d["objects"][0]["rotation"].update(y=45.0),
    "an object less": lambda d: d["objects"].pop(),
    "another asset": lambda d: d["objects"][0].update(assetId="Mug_1"),
    "another room type": lambda d: d["rooms"][0].update(roomType="Hallway"),
    "another floor": lambda d: d["rooms"][0].update(floorMaterial={"name": "DarkWoodFloors!"}),
    "a wall less": lambda d: d["walls"][0].update(empty=True),
    "a window less": lambda d: d["windows"].pop(),
    "a wider door": lambda d: d["doors"][0]["holePolygon"][0].update(x=0.0),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_can_be_seen_matters(document, change):
    before = content_hash(document)
    change(document)
    assert content_hash(document) != before
