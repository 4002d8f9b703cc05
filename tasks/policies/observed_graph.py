"""A scene graph without a model: from the detections and the depth of one picture."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from schemas.vocabulary import display, room_display
from tasks.policies.base import Glimpse
from tasks.policies.belief import Sighting, place
from tasks.policies.graph import Edge, Node, SceneGraph

_NEXT_TO_M, _ON_M = 1.0, 0.35
_ROOMS: dict[str, tuple[str, ...]] = {
    "Kitchen": ("Fridge", "StoveBurner", "Microwave", "Toaster", "CoffeeMachine", "Sink", "CounterTop"),
    "Bathroom": ("Toilet", "Bathtub", "ShowerHead", "ToiletPaper", "TowelHolder", "Plunger"),
    "Bedroom": ("Bed", "Dresser", "AlarmClock", "Desk"),
    "LivingRoom": ("Sofa", "Television", "TVStand", "CoffeeTable", "ArmChair"),
}
_FUNCTIONS: dict[tuple[str, str], str] = {
    ("RemoteControl", "Television"): "controls",
    ("Faucet", "Sink"): "fills",
    ("TVStand", "Television"): "holds",
    ("Television", "TVStand"): "stands on",
    ("Chair", "DiningTable"): "seats people at",
    ("Chair", "Desk"): "seats people at",
    ("DeskLamp", "Desk"): "lights",
    ("Pan", "StoveBurner"): "is heated by",
    ("Pot", "StoveBurner"): "is heated by",
    ("Pillow", "Bed"): "belongs to",
}
"""What one thing does to another, by type: common sense, nothing of the house."""


@dataclass(frozen=True, slots=True)
class _Seen:
    node: Node
    object_type: str
    at: Sighting
    column: float
    """Of the middle of its box."""


def observed_graph(glimpse: Glimpse, half_tan: float, first: int = 1) -> SceneGraph:
    """What the detector and depth tell of this picture.

    Args:
        glimpse: With depth and detections.
        half_tan: Tangent of half the field of view.
        first: Where to begin counting things of a type; an accumulating policy counts on.
    """
    seen = _things(glimpse, half_tan, first)
    room = _room_of([each.object_type for each in seen])
    edges = [edge for one, other in permutations(seen, 2) for edge in _between(one, other)]
    target = room_display(glimpse.goal.target_room) if glimpse.goal.target_room else ""
    return SceneGraph(room, target, tuple(each.node for each in seen), tuple(edges))


def _things(glimpse: Glimpse, half_tan: float, first: int) -> list[_Seen]:
    depth, counts = glimpse.view.depth, Counter[str]()
    assert depth is not None
    things = []
    for each in glimpse.view.detections or ():
        at = place(each, depth, glimpse.pose, half_tan)
        if at is None:
            continue
        number = first + counts[each.object_type]
        counts[each.object_type] += 1
        label = display(each.object_type)
        node = Node(f"{label.replace(' ', '_')}_{number}", label)
        things.append(_Seen(node, each.object_type, at, (each.box[0] + each.box[2]) / 2))
    return things


def _between(one: _Seen, other: _Seen) -> Sequence[Edge]:
    """The edges from one thing to another."""
    plane2 = (one.at.x - other.at.x) ** 2 + (one.at.z - other.at.z) ** 2
    edges = []
    if plane2 <= _ON_M**2 + other.at.half_m**2 and 0.0 < one.at.height_m - other.at.height_m < 1.0:
        if one.at.half_m < other.at.half_m:
            edges.append(Edge(one.node.id, other.node.id, "spatial", "on"))
    elif plane2 <= _NEXT_TO_M**2 and one.node.id < other.node.id:
        edges.append(Edge(one.node.id, other.node.id, "spatial", "next to"))
    elif one.column < other.column and one.node.id < other.node.id:
        edges.append(Edge(one.node.id, other.node.id, "spatial", "left of"))
    does = _FUNCTIONS.get((one.object_type, other.object_type))
    if does is not None:
        edges.append(Edge(one.node.id, other.node.id, "functional", does))
    return edges


def _room_of(types: Sequence[str]) -> str:
    """The kind of room that most of the telling things speak for; the first of equally many."""
    votes = {room: sum(each in telling for each in types) for room, telling in _ROOMS.items()}
    best = max(votes, key=lambda room: votes[room])
    return room_display(best) if votes[best] else ""
