"""Some episodes as the report shows them: a strip of frames, the questions, and the way to the episode's own page."""

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from tasks.reports.episode import facts
from tasks.reports.findings import page_of
from tasks.reports.inputs import EpisodeSample, ReportInputs
from tasks.reports.ladder import Row
from tasks.reports.pictures import address


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame as a thumbnail."""

    t: int
    address: str
    """Data URL."""
    marks: str
    """Which questions cite it: `cited by 1, 3`; empty for none."""
    alternative: str


@dataclass(frozen=True, slots=True)
class Asked:
    question_id: str
    family: str
    text: str
    gold: str


@dataclass(frozen=True, slots=True)
class Scene:
    episode_id: str
    page: str
    """Its page, seen from the report."""
    facts: str
    shots: tuple[Shot, ...]
    questions: tuple[Asked, ...]


def scenes(inputs: ReportInputs) -> list[Scene]:
    return [_scene(inputs, sample) for sample in inputs.samples]


def _scene(inputs: ReportInputs, sample: EpisodeSample) -> Scene:
    mine = pl.col("episode_id") == sample.episode_id
    episode = inputs.episodes.filter(mine).row(0, named=True)
    questions = inputs.questions.filter(mine).sort("question_id").rows(named=True)
    return Scene(
        sample.episode_id,
        page_of(episode["split"], sample.episode_id),
        facts(episode),
        _strip(sample, questions),
        tuple(Asked(each["question_id"], each["family"], each["text"], each["gold"]) for each in questions),
    )


def _strip(sample: EpisodeSample, questions: Sequence[Row]) -> tuple[Shot, ...]:
    """All frames of the sample in time order, each with the numbers of the questions that cite it."""
    shots = []
    for t, jpeg in sorted(sample.frames.items()):
        citing = [str(number) for number, question in enumerate(questions, 1) if t in question["frame_refs"]]
        marks = f"cited by {', '.join(citing)}" if citing else ""
        shots.append(
            Shot(t, address(jpeg), marks, f"Frame {t} of {sample.episode_id}" + (f", {marks}" if marks else ""))
        )
    return tuple(shots)
