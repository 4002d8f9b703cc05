"""The questions of an episode and what each rung made of them: pictures given, the reply as it came and as it was read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from tasks.questions.record import LETTERS
from tasks.reports.ladder import Row
from tasks.reports.walks import REFERENCE
from tasks.rungs.rungs import RUNGS


@dataclass(frozen=True, slots=True)
class Reply:
    raw: str
    """Word for word."""
    verdict: str
    """`right`, `wrong` or `no answer`, and where that needs saying, how the reply was read."""
    kind: str
    """`right`, `wrong` or `none`."""
    parsed: str | None
    finish: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame that a rung gave."""

    t: int
    moment: str
    """Id of its element in the page; empty where the page does not hold it: another episode's."""


@dataclass(frozen=True, slots=True)
class Told:
    """One rung on one question."""

    rung: str
    title: str
    is_control: bool
    mode: str
    evidence: tuple[Shown, ...]
    other: str
    """The episode that the pictures are of, where that is another one."""
    replies: tuple[Reply | None, ...]
    """One an answerer, in the order of the page; None where it was not asked or did not reply."""


@dataclass(frozen=True, slots=True)
class Asked:
    number: int
    question_id: str
    family: str
    text: str
    options: tuple[tuple[str, str, bool], ...]
    """Letter, text, whether it is gold."""
    cited: tuple[tuple[Shown, bool], ...]
    """Each with whether it is decisive."""
    why: str
    """The recipe's justification."""
    flags: str
    told: tuple[Told, ...]


def asked_of(
    questions: Sequence[Row],
    responses: pl.DataFrame,
    predictions: pl.DataFrame,
    answerers: Sequence[str],
    held: frozenset[str],
) -> tuple[Asked, ...]:
    """The questions of one episode, each with its rungs in the order of the ladder.

    Args:
        questions: Rows of `questions`, in their order.
        responses: Rows of `responses` of the episode.
        predictions: Rows of `predictions` of the episode.
        answerers: In the order of the page.
        held: Ids of the moments that the page holds.
    """
    key = ["question_id", "rung", "answerer"]
    judged = predictions.select(*key, "status", "parsed", "is_right")
    rows = responses.join(judged, on=key, how="left").rows(named=True)
    by_key = {(row["question_id"], row["rung"], row["answerer"]): row for row in rows}
    return tuple(_asked(number, question, by_key, answerers, held) for number, question in enumerate(questions, 1))


def _asked(
    number: int,
    question: Row,
    by_key: Mapping[tuple[str, str, str], Row],
    answerers: Sequence[str],
    held: frozenset[str],
) -> Asked:
    decisive = set(question["decisive_frames"])
    told = [
        _told(rung, rows, question["episode_id"], held)
        for rung in RUNGS
        if any(rows := [by_key.get((question["question_id"], rung, name)) for name in answerers])
    ]
    return Asked(
        number,
        question["question_id"],
        question["family"],
        question["text"],
        options=tuple(
            (letter, text, letter == question["answer"])
            for letter, text in zip(LETTERS, question["options"], strict=False)
        ),
        cited=tuple((_shown(t, REFERENCE, held), t in decisive) for t in question["frame_refs"]),
        why=question["justification"] or "",
        flags=_flags(question),
        told=tuple(told),
    )


def _flags(question: Row) -> str:
    """What the record says of memory, where it says anything."""
    if question.get("decisive_age") is None:
        return ""
    needs = [
        name for flag, name in (("needs_past", "the past"), ("needs_integration", "several frames")) if question[flag]
    ]
    wanted = f"needs {' and '.join(needs)}" if needs else "settled by one frame"
    return f"{wanted}; the last decisive frame is {question['decisive_age']} actions before the end"


def _told(name: str, rows: Sequence[Row | None], episode_id: str, held: frozenset[str]) -> Told:
    rung = RUNGS[name]
    first = next(row for row in rows if row)
    whose = first["evidence_episode"]
    other = whose if whose and whose != episode_id else ""
    walk = rung.walk_of if rung.shows_own else REFERENCE
    evidence = tuple(_shown(t, walk if not other else "", held) for t in first["evidence_frames"])
    replies = tuple(_reply(row) if row else None for row in rows)
    return Told(name, rung.title, rung.is_control, first["mode"], evidence, other, replies)


def _shown(t: int, walk: str, held: frozenset[str]) -> Shown:
    moment = f"{walk}-{t}"
    return Shown(t, moment if moment in held else "")


def _reply(row: Row) -> Reply:
    raw, status, parsed = row["raw"], row["status"], row["parsed"]
    if status is None or parsed is None:
        how = "not judged" if status is None else status.replace("_", " ")
        return Reply(raw, f"no answer: {how}", "none", None, row["finish_reason"])
    kind = "right" if row["is_right"] else "wrong"
    return Reply(
        raw, kind if parsed == raw.strip() else f"{kind}, read as {parsed}", kind, parsed, row["finish_reason"]
    )
