"""Questions of one episode that repeat, contradict or entail each other (SPEC section 3, `sound`, rule 9)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from schemas.vocabulary import display, room_display
from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, finding
from tasks.audits.solver import Told, agree, open_options

NAME = "entailment"
_ASKED = ("question_id", "episode_id", "family", "types", "options", "gold", "room_label")


def audit(data: Dataset) -> Iterator[Finding]:
    questions = _with_rooms(data).sort("episode_id", "question_id")
    yield _none("duplicate", questions.height, _duplicates(questions))
    contradictory: list[str] = []
    entailed: list[str] = []
    for _, rows in questions.select(_ASKED).group_by("episode_id", maintain_order=True):
        asked = rows.to_dicts()
        told = [_told(row) for row in asked]
        if agree(told, [_plain_option(row, row["gold"]) for row in asked]):
            entailed.extend(_narrowed(asked, told))
        else:
            contradictory.extend(row["question_id"] for row in asked)
    yield _none("contradictory", questions.height, contradictory)
    yield _none("entailed", questions.height, entailed)


def _none(statistic: str, n: int, ids: Sequence[str]) -> Finding:
    value = len(ids) / n if n else 0.0
    return finding(NAME, statistic, value, "failed" if ids else "passed", threshold=0.0, ids=ids)


def _duplicates(questions: pl.DataFrame) -> list[str]:
    """All but the first of an episode's questions that ask the same of the same things, or have the same text."""
    types = pl.col("types").list.sort().list.join(" ")
    subject = questions.with_columns(about=pl.concat_str("family", types, pl.col("room").fill_null(""), separator="/"))
    again = pl.struct("episode_id", "about").is_first_distinct() & pl.struct("episode_id", "text").is_first_distinct()
    return subject.filter(~again)["question_id"].to_list()


def _narrowed(asked: Sequence[Mapping[str, Any]], told: Sequence[Told]) -> Iterator[str]:
    """Questions of which the other texts rule out an option that their own text leaves open."""
    for row, each, left in zip(asked, told, open_options(told), strict=True):
        if left < open_options([each])[0]:
            yield row["question_id"]


def _told(row: Mapping[str, Any]) -> Told:
    options = tuple(_plain_option(row, option) for option in row["options"])
    return Told(row["family"], tuple(row["types"]), row["room_label"], options)


def _plain_option(row: Mapping[str, Any], option: str) -> str:
    """An option that names one of the question's types, as that type."""
    return next((name for name in row["types"] if display(name) == option), option)


def _with_rooms(data: Dataset) -> pl.DataFrame:
    """Questions with the words for the room that they name."""
    types = data.frames["room_type"].unique().sort().to_list()
    labels = pl.col("room_type").replace_strict(types, [room_display(name) for name in types], return_dtype=pl.String)
    rooms = data.frames.select("episode_id", room="room_id", room_label=labels).unique(["episode_id", "room"])
    return data.questions.join(rooms, on=["episode_id", "room"], how="left", validate="m:1", maintain_order="left")
