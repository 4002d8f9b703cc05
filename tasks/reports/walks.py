"""The walks of an episode, moment by moment: where the agent stood, what it did, what it saw, and why the moment matters."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from schemas.vocabulary import display, plural, room_display
from tasks.reports.figures import metres
from tasks.reports.ladder import Row
from tasks.reports.pictures import address, jpeg_of
from tasks.reports.plan import place, route
from tasks.rungs.rungs import RUNGS

REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class Moment:
    """One frame of a walk."""

    id: str
    """Of its element in the page."""
    t: int
    x: float
    z: float
    yaw: float
    horizon: float
    action: str
    """In words, what led here."""
    room: str
    picture: str
    """Data URL; empty where nothing was drawn."""
    visible: tuple[str, ...]
    """What the visible-object record holds, in words, the most frequent first: `2 chairs`, `sofa`."""
    marks: str
    """Why it matters, in words: `cited by 1, 3; decisive for 1`."""
    is_decisive: bool
    transform: str
    """Of a marker on the plan."""

    @property
    def pose(self) -> str:
        tilt = "" if not self.horizon else f", looking {'down' if self.horizon > 0 else 'up'} {abs(self.horizon):g}°"
        return f"x {self.x:.2f} m, z {self.z:.2f} m, heading {self.yaw:g}°{tilt}"

    @property
    def brief(self) -> str:
        """The action without the reason for which a world refused it, which may be long."""
        done, refused, _ = self.action.partition(", refused")
        return done + refused


@dataclass(frozen=True, slots=True)
class Walk:
    name: str
    """`reference`, or the rung that walked."""
    title: str
    note: str
    """What became of it, in a sentence."""
    route: str
    """Points of an SVG polyline."""
    moments: tuple[Moment, ...]
    """Empty where its frames are those of the reference walk, or are none but the spawn."""
    is_retraced: bool = False
    """Its frames are those of the reference walk."""

    @property
    def is_control(self) -> bool:
        return self.name in RUNGS and RUNGS[self.name].is_control


@dataclass(frozen=True, slots=True)
class Records:
    """The rows of one walk of one episode."""

    frames: pl.DataFrame
    """`t`, `x`, `z`, `yaw`, `horizon`, `action`, `magnitude` and, where known, `room_type`."""
    observations: pl.DataFrame
    """Rows of the visible-object record: `t`, `object_type`."""
    images: pl.DataFrame
    """`t`, `data`, `pixel_hash`."""


def reference_walk(episode: Row, records: Records, questions: Sequence[Row]) -> Walk:
    """The recorded tour.

    Args:
        episode: Its row of `episodes`.
        records: Its rows.
        questions: Rows of `questions` of the episode, in their order.
    """
    marks = _marks(questions)
    moments = _moments(REFERENCE, f"{episode['episode_id']}", records, marks)
    note = (
        f"{episode['n_actions']} actions over {metres(episode['path_length_m'])}, the shortest way being "
        f"{metres(episode['geodesic_m'])}; it ends "
        f"{metres(episode['final_distance_m'])} from the nearest part of the target in view."
    )
    return Walk(REFERENCE, "The recorded tour", note, route((m.x, m.z) for m in moments), moments)


def own_walk(rung: str, navigation: Row, records: Records, *, same_frames: bool) -> Walk:
    """A walk of the evaluation.

    Args:
        rung: Which rung walked.
        navigation: Its row of `navigation`.
        records: Its rows.
        same_frames: Its pictures are those of the recorded tour, so they are not shown again.
    """
    moments = _moments(rung, f"{rung} of {navigation['episode_id']}", records, {})
    said = [
        f"{_ending(navigation)} after {_actions(navigation['n_actions'])} over "
        f"{metres(navigation['path_length_replayed_m'])}, {metres(navigation['final_dist_to_target_m'])} from the "
        f"target's centre; policy {navigation['policy']}."
    ]
    if RUNGS[rung].walk == "replay":
        said.append(_as_stored(navigation["n_frames_identical"], navigation["n_frames"]))
    if navigation["error"]:
        said.append(f"Error: {navigation['error']}")
    shown = () if same_frames or len(moments) < 2 else moments
    return Walk(
        rung, f"{rung}, {RUNGS[rung].title}", " ".join(said), route((m.x, m.z) for m in moments), shown, same_frames
    )


def _as_stored(n_identical: int | None, n_frames: int) -> str:
    if n_identical is None:
        return "No pictures of the recorded tour are stored to hold its frames against."
    return f"{n_identical} of {n_frames} frames equal the stored ones."


def _marks(questions: Sequence[Row]) -> Mapping[int, tuple[str, bool]]:
    """By frame, which questions cite it and for which it is decisive."""
    cited: dict[int, list[int]] = {}
    decisive: dict[int, list[int]] = {}
    for number, question in enumerate(questions, 1):
        for t in question["frame_refs"]:
            cited.setdefault(t, []).append(number)
        for t in question["decisive_frames"]:
            decisive.setdefault(t, []).append(number)
    return {
        t: ("; ".join(_told(cited.get(t), "cited by") + _told(decisive.get(t), "decisive for")), t in decisive)
        for t in sorted(cited.keys() | decisive.keys())
    }


def _told(numbers: Sequence[int] | None, how: str) -> list[str]:
    return [f"{how} {', '.join(map(str, numbers))}"] if numbers else []


def _moments(prefix: str, name: str, records: Records, marks: Mapping[int, tuple[str, bool]]) -> tuple[Moment, ...]:
    seen = _seen(records.observations)
    pictures = {
        t: address(jpeg_of(data, pixel_hash, f"picture {t} of {name}"))
        for t, data, pixel_hash in records.images.select("t", "data", "pixel_hash").sort("t").iter_rows()
    }
    moments = []
    for row in records.frames.sort("t").iter_rows(named=True):
        words, is_decisive = marks.get(row["t"], ("", False))
        moments.append(
            Moment(
                id=f"{prefix}-{row['t']}",
                t=row["t"],
                x=row["x"],
                z=row["z"],
                yaw=row["yaw"],
                horizon=row["horizon"],
                action=_action(row),
                room=room_display(row.get("room_type") or ""),
                picture=pictures.get(row["t"], ""),
                visible=seen.get(row["t"], ()),
                marks=words,
                is_decisive=is_decisive,
                transform=place(row["x"], row["z"], row["yaw"]),
            )
        )
    return tuple(moments)


def _seen(observations: pl.DataFrame) -> dict[int, tuple[str, ...]]:
    types: dict[int, Counter[str]] = {}
    for t, object_type in observations.select("t", "object_type").iter_rows():
        types.setdefault(t, Counter())[object_type] += 1
    return {t: tuple(_counted(counts.items())) for t, counts in types.items()}


def _counted(counts: Iterable[tuple[str, int]]) -> list[str]:
    return [
        display(name) if n == 1 else f"{n} {plural(name)}"
        for name, n in sorted(counts, key=lambda item: (-item[1], item[0]))
    ]


def _action(row: Row) -> str:
    if row["action"] is None:
        return "the spawn" if row["t"] == 0 else "no action could be read"
    unit = {"MoveAhead": " m", "Done": ""}.get(row["action"], "°")
    done = row["action"] if not row["magnitude"] else f"{row['action']} {row['magnitude']:g}{unit}"
    refused = f", refused: {row['error']}" if not row.get("success", True) else ""
    return f"{done}{refused}"


def _actions(n: int) -> str:
    return f"{n} {'action' if n == 1 else 'actions'}"


def _ending(navigation: Row) -> str:
    if navigation["reached_target"]:
        return "Reached the target"
    return f"Ended without the target ({navigation['termination'].replace('_', ' ')})"
