"""The page of an episode: plan, walks, frames, questions and answers, in one file that needs no network and no other.

Object names, houses' names and all that a model wrote are untrusted: the template escapes them, and the page's own
policy lets no script run but the one that it brings.
"""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from markupsafe import Markup

from schemas.vocabulary import room_display, with_article
from tasks.houses.house import House
from tasks.reports.ladder import Figures, Row
from tasks.reports.plan import Plan, plan_of
from tasks.reports.replies import Asked, asked_of
from tasks.reports.template import render, text_of
from tasks.reports.walks import Records, Walk, own_walk, reference_walk


@dataclass(frozen=True, slots=True)
class EpisodeInputs:
    """The rows of one episode of one run; an evaluation's part stays empty for a generation."""

    run_id: str
    generation: str
    episode: Row
    house: House
    reference: Records
    questions: Sequence[Row]
    """In order of id."""
    responses: pl.DataFrame
    predictions: pl.DataFrame
    walks: Mapping[str, tuple[Row, Records, bool]] = field(default_factory=dict)
    """By rung, in the order of the ladder: its row of `navigation`, its records, and whether its frames are the stored
    ones."""


@dataclass(frozen=True, slots=True)
class EpisodePage:
    """All that a page or a terminal shows of an episode."""

    run_id: str
    generation: str
    episode_id: str
    split: str
    house_id: str
    facts: str
    target: str
    plan: Plan
    walks: tuple[Walk, ...]
    answerers: tuple[str, ...]
    """As text names them."""
    questions: tuple[Asked, ...]


def episode_page(inputs: EpisodeInputs) -> EpisodePage:
    episode = inputs.episode
    reference = reference_walk(episode, inputs.reference, inputs.questions)
    own = [own_walk(rung, row, records, same_frames=same) for rung, (row, records, same) in inputs.walks.items()]
    walks = (reference, *own)
    held = frozenset(moment.id for walk in walks for moment in walk.moments)
    answerers = _answerers(inputs.responses)
    return EpisodePage(
        inputs.run_id,
        inputs.generation,
        episode["episode_id"],
        episode["split"],
        episode["house_id"],
        facts(episode),
        with_article(episode["target_type"]),
        plan_of(inputs.house, episode["target_id"]),
        walks,
        tuple(answerers.values()),
        asked_of(inputs.questions, inputs.responses, inputs.predictions, tuple(answerers), held),
    )


def facts(episode: Row) -> str:
    """Where an episode goes, in a sentence."""
    rooms = f"{episode['n_rooms']} {'room' if episode['n_rooms'] == 1 else 'rooms'}"
    return (
        f"Stratum {episode['stratum']}: {episode['n_actions']} actions through {rooms} of "
        f"{episode['house_id']}, to reach {with_article(episode['target_type'])} in the "
        f"{room_display(episode['target_room'])}."
    )


def render_episode(page: EpisodePage) -> str:
    """The page as text. The same episode gives the same text."""
    script = text_of("episode.js")
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    return render(
        "episode.html",
        page=page,
        style=Markup(text_of("report.css") + text_of("episode.css")),
        script=Markup(script),
        script_hash=f"sha256-{digest}",
    )


def plain(page: EpisodePage) -> dict[str, Any]:
    """The episode as JSON can hold it: lengths in metres, angles in degrees; pictures are left to the page."""
    return {
        "run": page.run_id,
        "generation": page.generation,
        "split": page.split,
        "episode": page.episode_id,
        "house": page.house_id,
        "facts": page.facts,
        "walks": [
            {
                "walk": walk.name,
                "note": walk.note,
                "moments": [
                    {"t": m.t, "x": m.x, "z": m.z, "yaw": m.yaw, "horizon": m.horizon, "action": m.action}
                    | {"room": m.room, "visible": list(m.visible), "marks": m.marks}
                    for m in walk.moments
                ],
            }
            for walk in page.walks
        ],
        "questions": [_plain_question(page, question) for question in page.questions],
    }


def _plain_question(page: EpisodePage, question: Asked) -> dict[str, Any]:
    return {
        "question": question.question_id,
        "family": question.family,
        "text": question.text,
        "options": {letter: text for letter, text, _ in question.options},
        "answer": next((letter for letter, _, is_gold in question.options if is_gold), None),
        "cited": [shown.t for shown, _ in question.cited],
        "decisive": [shown.t for shown, is_decisive in question.cited if is_decisive],
        "rungs": [
            {
                "rung": told.rung,
                "mode": told.mode,
                "evidence_episode": told.other or page.episode_id if told.evidence else None,
                "evidence": [shown.t for shown in told.evidence],
                "replies": {
                    name: {"raw": reply.raw, "parsed": reply.parsed, "verdict": reply.kind, "finish": reply.finish}
                    for name, reply in zip(page.answerers, told.replies, strict=True)
                    if reply
                },
            }
            for told in question.told
        ],
    }


def in_words(page: EpisodePage) -> str:
    """The episode for a terminal: what it is, how it was walked, what was asked and answered on the ladder."""
    lines = [f"{page.episode_id} of {page.run_id}, split {page.split}", page.facts, ""]
    lines += [f"{walk.title}: {walk.note}" for walk in page.walks]
    for question in page.questions:
        options = "   ".join(f"{letter}{'*' if is_gold else ' '} {text}" for letter, text, is_gold in question.options)
        cited = " ".join(f"{shown.t}{'*' if is_decisive else ''}" for shown, is_decisive in question.cited)
        lines += ["", f"{question.number}. {question.text} ({question.family}, {question.question_id})"]
        lines += [f"   {options}", f"   cited frames {cited}"]
        rungs = [told for told in question.told if not told.is_control]
        width = max((len(told.rung) for told in rungs), default=0)
        for told in rungs:
            said = [
                f"{name} {reply.parsed or '–'} {reply.kind if reply.kind != 'none' else reply.verdict}"
                for name, reply in zip(page.answerers, told.replies, strict=True)
                if reply
            ]
            lines.append(f"   {told.rung:<{width}}  " + "; ".join(said))
    lines += ["", "A star marks gold and decisive frames."] if page.questions else []
    return "\n".join(lines)


def _answerers(responses: pl.DataFrame) -> dict[str, str]:
    """The answerers of these responses with their labels, in the order of the report."""
    named = responses.select("answerer").unique()
    stand_in = named.select("answerer", rung=pl.lit("E0"), family=pl.lit("all"), stratum=pl.lit("all"))
    figures = Figures.of(stand_in)
    return {name: figures.labels[name] for name in figures.answerers}
