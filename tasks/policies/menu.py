"""The action menu that every policy shares with the reference (A, section 3.1)."""

from schemas.settings import EpisodeSettings
from tasks.worlds.base import ActionName


def magnitudes(name: ActionName, settings: EpisodeSettings) -> tuple[float, ...]:
    """What an action may be done by, ascending: metres, degrees, or 0 for Done."""
    match name:
        case "MoveAhead":
            return settings.moves_m
        case "RotateLeft" | "RotateRight":
            return tuple(map(float, settings.turns_deg))
        case "LookUp" | "LookDown":
            return tuple(map(float, settings.looks_deg))
        case "Done":
            return (0.0,)
