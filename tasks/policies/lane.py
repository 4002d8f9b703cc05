"""A world with the walk under way in it. Where its engine is lost, the walk begins again from its spawn."""

from collections.abc import Callable, Mapping
from typing import Any

from tasks.houses.house import House
from tasks.houses.rooms import RoomGraph
from tasks.policies.base import Decision, Goal, Policy
from tasks.policies.walker import Told, Walker
from tasks.worlds.base import World
from tasks.worlds.lost import MOST_IN_A_ROW, Mishap, PlayerLostError

Row = dict[str, Any]


class Lane:
    """Walks one episode after the other in one world."""

    def __init__(
        self, world: World, houses: Mapping[str, House], policy: Policy, told: Told, note: Callable[[Mishap], None]
    ) -> None:
        """`note` is told of every loss of the engine; `policy` forgets what it kept of a walk that begins again."""
        self._world, self._houses, self._policy, self._told, self._note = world, houses, policy, told, note
        self._held: tuple[House, RoomGraph] | None = None
        self._episode: tuple[Row, Goal] | None = None
        self._n_lost = 0
        self.walker: Walker | None = None

    def start(self, episode: Row, goal: Goal) -> None:
        """Put the agent at an episode's spawn, in its house."""
        self._episode, self._n_lost = (episode, goal), 0
        self._begin()

    def take(self, decision: Decision) -> None:
        """Carry out a decision."""
        assert self.walker is not None
        try:
            self.walker.take(decision)
        except PlayerLostError as lost:
            self._lose(lost)
            self._begin()

    def finish(self) -> dict[str, list[Row]]:
        """The rows of the walk that is over, by table."""
        assert self.walker is not None
        rows = self.walker.rows()
        self._policy.forget(self.walker.episode_id)
        self.walker = None
        return rows

    def _begin(self) -> None:
        assert self._episode is not None
        episode, goal = self._episode
        while self._n_lost < MOST_IN_A_ROW:
            try:
                self.walker = Walker(self._world, *self._enter(episode["house_id"]), episode, goal, self._told)
                self.walker.begin()
                return
            except PlayerLostError as lost:
                self._lose(lost)
        house = self._houses[episode["house_id"]]
        self.walker = Walker(self._world, house, RoomGraph(house), episode, goal, self._told)
        self.walker.fail(f"the player was lost {MOST_IN_A_ROW} times in a row")

    def _lose(self, lost: PlayerLostError) -> None:
        assert self._episode is not None
        goal = self._episode[1]
        self._n_lost, self._held = self._n_lost + 1, None
        self._note(Mishap("player_lost", f"{self._told.rung} episode {goal.episode_id}", str(lost)))
        self._policy.forget(goal.episode_id)

    def _enter(self, house_id: str) -> tuple[House, RoomGraph]:
        house = self._houses[house_id]
        if self._held is None or self._held[0] is not house:
            self._held = None
            self._world.load(house)
            self._held = house, RoomGraph(house)
        return self._held
