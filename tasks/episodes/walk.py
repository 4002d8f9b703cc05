"""Walk recorded actions in a world: how a candidate is proven, and how rung E5 replays a reference."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from schemas.errors import WorldError
from tasks.episodes.plane import distance
from tasks.worlds.base import Action, Pose, RgbImage, StepOutcome, View, World


@dataclass(frozen=True, slots=True)
class Step:
    """One observation: after the action that led to it, or at spawn (no action)."""

    t: int
    action: Action | None
    pose: Pose
    view: View
    rgb: RgbImage | None
    success: bool
    error: str


@dataclass(frozen=True, slots=True)
class Walk:
    steps: tuple[Step, ...]
    """In time order, the spawn first. A refused action yields a step too; Done yields none."""
    path_length_m: float
    n_invalid_actions: int
    finished: bool
    """The last action was Done."""

    @property
    def last(self) -> Step:
        return self.steps[-1]


def walk(
    world: World,
    spawn: Pose,
    actions: Sequence[Action],
    *,
    draw: bool,
    keep_going: bool = True,
    each: Callable[[Step], None] | None = None,
) -> Walk:
    """Restore the spawn pose, then act.

    Args:
        world: A world that has loaded the house.
        spawn: Where the episode starts; WorldError where the world refuses it.
        actions: The actions in order; whatever follows a Done is left.
        draw: Whether each step gets its picture.
        keep_going: Whether to act on after a refused action.
        each: Called with every step as it is made.
    """
    start = world.teleport(spawn)
    if not start.success:
        raise WorldError(
            f"spawn pose {spawn} is refused: {start.error}. The house or the episode is not what was stored."
        )
    steps: list[Step] = []
    length, invalid, finished = 0.0, 0, False

    def observe(action: Action | None, outcome: StepOutcome) -> None:
        rgb = world.rgb() if draw else None
        step = Step(len(steps), action, outcome.pose, outcome.view, rgb, outcome.success, outcome.error)
        steps.append(step)
        if each is not None:
            each(step)

    observe(None, start)
    for action in actions:
        if action.name == "Done":
            finished = True
            break
        before = steps[-1].pose
        outcome = world.step(action)
        length += distance((before.x, before.z), (outcome.pose.x, outcome.pose.z))
        invalid += not outcome.success
        observe(action, outcome)
        if not outcome.success and not keep_going:
            break
    return Walk(tuple(steps), length, invalid, finished)
