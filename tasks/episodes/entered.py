"""The house that a world is in, entered once for all that follows each other there."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from tasks.houses.house import House
from tasks.houses.rooms import RoomGraph
from tasks.worlds.base import World
from tasks.worlds.lost import Mishap, redone

T = TypeVar("T")


class Entered:
    """A world and the house that it holds; where the world's engine is lost, it holds none and is entered again."""

    def __init__(self, world: World, houses: Mapping[str, House], note: Callable[[Mishap], None]) -> None:
        """`note` is told of every loss."""
        self.world, self._houses, self._note = world, houses, note
        self._held: tuple[House, RoomGraph] | None = None

    def enter(self, house_id: str) -> tuple[House, RoomGraph]:
        """The house by that id with its rooms, loaded."""
        house = self._houses[house_id]
        if self._held is None or self._held[0] is not house:
            self._held = None
            self.world.load(house)
            self._held = house, RoomGraph(house)
        return self._held

    def redone(self, work: Callable[[], T], about: str) -> T:
        """What `work` returns, done again where the engine was lost on the way; see tasks/worlds/lost.py.

        `work` calls `enter` first and keeps nothing before it returns.
        """
        return redone(work, about, self._lose)

    def _lose(self, mishap: Mishap) -> None:
        self._held = None
        self._note(mishap)
