"""How a walk ended, and the row of `navigation` that tells it (A, sections 3.1 and 3.4, Table 11)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from schemas.settings import EpisodeSettings
from tasks.analysis.navigation import spl
from tasks.episodes.plane import distance_to
from tasks.episodes.rows import spawn_of
from tasks.episodes.success import TargetSight, sight_of, termination_at_done
from tasks.houses.house import House, Point
from tasks.worlds.base import View


@dataclass(frozen=True, slots=True)
class Counts:
    """What had been done up to some moment of a walk."""

    n_decisions: int = 0
    n_actions: int = 0
    """Actions that were given to the world, Done included."""
    n_invalid: int = 0
    """Actions that the world refused."""
    n_null: int = 0
    """Decisions from which no action could be read: they cost a step and do nothing."""
    n_compliant: int = 0
    """Decisions that kept to the format asked for."""
    path_m: float = 0.0

    def and_done(self, *, compliant: bool) -> "Counts":
        return replace(
            self,
            n_decisions=self.n_decisions + 1,
            n_actions=self.n_actions + 1,
            n_compliant=self.n_compliant + compliant,
        )


@dataclass(frozen=True, slots=True)
class Ending:
    termination: str
    """One of schemas.values.TERMINATIONS."""
    counts: Counts
    position: Point
    sight: TargetSight | None
    """The target instance at the end; None where no pixel of it is seen."""
    type_visible: bool | None = None
    """Whether a thing of the target's type, any, was in the visible-object record at Done; None without Done."""
    error: str = ""


def done_ending(
    view: View, counts: Counts, target: Mapping[str, Any], types: Mapping[str, str], settings: EpisodeSettings
) -> Ending:
    """The end of a walk whose policy said Done.

    Args:
        view: What the simulator knows of the last picture.
        counts: With the Done.
        target: Row of `episodes`.
        types: Type of each object in the house, by id.
        settings: The success test's and the record's constants.
    """
    sight = sight_of(view, target["target_id"])
    in_view = any(
        types.get(object_id) == target["target_type"] and view.pixels.get(object_id, 0) >= settings.visible_pixels
        for object_id in view.visible
    )
    place = (view.pose.x, view.pose.z)
    return Ending(termination_at_done(sight, settings), counts, place, sight, in_view)


def navigation_row(
    rung: str,
    policy: str,
    episode: Mapping[str, Any],
    house: House,
    ending: Ending,
    lenient: Ending | None,
    n_frames: int,
    n_frames_identical: int | None = 0,
) -> dict[str, Any]:
    """The row of one walk.

    Args:
        rung: Name of the rung.
        policy: Who walked.
        episode: Row of `episodes`.
        house: The episode's house.
        ending: By A's stuck rule.
        lenient: By the rule that leaves looking on the spot aside; None where the walk was not followed that far.
        n_frames: Observations up to the ending.
        n_frames_identical: Those of them whose pixels equal the stored ones; None where none are stored.
    """
    target, spawn = house.object(episode["target_id"]), spawn_of(episode)
    reached, counts = ending.termination == "reached_target", ending.counts
    initial_m, final_m = distance_to((spawn.x, spawn.z), target), distance_to(ending.position, target)
    done = ending.type_visible is not None
    return {
        "rung": rung,
        "episode_id": episode["episode_id"],
        "policy": policy,
        "reached_target": reached,
        "path_length_replayed_m": counts.path_m,
        "path_length_optimal_m": episode["geodesic_m"],
        "path_length_reference_m": episode["reference_distance_m"],
        "spl": spl(reached, episode["geodesic_m"], counts.path_m),
        "spl_reference": spl(reached, episode["reference_distance_m"], counts.path_m),
        "initial_dist_to_target_m": initial_m,
        "final_dist_to_target_m": final_m,
        "distance_reduction_m": initial_m - final_m,
        "final_area": ending.sight.area if ending.sight else 0.0,
        "n_actions": counts.n_actions,
        "n_invalid_actions": counts.n_invalid,
        "n_null_actions": counts.n_null,
        "n_decisions": counts.n_decisions,
        "n_compliant": counts.n_compliant,
        "immediate_done": done and counts.n_decisions == 1,
        "target_type_visible_at_done": ending.type_visible,
        "n_frames": n_frames,
        "n_frames_identical": n_frames_identical,
        "termination": ending.termination,
        "error": ending.error,
        "termination_lenient": lenient.termination if lenient else None,
        "n_actions_lenient": lenient.counts.n_actions if lenient else None,
        "path_length_lenient_m": lenient.counts.path_m if lenient else None,
    }
