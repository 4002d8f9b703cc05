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

import hashlib
import importlib
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from schemas.errors import AnswererError, ConfigError, LadderError
from tasks.policies.base import Decision, Glimpse, Senses

_EXAMPLE = "Write for instance `py:walls:FollowWalls`, for the class FollowWalls in walls.py."
_DIGITS = 8


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
                f"{self.name} raised {_words(error)} at {at}. Mend it and run the command again."
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
    spec = f"py:{argument}"
    module_name, _, path = argument.partition(":")
    if not module_name or not path:
        raise ConfigError(f"`{spec}` is no policy: a module and an object are needed. {_EXAMPLE}")
    module = _module(spec, module_name)
    found: Any = module
    for part in path.split("."):
        if not hasattr(found, part):
            public = [each for each in vars(module) if not each.startswith("_")]
            raise ConfigError(f"`{spec}` is no policy: `{module_name}` has no `{path}`, only {', '.join(public)}.")
        found = getattr(found, part)
    made = _made(spec, found, offered)
    if not isinstance(getattr(made, "senses", Senses()), Senses):
        raise ConfigError(
            f"`{spec}` is no policy: its `senses` are none. Write `senses = Senses(depth=True)`, or leave it out."
        )
    own_name = getattr(made, "name", "")
    called = own_name if isinstance(own_name, str) and own_name else argument
    return Own(f"py:{called}@{_source_digest(module)}", made)


def _module(spec: str, name: str) -> ModuleType:
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"`{spec}` can't be loaded: there is no module `{error.name}` in {here} or among the installed packages. "
            f"{_EXAMPLE}"
        ) from error
    except Exception as error:  # a user's module may do anything while it is imported
        raise ConfigError(f"`{spec}` can't be loaded: importing `{name}` raised {_words(error)}. Mend it.") from error
    finally:
        sys.path.remove(here)


def _made(spec: str, found: Any, offered: Mapping[str, Any]) -> Any:
    if not inspect.isclass(found) and callable(getattr(found, "act", None)):
        return found
    if not callable(found):
        raise ConfigError(
            f"`{spec}` is no policy: it is {type(found).__name__}, neither a class nor a function. {_EXAMPLE}"
        )
    try:
        made = found(**{name: value for name, value in offered.items() if name in _taken(found)})
    except Exception as error:  # a user's class may do anything while it is made
        raise ConfigError(
            f"`{spec}` can't be made: calling it raised {_words(error)}. It is called with nothing, or with those of "
            f"{', '.join(f'`{name}=`' for name in offered)} that it takes."
        ) from error
    if not callable(getattr(made, "act", None)):
        raise ConfigError(
            f"`{spec}` is no policy: what it makes, {type(made).__name__}, has no method `act(glimpses)`. Give it one that "
            "returns a Decision a glimpse."
        )
    return made


def _taken(found: Callable[..., Any]) -> frozenset[str]:
    try:
        return frozenset(inspect.signature(found).parameters)
    except (TypeError, ValueError):  # built in, without a signature
        return frozenset()


def _source_digest(module: ModuleType) -> str:
    """Of the module's own file; a module without one counts by its name."""
    path = Path(module.__file__) if module.__file__ else None
    content = path.read_bytes() if path and path.is_file() else module.__name__.encode()
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


def _words(error: BaseException) -> str:
    """The kind of an error and the first line of what it says."""
    said = str(error).strip().splitlines()
    return f"{type(error).__name__}: {said[0]}" if said else type(error).__name__
