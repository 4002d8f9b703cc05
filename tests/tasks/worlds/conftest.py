"""A house that is small enough to reason about: two rooms of 4 x 4 m side by side.

z=4 ┌────────┬────────┐
    │ left   │ right  │   the door in the wall x=4 runs from z=1.5 to z=2.5
    │        ▯        │   the way out is in the wall z=0 of the left room
z=0 └──▭─────┴────────┘   the window is in the wall x=8
    x=0      4        8
"""

from collections.abc import Callable, Iterator

import pytest

from tasks.houses.house import House, HouseObject, Opening, Point, Room, Wall
from tasks.worlds.embedded.world import EmbeddedWorld

HEIGHT_M = 2.5
Build = Callable[..., House]


@pytest.fixture
def world() -> Iterator[EmbeddedWorld]:
    with_house = EmbeddedWorld()
    yield with_house
    with_house.close()


@pytest.fixture
def two_rooms() -> Build:
    return _two_rooms


@pytest.fixture
def thing() -> Callable[..., HouseObject]:
    return _thing


def _thing(
    object_type: str,
    x: float,
    z: float,
    size: tuple[float, float, float] = (0.5, 0.5, 0.5),
    *,
    bottom: float = 0.0,
    yaw: float = 0.0,
    on: str | None = None,
    number: int = 1,
) -> HouseObject:
    """An object by the middle of its footprint and its underside."""
    position = (x, bottom + size[1] / 2, z)
    object_id = f"{object_type}|{number}"
    return HouseObject(object_id, f"{object_type}_1", object_type, position, yaw, size, on, None, None)


def _two_rooms(
    *objects: HouseObject,
    start: tuple[float, float, float] = (1.0, 1.0, 0.0),
    is_open: bool = False,
    has_door: bool = True,
) -> House:
    left: tuple[Point, ...] = ((0.0, 0.0), (0.0, 4.0), (4.0, 4.0), (4.0, 0.0))
    right: tuple[Point, ...] = ((4.0, 0.0), (4.0, 4.0), (8.0, 4.0), (8.0, 0.0))
    walls = [*_walls("left", left), *_walls("right", right)]
    inner = {"wall|left|2", "wall|right|0"}
    walls = [_as_boundary(wall, is_open) if wall.id in inner else wall for wall in walls]
    outer = [_reversed(wall) for wall in walls if wall.id not in inner]
    openings = [
        Opening("door|1|left", "door", "left", "left", "wall|left|3", "wall|exterior|left|3",
                (1.0, 0.0), (2.0, 0.0), 0.0, 2.1, "Doorway_1", True),
        Opening("window|right", "window", "right", "right", "wall|right|2", "wall|exterior|right|2",
                (8.0, 1.0), (8.0, 3.0), 0.9, 2.1, "Window_1", True),
    ]  # fmt: skip
    if has_door and not is_open:
        openings.append(
            Opening("door|left|right", "door", "left", "right", "wall|left|2", "wall|right|0",
                    (4.0, 1.5), (4.0, 2.5), 0.0, 2.1, "Doorway_1", False)
        )  # fmt: skip
    return House(
        id="house-two-rooms",
        source="tests",
        content_hash="two-rooms",
        rooms=(Room("left", "Kitchen", left, "Wood"), Room("right", "Bedroom", right, "Wood")),
        walls=(*walls, *outer),
        openings=tuple(openings),
        objects=objects,
        start=start,
        schema="1.0.0",
        document={},
    )


def _walls(room_id: str, corners: tuple[Point, ...]) -> list[Wall]:
    ends = zip(corners, (*corners[1:], corners[0]), strict=True)
    return [
        Wall(f"wall|{room_id}|{k}", room_id, start, end, HEIGHT_M, False, "Drywall", None)
        for k, (start, end) in enumerate(ends)
    ]


def _reversed(wall: Wall) -> Wall:
    outside = wall.id.replace("wall|", "wall|exterior|")
    return Wall(outside, None, wall.end, wall.start, wall.height_m, False, "Brick", None)


def _as_boundary(wall: Wall, is_open: bool) -> Wall:
    return Wall(wall.id, wall.room_id, wall.start, wall.end, wall.height_m, is_open, wall.material, wall.color)
