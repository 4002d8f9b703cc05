"""`py:module:object`: a policy of the user's own, a class or a factory in a module that Python can import.

The object is called, with `seed=` and `settings=` if it takes them, and what comes back must have a method `act` as `Policy`
says. All else may be left out: its `senses` are then the picture alone. The folder where the command runs is looked in
first. A whole policy, in a file `walls.py`, used with `--policy py:walls:FollowWalls`:

    from tasks.policies.base import Decision, Senses
    from tasks.worlds.base import Action


    class FollowWalls:
        senses = Senses(depth=True, detections=True)

        def act(self, glimpses):
            return [self.decide(glimpse) for glimpse in glimpses]

        def decide(self, glimpse):
            if any(seen.object_type == glimpse.goal.target_type for seen in glimpse.view.detections):
                return Decision(Action("Done"), "It is in view.")
            middle = glimpse.view.depth[100:156, 100:156]
            if glimpse.moved and middle.min() > 1.0:
                return Decision(Action("MoveAhead", 0.5), "The way is free.")
            return Decision(Action("RotateRight", 30.0), "A wall.")
"""

from collections.abc import Mapping, Sequence
from typing import Any

from schemas.errors import AnswererError, ConfigError, LadderError
from tasks.own.own_object import Wanted, own_object, words_of
from tasks.policies.base import Decision, Glimpse, Senses

_WANTED = Wanted(
    kind="policy",
    method="act",
    takes="glimpses",
    gives="returns a Decision a glimpse",
    example="`py:walls:FollowWalls`, for the class FollowWalls in walls.py",
)


class Own:
    """A user's policy, held to its promises."""

    def __init__(self, name: str, policy: Any) -> None:
        self._policy = policy
        self.name = name
        """`py:`, its own `name` if it has one, else module and object, and digits of its source."""
        self.senses: Senses = getattr(policy, "senses", Senses())
        self.asks_a_model: bool = bool(getattr(policy, "asks_a_model", True))

    def act(self, glimpses: Sequence[Glimpse]) -> list[Decision]:
        at = ", ".join(f"{each.goal.episode_id} step {each.t}" for each in glimpses[:3])
        try:
            decisions = list(self._policy.act(glimpses))
        except LadderError:
            raise
        except Exception as error:  # whatever it raises is its own
            raise AnswererError(
                f"{self.name} raised {words_of(error)} at {at}. Mend it and run the command again."
            ) from error
        for each in decisions:
            if not isinstance(each, Decision):
                raise AnswererError(
                    f"{self.name} gave {type(each).__name__} in place of a Decision at {at}. Return one Decision a glimpse."
                )
        return decisions

    def forget(self, episode_id: str) -> None:
        if callable(forget := getattr(self._policy, "forget", None)):
            forget(episode_id)

    def close(self) -> None:
        if callable(close := getattr(self._policy, "close", None)):
            close()


def own_policy(argument: str, offered: Mapping[str, Any]) -> Own:
    """The policy behind `py:`.

    Args:
        argument: `module:object`.
        offered: What a class or factory is given by name, if it takes it.

    Raises:
        ConfigError: There is no such module or object, it fails, or what it makes cannot act.
    """
    mine = own_object(argument, _WANTED, offered)
    if not isinstance(getattr(mine.made, "senses", Senses()), Senses):
        raise ConfigError(
            f"`py:{argument}` is no policy: its `senses` are none. Write `senses = Senses(depth=True)`, or leave it out."
        )
    return Own(mine.name, mine.made)
