"""Houses of our own: written in ProcTHOR's schema, from a seed, with no network and no simulator.

A house is drawn from (seed, split, index) alone. The order is: rooms, floor plan, openings, furniture, movable things,
what hangs on walls, and where the agent starts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from schemas.errors import ConfigError
from schemas.seeds import generator
from schemas.settings import SPLITS, Split
from tasks.houses.assets import look
from tasks.houses.generate.document import Draft, Finish, Finishes, document_of
from tasks.houses.generate.draw import Draw
from tasks.houses.generate.floors import GRID_M, Floor
from tasks.houses.generate.furniture import furnish
from tasks.houses.generate.openings import Openings, cut_openings
from tasks.houses.generate.outlines import Stretch, outline
from tasks.houses.generate.plan import NoPlanError, Plan, floor_plan
from tasks.houses.generate.rects import QUARTER_TURNS, Rect
from tasks.houses.generate.small_objects import scatter
from tasks.houses.generate.specs import SPECS, Spec
from tasks.houses.generate.wall_objects import hang
from tasks.houses.generate.ways import unreached_rooms
from tasks.houses.house import House
from tasks.houses.read import house_from_document

_PAINT = "PureWhite"
"""The wall material that takes a colour."""
_LOWEST_MM, _RISE_MM = 2500, 2500
"""Walls are 2.5 to 5 m high, and rarely the latter."""
_ATTEMPTS = 100


class UnreachableError(Exception):
    """A room of this draw cannot be walked into."""


def generate_house(seed: int, split: Split, index: int, atypical: float = 0.0) -> dict[str, Any]:
    """A house as a ProcTHOR document, schema 1.0.0.

    Args:
        seed: The run's seed.
        split: Decides which assets may be used.
        index: Number of the house in its split.
        atypical: Share of movable things, 0 to 1, that go to a room of a type drawn evenly from the house's own.
    """
    return next(_draws(seed, split, index, atypical, Counter()))


def embedded_houses(
    seed: int, split: Split, n: int, atypical: float = 0.0, rejected: Counter[str] | None = None
) -> Iterator[House]:
    """The first n houses of a split, one at a time; no two have the same content, nor has a house of another split.

    A draw with a room that cannot be reached is drawn again, and so is one with the content of an earlier house. The
    k-th house does not depend on n.

    Args:
        seed: The run's seed.
        split: Decides which assets may be used.
        n: How many.
        atypical: As for `generate_house`.
        rejected: Counts the draws that were done again, by reason: `unreachable_room` or `duplicate`.

    Raises:
        ConfigError: `atypical` is no share.
    """
    if not 0.0 <= atypical <= 1.0:
        raise ConfigError(f"atypical {atypical:g} is no share of things. Give --atypical a number from 0 to 1.")
    counted = Counter[str]() if rejected is None else rejected
    return distinct((_houses(seed, split, index, atypical, counted) for index in range(n)), counted)


def distinct(places: Iterable[Iterable[House]], rejected: Counter[str]) -> Iterator[House]:
    """For each place the first of its candidates that has the content of no house before; the others are counted."""
    known: set[str] = set()
    for candidates in places:
        for house in candidates:
            if house.content_hash not in known:
                known.add(house.content_hash)
                yield house
                break
            rejected["duplicate"] += 1


def _houses(seed: int, split: Split, index: int, atypical: float, rejected: Counter[str]) -> Iterator[House]:
    for document in _draws(seed, split, index, atypical, rejected):
        yield house_from_document(document, f"embedded/{split}/{index}")


def _draws(seed: int, split: Split, index: int, atypical: float, rejected: Counter[str]) -> Iterator[dict[str, Any]]:
    """Documents for one place in a split, each from lots of its own; those with unreachable rooms are left out."""
    for attempt in range(_ATTEMPTS):
        try:
            yield _document(Draw(generator(seed, "house", split, index, attempt)), split, atypical)
        except UnreachableError:
            rejected["unreachable_room"] += 1
    raise AssertionError(f"no house {index} for {split} in {_ATTEMPTS} draws")


def _document(draw: Draw, split: Split, atypical: float) -> dict[str, Any]:
    spec = draw.weighted((spec, spec.weight) for spec in SPECS)
    height = _wall_height(draw, split)
    plan, outlines, openings = _structure(draw, spec, height, split)
    floors = [_floor(plan, room, outlines[room], openings) for room in range(len(plan.types))]
    on_floors = [furnish(draw, floor, split) for floor in floors]
    scatter(draw, floors, on_floors, split, atypical)
    things = tuple((*floor.things, *hang(draw, floor, height, split)) for floor in floors)
    cell, yaw = draw.pick(draw.pick(floors).standing_points()), draw.pick(tuple(QUARTER_TURNS))
    if unreached_rooms(floors, outlines, openings, cell):
        raise UnreachableError
    start = cell[0] * GRID_M, cell[1] * GRID_M
    finishes = _finishes(draw, len(plan.types))
    return document_of(Draft(spec.name, plan.types, outlines, height, openings, things, start, yaw, finishes))


def _wall_height(draw: Draw, split: Split) -> float:
    """Metres, to the millimetre.

    The remainder by three tells the split, and heights are part of a house's content: so no two splits can ever share
    a house, however many there are and without a look at the others.
    """
    share = draw.between(0.0, 1.0)
    millimetres = _LOWEST_MM + int(_RISE_MM * share * (0.35 + 0.65 * share))
    return (millimetres - millimetres % len(SPLITS) + SPLITS.index(split)) / 1000.0


def _structure(
    draw: Draw, spec: Spec, height: float, split: Split
) -> tuple[Plan, tuple[tuple[Stretch, ...], ...], Openings]:
    """A plan whose rooms can all be reached; plans whose rooms touch too little are drawn again."""
    for _ in range(_ATTEMPTS):
        plan = floor_plan(draw, spec)
        outlines = tuple(outline(plan, room) for room in range(len(plan.types)))
        stretches = [stretch for pieces in outlines for stretch in pieces]
        try:
            return plan, outlines, cut_openings(draw, plan.types, stretches, height, split)
        except NoPlanError:
            continue
    raise AssertionError(f"no connected floor plan for {spec.name} in {_ATTEMPTS} draws")


def _floor(plan: Plan, room: int, stretches: Sequence[Stretch], openings: Openings) -> Floor:
    fields = [Rect(*(side / 100.0 for side in box)) for box in plan.fields(room)]
    walls = [stretch for stretch in stretches if not openings.is_open(stretch)]
    return Floor(plan.types[room], fields, walls, openings.cuts_of(stretches), openings.gates_of(stretches))


def _finishes(draw: Draw, n_rooms: int) -> Finishes:
    choices = look()

    def wall() -> Finish:
        painted = draw.chance(0.7)
        return Finish(_PAINT, draw.pick(choices.wall_colors)) if painted else Finish(draw.pick(choices.walls))

    return Finishes(
        floors=tuple(Finish(draw.pick(choices.floors)) for _ in range(n_rooms)),
        walls=tuple(wall() for _ in range(n_rooms)),
        outside=Finish(draw.pick(choices.walls)),
        ceiling=Finish(_PAINT),
        sky=draw.pick(choices.skies),
    )
