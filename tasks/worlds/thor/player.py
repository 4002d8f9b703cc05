"""The one player of this process: started for the first house, kept for the next, ended with the process.

A start takes ten seconds or more and a run has hundreds of shards, so the player outlives the worlds that use it, one at
a time.
"""

import atexit
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from schemas.errors import WorldError
from tasks.worlds.lost import PlayerLostError
from tasks.worlds.thor.settings import ThorSettings


@dataclass(frozen=True, slots=True)
class Initialize:
    """What a player is told before it is given a house; another one needs another start."""

    image_size: int
    field_of_view_deg: int
    grid_m: float
    visibility_distance_m: float


class Player:
    """A running player, or one that is to be started for the next house."""

    def __init__(self, settings: ThorSettings, initialize: Initialize) -> None:
        self.settings, self.initialize = settings, initialize
        self._controller: Any = None

    @property
    def far_plane_m(self) -> float:
        return float(self._controller.server.far_plane_m)

    @property
    def process_id(self) -> int | None:
        """Of the player; None while none runs."""
        return None if self._controller is None else int(self._controller.unity_pid)

    def enter(self, document: Mapping[str, Any], house_id: str) -> Any:
        """Reset, and have the house built; the event of that.

        Raises:
            PlayerLostError: The player crashed or hung, or does not start.
            WorldError: The engine refuses the house; the message is its own.
        """
        try:
            event = self._started(document) if self._controller is None else self._controller.reset(document)
        except Exception as error:
            if self._refused(error):
                raise _unbuilt(house_id, _told(error, self._controller)) from error
            raise self._lost(error, "entering a house") from error
        if not event:
            raise _unbuilt(house_id, event.metadata["errorMessage"])
        return event

    def step(self, action: str, **arguments: Any) -> Any:
        """The event of one action, falsy where the engine refuses it.

        Raises:
            PlayerLostError: The player crashed or hung.
            WorldError: The engine knows no such action, or not with these arguments.
        """
        if self._controller is None:
            raise WorldError("AI2-THOR holds no house; call load(house) first.")
        try:
            return self._controller.step(action, **arguments)
        except ValueError as error:
            if self._refused(error):
                raise WorldError(f"AI2-THOR cannot do {action}: {error}") from error
            raise self._lost(error, action) from error
        except Exception as error:
            raise self._lost(error, action) from error

    def end(self) -> None:
        """End the player; the next house starts another."""
        controller, self._controller = self._controller, None
        if controller is not None:
            controller.end()

    def _started(self, document: Mapping[str, Any]) -> Any:
        from tasks.worlds.thor.controller import BoundedController

        told = self.initialize
        self._controller = BoundedController(
            self.settings,
            dict(document),
            told.image_size,
            agentMode="default",
            fieldOfView=told.field_of_view_deg,
            gridSize=told.grid_m,
            snapToGrid=False,
            visibilityDistance=told.visibility_distance_m,
            renderDepthImage=True,
            renderInstanceSegmentation=True,
        )
        return self._controller.last_event

    def _refused(self, error: Exception) -> bool:
        """Whether the engine said no and lives, as against having been lost."""
        if isinstance(error, TimeoutError) or self._controller is None:
            return False
        event, process = self._controller.last_event, self._controller.server.unity_proc
        said_no = event is not None and not event and event.metadata["errorMessage"] in str(error)
        return bool(said_no and process.poll() is None)

    def _lost(self, error: Exception, doing: str) -> PlayerLostError:
        was = "crashed or hung" if self._controller is not None else "did not start"
        self.end()
        # The original wraps what happened in a message that holds the whole house.
        reason = error.__context__ if isinstance(error.__context__, Exception) else error
        return PlayerLostError(f"AI2-THOR's player {was} while {doing} ({_short(reason)}); it was ended")


def shared_player(settings: ThorSettings, initialize: Initialize) -> Player:
    """This process's player, held for one world until it is let go.

    Raises WorldError where another world of this process holds it.
    """
    global _player
    if not _held.acquire(blocking=False):
        raise WorldError(
            "this process runs one AI2-THOR player, and another world uses it. Close that one first, or work in "
            "processes: threads cannot share a player."
        )
    if _player is not None and (_player.settings, _player.initialize) != (settings, initialize):
        _player.end()
        _player = None
    if _player is None:
        _player = Player(settings, initialize)
    return _player


def let_go() -> None:
    """The world that held the player is closed; the player goes on for the next."""
    _held.release()


def end_player() -> None:
    """End this process's player, if one runs."""
    if _player is not None:
        _player.end()


_player: Player | None = None
_held = threading.Lock()
atexit.register(end_player)


def _told(error: Exception, controller: Any) -> str:
    """The engine's own words, where the error has them."""
    event = getattr(controller, "last_event", None)
    return event.metadata["errorMessage"] if event is not None and not event else _short(error)


def _unbuilt(house_id: str, message: str) -> WorldError:
    return WorldError(
        f"AI2-THOR does not build house {house_id}: {message or 'it gives no reason'}. Leave this house out."
    )


def _short(error: BaseException) -> str:
    text = str(error).split("\n")[0]
    return f"{type(error).__name__}: {text[:300]}"
