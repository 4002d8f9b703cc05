"""Put the questions of a rung to an answerer: the evidence is chosen here, and what came back becomes rows."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from schemas.identity import digest_of
from schemas.seeds import generator
from schemas.vocabulary import room_display
from tasks.models.answerers import AnyAnswerer, is_privileged
from tasks.models.base import Privileged, Prompt, PromptKey, Response
from tasks.models.prompting import Prompts
from tasks.questions.options import turned
from tasks.questions.record import LETTERS, Question
from tasks.rungs.alter import Evidence, Scene, evidence_of, frames_of
from tasks.rungs.footage import Footage as Footage
from tasks.rungs.lend import lenders
from tasks.rungs.rung import Rung

Known = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]
"""From a row of `responses` without its answer to the columns of an answer that came before."""
SAID = ("raw", "finish_reason", "n_prompt_tokens", "n_completion_tokens", "image_sizes")
"""The columns of `responses` that an answerer fills."""


def nothing_known(_: Mapping[str, Any]) -> None:
    """Everything has to be asked."""


_RENAMED = {"Bathroom": "Blicket", "Bedroom": "Dax", "Hallway": "Fep", "Kitchen": "Toma", "LivingRoom": "Wug"}
_RENAMED_OTHERWISE = "Modi"
"""Words that mean nothing, one a room type: such a label still tells the types apart, and no more."""


def ask(
    rung: Rung,
    questions: Sequence[Question],
    recorded: Mapping[str, Footage],
    answerer: AnyAnswerer,
    prompts: Prompts,
    *,
    own: Mapping[str, Footage] | None = None,
    seed: int = 0,
    known: Known = nothing_known,
) -> Iterator[dict[str, Any]]:
    """Rows of `responses`: first those that are known already, then the others in the order in which answers come.

    Args:
        rung: What is shown.
        questions: Of one split.
        recorded: The recorded walks by episode id, as stored or as replayed.
        answerer: Who is asked.
        prompts: The words.
        own: The walks of the rung's own, where it shows those.
        seed: Of what a control draws by lot.
        known: What was said before to the same question of the same content; None where it has to be asked.
    """
    waiting: dict[PromptKey, dict[str, Any]] = {}
    new: list[Privileged] = []
    for asked, evidence in _asked(rung, questions, recorded, prompts, own, seed):
        row = _evidence_row(rung, answerer, asked, evidence)
        said = known(row)
        if said is None:
            waiting[asked.prompt.key] = row
            new.append(asked)
        else:
            yield {**row, **said}
    for response in _answers(answerer, new):
        yield {**waiting.pop(response.key), **_response_row(response)}


def asked_of(
    rung: Rung,
    questions: Sequence[Question],
    recorded: Mapping[str, Footage],
    prompts: Prompts,
    *,
    own: Mapping[str, Footage] | None = None,
    seed: int = 0,
) -> Iterator[Privileged]:
    """The questions as a rung puts them, each with its evidence; arguments as for `ask`.

    Left out are those that have nothing to be asked about: the episode was not executed, the walk did not end with Done
    where the rung waits for that, there is no other house to lend pictures, or the options cannot be turned so far.
    """
    return (asked for asked, _ in _asked(rung, questions, recorded, prompts, own, seed))


def _asked(
    rung: Rung,
    questions: Sequence[Question],
    recorded: Mapping[str, Footage],
    prompts: Prompts,
    own: Mapping[str, Footage] | None,
    seed: int,
) -> Iterator[tuple[Privileged, Evidence]]:
    scenes = _scenes(rung, recorded, own)
    there = [each for each in questions if each.episode_id in scenes and rung.rotation < len(each.options)]
    lent = _lent(rung, there, scenes, seed)
    labels = _labels(rung, recorded, seed)
    for question in there:
        scene, lender = scenes[question.episode_id], lent.get(question.question_id)
        if rung.alteration == "another_episode" and lender is None:
            continue
        pair = (lender, scenes[lender.episode_id]) if lender else None
        evidence = evidence_of(rung, question, scene, pair, seed)
        shown = _turned(question, rung.rotation)
        yield _privileged(rung, shown, scene.recorded, evidence, labels[question.episode_id], prompts), evidence


def _scenes(rung: Rung, recorded: Mapping[str, Footage], own: Mapping[str, Footage] | None) -> dict[str, Scene]:
    if not rung.shows_own:
        return {episode_id: Scene(footage) for episode_id, footage in recorded.items()}
    return {
        episode_id: Scene(recorded[episode_id], footage)
        for episode_id, footage in (own or {}).items()
        if footage.said_done or not rung.only_after_done
    }


def _lent(rung: Rung, questions: Sequence[Question], scenes: Mapping[str, Scene], seed: int) -> Mapping[str, Question]:
    if rung.alteration != "another_episode":
        return {}
    footage = {episode_id: scene.recorded for episode_id, scene in scenes.items()}
    return lenders(questions, footage, lambda each: len(frames_of(rung, each, scenes[each.episode_id])), seed)


def _labels(rung: Rung, recorded: Mapping[str, Footage], seed: int) -> dict[str, str]:
    """The room type that each episode's prompt shows, if it shows one.

    Shuffled, the labels change hands by lot, so that each is there as often as before and some stay with their episode.
    """
    ids = sorted(recorded)
    labels = [recorded[each].target_room for each in ids]
    if rung.label == "shuffled":
        labels = [labels[int(place)] for place in generator(seed, "labels").permutation(len(labels))]
    elif rung.label == "renamed":
        labels = [_RENAMED.get(label, _RENAMED_OTHERWISE) for label in labels]
    return dict(zip(ids, labels, strict=True))


def _turned(question: Question, rotation: int) -> Question:
    if not rotation:
        return question
    options = turned(question.options, rotation)
    return replace(question, options=options, answer=LETTERS[options.index(question.gold)])


def _privileged(
    rung: Rung, question: Question, recorded: Footage, evidence: Evidence, label: str, prompts: Prompts
) -> Privileged:
    filled = prompts.of_question(rung, question, label, len(evidence.pictures), target_type=recorded.target_type)
    prompt = Prompt(
        key=PromptKey(question.episode_id, question.question_id),
        family=question.family,
        text=filled.text,
        options=question.options if rung.shows_options else (),
        pictures=evidence.pictures,
        mode=rung.mode,
        question=question.text if rung.shows_question else "",
        room_label=room_display(label) if rung.label != "hidden" else "",
        places=filled.places,
    )
    return Privileged(prompt, question, evidence.held, len(recorded.records), rung.record_mode)


def _answers(answerer: AnyAnswerer, asked: Iterable[Privileged]) -> Iterator[Response]:
    if is_privileged(answerer):
        return answerer.answer(asked)
    return answerer.answer(privileged.prompt for privileged in asked)


def _evidence_row(rung: Rung, answerer: AnyAnswerer, asked: Privileged, evidence: Evidence) -> dict[str, Any]:
    prompt, key = asked.prompt, asked.prompt.key
    hashes = [picture.pixel_hash for picture in prompt.pictures]
    seen = [
        hash_ or f"{evidence.episode_id}/{picture.t}" for hash_, picture in zip(hashes, prompt.pictures, strict=True)
    ]
    # What reads records knows more than the prompt: to it the same words and pictures are not the same question.
    known = [key.question_id, rung.record_mode, rung.shows_own] if is_privileged(answerer) else []
    return {
        "rung": rung.name,
        "answerer": answerer.name,
        "episode_id": key.episode_id,
        "question_id": key.question_id,
        "mode": prompt.mode,
        "evidence_episode": evidence.episode_id if prompt.pictures else None,
        "evidence_frames": [picture.t for picture in prompt.pictures],
        "evidence_hashes": hashes,
        "prompt_hash": digest_of(prompt.text),
        "content_key": digest_of([answerer.name, prompt.text, prompt.places, prompt.mode, seen, *known]),
        "cached_from": None,
    }


_HALF_PAIR = re.compile(r"[\ud800-\udfff]")


def _whole(raw: str) -> str:
    """The reply with U+FFFD in the place of half surrogate pairs, which JSON can carry and no table can hold."""
    return raw if raw.isascii() else _HALF_PAIR.sub("\ufffd", raw)


def _response_row(response: Response) -> dict[str, Any]:
    return {
        "raw": _whole(response.raw),
        "finish_reason": response.finish_reason,
        "n_prompt_tokens": response.n_prompt_tokens,
        "n_completion_tokens": response.n_completion_tokens,
        "image_sizes": [f"{width}x{height}" for width, height in response.image_sizes],
    }
