"""From a plan to its walls: each room's outline, clockwise, cut wherever another neighbour begins."""

from dataclasses import dataclass

from tasks.houses.generate.plan import OUTDOORS, Plan
from tasks.houses.generate.rects import QUARTER_TURNS, Rect
from tasks.houses.house import Point

Corner = tuple[int, int]
"""x, z in centimetres."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A straight piece of a room's outline with one neighbour behind it; the room is to the right of its direction."""

    room: int
    neighbour: int
    """Room number, or OUTDOORS."""
    start_cm: Corner
    end_cm: Corner

    @property
    def start(self) -> Point:
        return self.start_cm[0] / 100.0, self.start_cm[1] / 100.0

    @property
    def end(self) -> Point:
        return self.end_cm[0] / 100.0, self.end_cm[1] / 100.0

    @property
    def length(self) -> float:
        """Metres."""
        return (abs(self.end_cm[0] - self.start_cm[0]) + abs(self.end_cm[1] - self.start_cm[1])) / 100.0

    @property
    def direction(self) -> tuple[int, int]:
        dx, dz = self.end_cm[0] - self.start_cm[0], self.end_cm[1] - self.start_cm[1]
        return (dx > 0) - (dx < 0), (dz > 0) - (dz < 0)

    @property
    def yaw(self) -> int:
        """Where one looks who stands with the back to this wall."""
        dx, dz = self.direction
        return next(yaw for yaw, (sine, cosine) in QUARTER_TURNS.items() if (sine, cosine) == (dz, -dx))

    def at(self, along: float, inward: float) -> Point:
        """The point so many metres along the stretch and away from it into the room."""
        dx, dz = self.direction
        return self.start[0] + along * dx + inward * dz, self.start[1] + along * dz - inward * dx

    def strip(self, low: float, high: float, depth: float) -> Rect:
        """The floor in front of a part of the stretch."""
        (xa, za), (xb, zb) = self.at(low, 0.0), self.at(high, depth)
        return Rect(min(xa, xb), min(za, zb), max(xa, xb), max(za, zb))

    def is_back_of(self, other: "Stretch") -> bool:
        """Whether the two are the two faces of one wall."""
        return self.start_cm == other.end_cm and self.end_cm == other.start_cm


def outline(plan: Plan, room: int) -> tuple[Stretch, ...]:
    """The stretches of a room, clockwise, from its smallest corner."""
    edges = _edges(plan, room)
    corner = min(edges)
    first, chain = corner, []
    while True:
        end, neighbour = edges[corner]
        chain.append(Stretch(room, neighbour, corner, end))
        corner = end
        if corner == first:
            break
    if len(chain) != len(edges):
        raise AssertionError(f"room {room} has more than one outline")
    merged: list[Stretch] = []
    for piece in chain:  # it starts at the smallest corner, which is a real one, so first and last never merge
        last = merged[-1] if merged else None
        if last and last.direction == piece.direction and last.neighbour == piece.neighbour:
            merged[-1] = Stretch(room, piece.neighbour, last.start_cm, piece.end_cm)
        else:
            merged.append(piece)
    return tuple(merged)


def _edges(plan: Plan, room: int) -> dict[Corner, tuple[Corner, int]]:
    """From each corner of the grid on the outline to the next one clockwise, with the neighbour behind it."""
    edges: dict[Corner, tuple[Corner, int]] = {}
    for i, column in enumerate(plan.owner):
        for j, owner in enumerate(column):
            if owner != room:
                continue
            x0, x1, z0, z1 = plan.xs[i], plan.xs[i + 1], plan.zs[j], plan.zs[j + 1]
            sides = (
                ((x0, z0), (x0, z1), (i - 1, j)),
                ((x0, z1), (x1, z1), (i, j + 1)),
                ((x1, z1), (x1, z0), (i + 1, j)),
                ((x1, z0), (x0, z0), (i, j - 1)),
            )
            for start, end, (ni, nj) in sides:
                neighbour = _owner(plan, ni, nj)
                if neighbour != room:
                    edges[start] = (end, neighbour)
    return edges


def _owner(plan: Plan, i: int, j: int) -> int:
    inside = 0 <= i < len(plan.owner) and 0 <= j < len(plan.owner[0])
    return plan.owner[i][j] if inside else OUTDOORS
