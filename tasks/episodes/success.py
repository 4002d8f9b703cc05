"""Success of a navigation episode (A, section 3.1).

Success is about one object *instance*: near enough, and large enough in the picture. What the agent believes it sees
plays no part here.
"""

from dataclasses import dataclass

from schemas.settings import EpisodeSettings
from tasks.worlds.base import View


@dataclass(frozen=True, slots=True)
class TargetSight:
    """How the target instance stands to the agent in one view."""

    distance_m: float
    """Plane distance from the agent to the nearest visible point of the target."""
    area: float
    """Visible pixels of the instance over all pixels of the image, 0 to 1."""

    def is_near(self, settings: EpisodeSettings) -> bool:
        return self.distance_m <= settings.stop_distance_m

    def is_large(self, settings: EpisodeSettings) -> bool:
        return self.area >= settings.target_area

    def succeeds(self, settings: EpisodeSettings) -> bool:
        return self.is_near(settings) and self.is_large(settings)


def sight_of(view: View, object_id: str) -> TargetSight | None:
    """The target in this view, or None when no pixel of it is seen."""
    pixels = view.pixels.get(object_id, 0)
    if not pixels:
        return None
    return TargetSight(view.distance_m[object_id], pixels / view.n_pixels)


def termination_at_done(sight: TargetSight | None, settings: EpisodeSettings) -> str:
    """How an episode ends that ends with Done: one of schemas.values.TERMINATIONS."""
    if sight is None:
        return "done_target_not_visible"
    if not sight.is_near(settings):
        return "done_too_far"
    return "reached_target" if sight.is_large(settings) else "done_too_small"
