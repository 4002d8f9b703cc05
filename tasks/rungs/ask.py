"""Put the questions of a rung to an answerer: the evidence is chosen here, and what came back becomes rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from schemas.identity import digest_of
from schemas.settings import Recipe
from schemas.vocabulary import room_display
from tasks.models.answerers import AnyAnswerer, is_privileged
from tasks.models.base import Picture, Privileged, Prompt, PromptKey, Response
from tasks.models.prompting import render_prompt
from tasks.questions.record import FrameRecord, Question
from tasks.rungs.rungs import Rung, evidence_frames
from tasks.worlds.base import RgbImage


@dataclass(frozen=True, slots=True)
class Footage:
    """What an episode has to show under a rung: its records, and the pictures behind them."""

    target_room: str
    """Room type of the target's room."""
    records: tuple[FrameRecord, ...]
    hashes: Mapping[int, str]
    """Pixel hash of each frame that was drawn."""
    load: Callable[[int], RgbImage]
    """The picture of a frame."""


def ask(
    rung: Rung, questions: Sequence[Question], footage: Mapping[str, Footage], answerer: AnyAnswerer, recipe: Recipe
) -> Iterator[dict[str, Any]]:
    """Rows of `responses`, in the order in which the answers come.

    Questions whose episode has no footage (it was not executed) are not asked.
    """
    asked = {
        (question.episode_id, question.question_id): _privileged(rung, question, footage[question.episode_id], recipe)
        for question in questions
        if question.episode_id in footage
    }
    for response in _answers(answerer, asked.values()):
        privileged = asked[response.key.episode_id, response.key.question_id]
        yield _row(rung, answerer.name, privileged.prompt, response)


def _answers(answerer: AnyAnswerer, asked: Iterable[Privileged]) -> Iterator[Response]:
    if is_privileged(answerer):
        return answerer.answer(asked)
    return answerer.answer(privileged.prompt for privileged in asked)


def _privileged(rung: Rung, question: Question, footage: Footage, recipe: Recipe) -> Privileged:
    frames = evidence_frames(rung, question)
    pictures = tuple(_picture(footage, t) for t in frames)
    prompt = Prompt(
        key=PromptKey(question.episode_id, question.question_id),
        family=question.family,
        text=render_prompt(rung, question, footage.target_room, len(pictures), recipe=recipe),
        options=question.options,
        pictures=pictures,
        mode=rung.mode,
        question=question.text if rung.shows_question else "",
        room_label=room_display(footage.target_room) if rung.label != "hidden" else "",
    )
    held = tuple(footage.records[t] for t in frames)
    return Privileged(prompt, question, held, len(footage.records))


def _picture(footage: Footage, t: int) -> Picture:
    return Picture(t, footage.hashes.get(t) or "", lambda: footage.load(t))


def _row(rung: Rung, answerer: str, prompt: Prompt, response: Response) -> dict[str, Any]:
    hashes = [picture.pixel_hash for picture in prompt.pictures]
    return {
        "rung": rung.name,
        "answerer": answerer,
        "episode_id": response.key.episode_id,
        "question_id": response.key.question_id,
        "raw": response.raw,
        "finish_reason": response.finish_reason,
        "mode": prompt.mode,
        "evidence_frames": [picture.t for picture in prompt.pictures],
        "evidence_hashes": hashes,
        "prompt_hash": digest_of(prompt.text),
        "content_key": digest_of([answerer, prompt.text, prompt.mode, hashes]),
        "n_prompt_tokens": response.n_prompt_tokens,
        "n_completion_tokens": response.n_completion_tokens,
        "cached_from": None,
    }
