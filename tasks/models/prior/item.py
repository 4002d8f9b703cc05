"""What a text-only probe may know of a question: what the prompt shows, and never a picture.

A prompt shows the options alone (E0b), the question with them, or the room label too (E0). A probe is fitted once for
each of these views, on train questions cut down to the same view, so that it never leans on what it will not be shown.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

import polars as pl

from schemas.vocabulary import room_display
from tasks.models.base import Prompt

View = Literal["options", "question", "labelled"]


@dataclass(frozen=True, slots=True)
class Item:
    """One question as a probe sees it; a field is empty where the view withholds it."""

    family: str
    question: str
    room_label: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A train question with its answer."""

    item: Item
    gold: str
    house_id: str


def lessons_of(questions: pl.DataFrame, episodes: pl.DataFrame) -> tuple[Lesson, ...]:
    """The rows of `questions` with house and room label from `episodes`, in order of question id."""
    rows = questions.join(
        episodes.select("episode_id", "house_id", "target_room"), on="episode_id", how="inner", validate="m:1"
    ).sort("question_id")
    columns = ("family", "text", "target_room", "options", "gold", "house_id")
    return tuple(
        Lesson(Item(family, text, room_display(room), tuple(options)), gold, house)
        for family, text, room, options, gold, house in rows.select(columns).iter_rows()
    )


def item_of(prompt: Prompt, *, with_label: bool) -> Item:
    """What a prompt shows. Its family goes unused where the question is withheld: it would say what was asked."""
    shown = Item(prompt.family, prompt.question, prompt.room_label, prompt.options)
    view = view_of(shown)
    return seen_in("question" if view == "labelled" and not with_label else view, shown)


def view_of(item: Item) -> View:
    if not item.question:
        return "options"
    return "labelled" if item.room_label else "question"


def seen_in(view: View, item: Item) -> Item:
    """The item with all that the view withholds left out."""
    if view == "labelled":
        return item
    if view == "question":
        return replace(item, room_label="")
    return Item("", "", "", item.options)


def by_family(lessons: Iterable[Lesson], view: View) -> dict[str, list[Lesson]]:
    """Train as a view shows it, family by family in order of name; without the question all are one family, ""."""
    grouped: dict[str, list[Lesson]] = {}
    for lesson in lessons:
        seen = replace(lesson, item=seen_in(view, lesson.item))
        grouped.setdefault(seen.item.family, []).append(seen)
    return dict(sorted(grouped.items()))
