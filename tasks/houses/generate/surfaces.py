"""Where small things can stand on or in larger ones, and how high.

Tables, counters and the like carry things on top of their box. Seats, mattresses and shelves lie inside it; their
heights are the medians that real ProcTHOR houses show (bed 0.28 m below the top of its box, sofa 0.47, chair 0.44,
armchair 0.45, shelves and fridges in between), kept to what a bed or seat can be.
"""

from dataclasses import dataclass

from tasks.houses.generate.rects import Rect, moved
from tasks.houses.generate.things import Thing

_TOPS = ("DiningTable", "CoffeeTable", "SideTable", "Desk", "Dresser", "TVStand", "Ottoman", "Stool")
_SEATS: dict[str, tuple[float, float, float]] = {
    "Sofa": (0.47, 0.30, 0.50),
    "ArmChair": (0.45, 0.30, 0.50),
    "Chair": (0.44, 0.38, 0.55),
}
"""Below the top of the box; least and greatest height above the floor. Metres."""
_SHELVES: dict[str, tuple[float, ...]] = {"ShelvingUnit": (0.02, 0.35, 0.68), "Fridge": (0.36, 0.60)}
"""Heights of shelves as shares of the height of the box."""
_SHELF_GAP = 0.22
"""Headroom over a shelf, as a share of the height of the box."""
_ARM_M = 0.61
"""Depth of the arms of a countertop: all ends of them are 2 feet wide."""
_HIGHEST_M = 1.5
"""What stands higher is out of sight for a camera at 1.58 m."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A level rectangle that things can stand on."""

    rect: Rect
    height: float
    """Above the floor, in metres."""
    headroom: float
    """Greatest height of what fits under the next shelf, in metres."""


def surfaces_of(thing: Thing) -> list[Surface]:
    """Surfaces of a thing on the floor; none for what carries nothing."""
    _, height, _ = thing.size
    if thing.type == "CounterTop":
        return _worktops(thing)
    if thing.type in _TOPS:
        return [_surface(thing, height)] if height <= _HIGHEST_M else []
    if thing.type == "Toilet":  # the lid of the tank, at the back
        return [_surface(thing, height, back=-0.49, front=-0.27)]
    if thing.type == "Bed":
        return [_surface(thing, mattress_m(thing), left=-0.44, right=0.44, back=-0.44, front=0.46)]
    if thing.type in _SEATS:
        down, least, greatest = _SEATS[thing.type]
        seat = min(greatest, max(least, height - down), 0.9 * height)
        return [_surface(thing, seat, left=-0.36, right=0.36, back=-0.2, front=0.46)]
    if thing.type in _SHELVES:
        shelves = [share * height for share in _SHELVES[thing.type]]
        room = _SHELF_GAP * height
        return [_surface(thing, h, left=-0.42, right=0.42, back=-0.38, front=0.34, headroom=room) for h in shelves]
    return []


def _worktops(counter: Thing) -> list[Surface]:
    """One rectangle for each arm; a countertop's name tells its shape, and an L has its arm on the right."""
    width, height, depth = counter.size
    shape = counter.asset.id.split("_")[1]
    if shape not in ("L", "C"):
        return [_surface(counter, height)]
    arm = min(_ARM_M, width / 2.0, depth)
    front = arm / depth - 0.5
    back = _surface(counter, height, front=front)
    right = _surface(counter, height, left=0.5 - arm / width, back=front)
    left = _surface(counter, height, right=arm / width - 0.5, back=front)
    return [back, right, left] if shape == "C" else [back, right]


def mattress_m(bed: Thing) -> float:
    """Height of a bed's mattress above the floor, in metres."""
    return min(0.6, max(0.35, bed.size[1] - 0.28), 0.9 * bed.size[1])


def _surface(
    thing: Thing,
    height: float,
    *,
    left: float = -0.5,
    right: float = 0.5,
    back: float = -0.5,
    front: float = 0.5,
    headroom: float = 10.0,
) -> Surface:
    """A part of the thing's box, its borders given as shares of width and depth from the centre."""
    width, _, depth = thing.size
    x0, z0 = moved(thing.x, thing.z, thing.yaw, left * width, back * depth)
    x1, z1 = moved(thing.x, thing.z, thing.yaw, right * width, front * depth)
    return Surface(Rect(min(x0, x1), min(z0, z1), max(x0, x1), max(z0, z1)), height, headroom)
