"""Some episodes as a reader of the report sees them: frames, questions, what they cite, and what each rung made of them."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from schemas.vocabulary import room_display, with_article
from tasks.questions.record import LETTERS
from tasks.reports.inputs import EpisodeSample, ReportInputs
from tasks.reports.ladder import Figures, Row

_RAW_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame as a thumbnail."""

    id: str
    """Of the picture in the page; empty where the sample lacks it."""
    t: int
    marks: str
    """Why it matters, in words: `decisive`, `cited by 1, 3`."""
    is_decisive: bool
    alternative: str


@dataclass(frozen=True, slots=True)
class Reply:
    said: str
    verdict: str
    """`right`, `wrong` or `no answer`, and where that needs saying, how the reply was read."""
    kind: str
    """`right`, `wrong` or `none`."""


@dataclass(frozen=True, slots=True)
class Asked:
    number: int
    family: str
    text: str
    options: tuple[tuple[str, str, bool], ...]
    """Letter, text, whether it is gold."""
    shots: tuple[Shot, ...]
    replies: tuple[tuple[str, tuple[Reply | None, ...]], ...]
    """A rung, then the reply of each answerer in the order of the ladder; None where it was not asked or did not reply."""


@dataclass(frozen=True, slots=True)
class Scene:
    episode_id: str
    facts: str
    pictures: tuple[tuple[str, str], ...]
    """Id and data address of each picture, once a page."""
    shots: tuple[Shot, ...]
    questions: tuple[Asked, ...]


def scenes(inputs: ReportInputs, figures: Figures) -> list[Scene]:
    return [_scene(inputs, figures, sample) for sample in inputs.samples]


def _scene(inputs: ReportInputs, figures: Figures, sample: EpisodeSample) -> Scene:
    mine = pl.col("episode_id") == sample.episode_id
    episode = inputs.episodes.filter(mine).row(0, named=True)
    questions = inputs.questions.filter(mine).sort("question_id").rows(named=True)
    replies = _replies(inputs, sample.episode_id)
    return Scene(
        sample.episode_id,
        _facts(episode),
        pictures=tuple((_picture_id(sample, t), _address(png)) for t, png in sorted(sample.frames.items())),
        shots=_strip(sample, questions),
        questions=tuple(_asked(figures, sample, n, question, replies) for n, question in enumerate(questions, 1)),
    )


def _strip(sample: EpisodeSample, questions: Sequence[Row]) -> tuple[Shot, ...]:
    """All frames of the sample in time order, each with the numbers of the questions that cite it."""
    shots = []
    for t in sorted(sample.frames):
        citing = [str(number) for number, question in enumerate(questions, 1) if t in question["frame_refs"]]
        shots.append(_shot(sample, t, f"cited by {', '.join(citing)}" if citing else "", is_decisive=False))
    return tuple(shots)


def _asked(
    figures: Figures, sample: EpisodeSample, number: int, question: Row, replies: Mapping[tuple[str, str, str], Reply]
) -> Asked:
    decisive = set(question["decisive_frames"])
    return Asked(
        number,
        question["family"],
        question["text"],
        options=tuple(
            (letter, text, letter == question["answer"])
            for letter, text in zip(LETTERS, question["options"], strict=False)
        ),
        shots=tuple(
            _shot(sample, t, "decisive" if t in decisive else "cited", t in decisive) for t in question["frame_refs"]
        ),
        replies=tuple(
            (rung, tuple(replies.get((question["question_id"], rung, name)) for name in figures.answerers))
            for rung in figures.rungs
        ),
    )


def _facts(episode: Row) -> str:
    rooms = f"{episode['n_rooms']} {'room' if episode['n_rooms'] == 1 else 'rooms'}"
    return (
        f"Stratum {episode['stratum']}: {episode['n_actions']} actions through {rooms} of {episode['house_id']}, to reach "
        f"{with_article(episode['target_type'])} in the {room_display(episode['target_room'])}."
    )


def _shot(sample: EpisodeSample, t: int, marks: str, is_decisive: bool) -> Shot:
    there = t in sample.frames
    words = f"Frame {t} of {sample.episode_id}" + (f", {marks}" if marks else "")
    return Shot(_picture_id(sample, t) if there else "", t, marks, is_decisive, words)


def _picture_id(sample: EpisodeSample, t: int) -> str:
    return f"{sample.episode_id}-t{t}"


def _address(png: bytes) -> str:
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")


def _replies(inputs: ReportInputs, episode_id: str) -> dict[tuple[str, str, str], Reply]:
    """By question, rung and answerer."""
    key = ["question_id", "rung", "answerer"]
    judged = inputs.predictions.filter(pl.col("episode_id") == episode_id).select(*key, "status", "parsed", "is_right")
    said = inputs.responses.filter(pl.col("episode_id") == episode_id).select(*key, "raw")
    return {
        (question_id, rung, answerer): _reply(raw, status, parsed, is_right)
        for question_id, rung, answerer, raw, status, parsed, is_right in said.join(
            judged, on=key, how="left"
        ).iter_rows()
    }


def _reply(raw: str, status: str | None, parsed: str | None, is_right: bool | None) -> Reply:
    said = raw if len(raw) <= _RAW_CHARACTERS else raw[:_RAW_CHARACTERS] + " …"
    if status is None:
        return Reply(said, "no answer: not judged", "none")
    if parsed is None:
        return Reply(said, f"no answer: {status.replace('_', ' ')}", "none")
    kind = "right" if is_right else "wrong"
    return Reply(said, kind if parsed == raw.strip() else f"{kind}, read as {parsed}", kind)
