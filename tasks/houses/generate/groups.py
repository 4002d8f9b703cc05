"""Things that come together: a table with its chairs, a bed with a side table, a television with what faces it.

A chair may be pushed under its table by up to the 0.35 m that the floor allows; ProcTHOR's own groups push 0.19 m in
the middle case.
"""

from collections.abc import Iterator, Sequence

from schemas.settings import Split
from tasks.houses.assets import Asset, assets_of
from tasks.houses.generate.draw import Draw
from tasks.houses.generate.floors import Floor
from tasks.houses.generate.placing import Build, Spot, alone, along_walls, amid, settle
from tasks.houses.generate.things import Thing, standing

_CHAIR_SPACE_M = 0.06
"""Between chairs on one side of a table."""
_CHAIRS = ((1, 10.0), (2, 8.0), (3, 6.0), (4, 7.0), (5, 6.0), (6, 4.0))
"""How many chairs stand at a table, by weight."""
_BARE_TABLE, _DESK_CHAIR, _BEDSIDE_TABLE = 0.53, 0.4, 0.08
"""How often a living room's table has no chair, a desk has one, a bed has a table at its head."""
_LOUNGES = ((("TVStand", "Sofa"), 41.0), (("TVStand",), 10.0), (("Sofa",), 42.0), ((), 7.0))
"""What a living room has of the two, by weight."""
_COUNTERS_TRIED = 5
"""Many are too large for a small kitchen."""
_LOW_DESK_M = 1.0
"""A higher desk has shelves on it, and its top is no place to work."""
_WASHSTAND_M = 0.7
"""A lower sink is meant to be set into a countertop."""


def dining(draw: Draw, floor: Floor, split: Split) -> Sequence[Thing]:
    """A table in the room and one to six chairs around it."""
    return _set_table(draw, floor, split, draw.weighted(_CHAIRS))


def table(draw: Draw, floor: Floor, split: Split) -> Sequence[Thing]:
    """A table as living rooms have it, more often than not without chairs."""
    return _set_table(draw, floor, split, 0 if draw.chance(_BARE_TABLE) else draw.weighted(_CHAIRS))


def _set_table(draw: Draw, floor: Floor, split: Split, wanted: int) -> Sequence[Thing]:
    table, chair = draw.pick(assets_of("DiningTable", split)), draw.pick(assets_of("Chair", split))
    push = draw.between(0.12, 0.28)
    order = draw.shuffled(range(len(list(_seats(table, chair, push)))))

    def laid(chairs: int) -> Build:
        def build(spot: Spot) -> list[Thing]:
            seats = list(_seats(table, chair, push))
            places = [spot.shifted(*seats[i]) for i in order[:chairs]]
            return [standing(table, spot.x, spot.z, spot.yaw), *(standing(chair, s.x, s.z, s.yaw) for s in places)]

        return build

    for chairs in dict.fromkeys((wanted, min(wanted, 2), min(wanted, 1))):
        if things := settle(floor, amid(draw, floor), laid(chairs)):
            return things
    return ()


def _seats(table: Asset, chair: Asset, push: float) -> Iterator[tuple[float, float, int]]:
    """Places for chairs around a table: to the right, ahead, and the turn that makes them face it."""
    width, _, depth = table.size
    seat, _, back = chair.size
    push = min(push, depth / 2.0 - 0.1, back - 0.1)
    a_side = max(1, int((width - 0.1) / (seat + _CHAIR_SPACE_M)))
    out = depth / 2.0 + back / 2.0 - push
    for place in range(a_side):
        right = (place + 0.5) * width / a_side - width / 2.0
        yield right, -out, 0
        yield right, out, 180
    if depth > seat + 2.0 * push + 0.1:  # or it would stand in the corner chairs
        end = width / 2.0 + back / 2.0 - push
        yield -end, 0.0, 90
        yield end, 0.0, 270


def desk(draw: Draw, floor: Floor, split: Split) -> Sequence[Thing]:
    """A desk at a wall, and perhaps a chair in front of it."""
    desks = [item for item in assets_of("Desk", split) if item.size[1] < _LOW_DESK_M] or assets_of("Desk", split)
    table, chair = draw.pick(desks), draw.pick(assets_of("Chair", split))
    push = min(draw.between(0.05, 0.2), table.size[2] / 2.0)
    ahead = table.size[2] / 2.0 + chair.size[2] / 2.0 - push
    has_chair = draw.chance(_DESK_CHAIR)

    def build(spot: Spot) -> list[Thing]:
        seat = spot.shifted(0.0, ahead, 180)
        place = standing(table, spot.x, spot.z, spot.yaw)
        return [place, standing(chair, seat.x, seat.z, seat.yaw)] if has_chair else [place]

    return settle(floor, along_walls(draw, floor, table), build)


def bed(draw: Draw, floor: Floor, split: Split) -> Sequence[Thing]:
    """A bed with its head at a wall, and perhaps a side table at its head."""
    frame = draw.pick(assets_of("Bed", split))
    things = settle(floor, along_walls(draw, floor, frame, corner_chance=0.4), alone(frame))
    if things and draw.chance(_BEDSIDE_TABLE):
        table = draw.pick(assets_of("SideTable", split))
        spot = Spot(things[0].x, things[0].z, things[0].yaw)
        right = frame.size[0] / 2.0 + table.size[0] / 2.0 + 0.05
        back = table.size[2] / 2.0 - frame.size[2] / 2.0
        settle(floor, (spot.shifted(side * right, back) for side in draw.shuffled((-1, 1))), alone(table))
    return things


def television(draw: Draw, floor: Floor, split: Split) -> Sequence[Thing]:
    """A television on its stand at a wall."""
    stand = draw.pick(assets_of("TVStand", split))
    sets = assets_of("Television", split)
    fitting = [item for item in sets if item.size[0] <= stand.size[0] * 1.15 and item.size[2] <= stand.size[2]]
    screen = draw.pick(fitting) if fitting else min(sets, key=lambda item: (item.size[0], item.id))

    def build(spot: Spot) -> list[Thing]:
        thing = standing(stand, spot.x, spot.z, spot.yaw)
        thing.children.append(standing(screen, spot.x, spot.z, spot.yaw, on=stand.size[1]))
        return [thing]

    return settle(floor, along_walls(draw, floor, stand, corner_chance=0.1), build)


def lounge(draw: Draw, floor: Floor, split: Split) -> Sequence[Thing]:
    """A television with a sofa that faces it, or one of the two, or neither."""
    wanted = draw.weighted(_LOUNGES)
    screen = television(draw, floor, split) if "TVStand" in wanted else ()
    if "Sofa" in wanted:
        sofa = draw.pick(assets_of("Sofa", split))
        if not (screen and _facing(draw, floor, screen[0], sofa)):
            settle(floor, along_walls(draw, floor, sofa), alone(sofa))
    return screen


def _facing(draw: Draw, floor: Floor, screen: Thing, sofa: Asset) -> Sequence[Thing]:
    """The sofa at some distance before the screen."""
    spot = Spot(screen.x, screen.z, screen.yaw)
    near = screen.size[2] / 2.0 + sofa.size[2] / 2.0
    gaps = [draw.between(1.5, 3.4) for _ in range(10)]
    seats = [spot.shifted(draw.between(-0.3, 0.3), near + gap, 180) for gap in gaps]
    return settle(floor, seats, alone(sofa))


def washstand(draw: Draw, floor: Floor, split: Split) -> Sequence[Thing]:
    """A sink at a wall with its faucet at the back."""
    sinks = [item for item in assets_of("Sink", split) if item.size[1] >= _WASHSTAND_M]
    if not sinks:
        return ()
    sink, faucet = draw.pick(sinks), draw.pick(assets_of("Faucet", split))
    back = min(0.0, faucet.size[2] / 2.0 - sink.size[2] / 2.0 + 0.02)

    def build(spot: Spot) -> list[Thing]:
        thing = standing(sink, spot.x, spot.z, spot.yaw)
        place = spot.shifted(0.0, back)
        thing.children.append(standing(faucet, place.x, place.z, place.yaw, on=thing.top))
        return [thing]

    return settle(floor, along_walls(draw, floor, sink), build)


def counter(draw: Draw, floor: Floor, split: Split) -> Sequence[Thing]:
    """A straight, L- or U-shaped countertop at a wall; of all its box, the open corner too, nothing else is put."""
    for piece in draw.shuffled(assets_of("CounterTop", split))[:_COUNTERS_TRIED]:
        if things := settle(floor, along_walls(draw, floor, piece), alone(piece)):
            return things
    return ()
