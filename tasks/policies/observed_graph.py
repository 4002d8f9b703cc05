"""A scene graph without a model: from the detections and the depth of one picture."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from schemas.vocabulary import display, room_display
from tasks.policies.base import Glimpse
from tasks.policies.belief import Sighting, is_same, place
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


class Known:
    """Things that an episode has shown so far: by type, where each was last seen. What is met again keeps its number."""

    def __init__(self) -> None:
        self._last: dict[str, list[Sighting]] = defaultdict(list)

    def number(self, object_type: str, at: Sighting, taken: set[int]) -> int:
        """Its number among things of its type, from 1 on; those in `taken` stand beside it in the same picture."""
        last = self._last[object_type]
        near = [n for n, spot in enumerate(last, start=1) if n not in taken and is_same(at, spot)]
        if not near:
            last.append(at)
            return len(last)
        number = min(near, key=lambda n: (last[n - 1].x - at.x) ** 2 + (last[n - 1].z - at.z) ** 2)
        last[number - 1] = at
        return number


def observed_graph(glimpse: Glimpse, half_tan: float, known: Known) -> SceneGraph:
    """What the detector and depth tell of this picture.

    Args:
        glimpse: With depth and detections.
        half_tan: Tangent of half the field of view.
        known: What was met before, which has its number; what is new joins it. A new one counts this picture by itself.
    """
    seen = _things(glimpse, half_tan, known)
    room = _room_of([each.object_type for each in seen])
    edges = [edge for one, other in permutations(seen, 2) for edge in _between(one, other)]
    target = room_display(glimpse.goal.target_room) if glimpse.goal.target_room else ""
    return SceneGraph(room, target, tuple(each.node for each in seen), tuple(edges))


def _things(glimpse: Glimpse, half_tan: float, known: Known) -> list[_Seen]:
    depth, taken = glimpse.view.depth, defaultdict[str, set[int]](set)
    assert depth is not None
    things = []
    for each in glimpse.view.detections or ():
        at = place(each, depth, glimpse.pose, half_tan)
        if at is None:
            continue
        number = known.number(each.object_type, at, taken[each.object_type])
        taken[each.object_type].add(number)
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
