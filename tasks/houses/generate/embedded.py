"""Houses of our own: written in ProcTHOR's schema, from a seed, with no network and no simulator.

A house is drawn from (seed, split, index) alone. The order is: rooms, floor plan, openings, furniture, small things,
paintings, and where the agent starts.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from schemas.seeds import generator
from schemas.settings import Split
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
from tasks.houses.generate.wall_objects import hang_paintings
from tasks.houses.house import House, Point
from tasks.houses.read import house_from_document

_HEIGHT_M = (2.6, 3.3)
_PAINT = "PureWhite"
"""The wall material that takes a colour."""
_ATTEMPTS = 100


def generate_house(seed: int, split: Split, index: int, atypical: float = 0.0) -> dict[str, Any]:
    """A house as a ProcTHOR document, schema 1.0.0.

    Args:
        seed: The run's seed.
        split: Decides which assets may be used.
        index: Number of the house in its split.
        atypical: Share of movable things, 0 to 1, that go to a room of a type drawn evenly from the house's own.
    """
    draw = Draw(generator(seed, "house", split, index))
    spec = draw.weighted((spec, spec.weight) for spec in SPECS)
    height = round(draw.between(*_HEIGHT_M), 2)
    plan, outlines, openings = _structure(draw, spec, height, split)
    floors = [_floor(plan, room, outlines[room], openings) for room in range(len(plan.types))]
    for floor in floors:
        furnish(draw, floor, split)
    scatter(draw, floors, split, atypical)
    things = tuple((*floor.things, *hang_paintings(draw, floor, height, split)) for floor in floors)
    start, yaw = _start(draw, floors)
    finishes = _finishes(draw, len(plan.types))
    return document_of(Draft(spec.name, plan.types, outlines, height, openings, things, start, yaw, finishes))


def embedded_houses(seed: int, split: Split, n: int, atypical: float = 0.0) -> Iterator[House]:
    """The first n houses of a split."""
    for index in range(n):
        document = generate_house(seed, split, index, atypical)
        yield house_from_document(document, f"embedded/{split}/{index}")


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


def _start(draw: Draw, floors: Sequence[Floor]) -> tuple[Point, int]:
    """A free point of some room, and a quarter turn."""
    i, j = draw.pick(draw.pick(floors).standing_points())
    return (i * GRID_M, j * GRID_M), draw.pick(tuple(QUARTER_TURNS))


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
