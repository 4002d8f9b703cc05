"""The prompts: files in our own words with A's structure (Appendices D.1 and I.1), filled in for one question or action.

`Prompts` holds the texts of a folder, the built-in one or a user's own, and goes with the work as a value. What a file
may ask for hangs on its rung: one that asks for what the rung withholds is refused before any work.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from schemas.errors import ConfigError
from schemas.settings import Letters
from schemas.vocabulary import display, room_display, with_article
from tasks.models.template import PLACES, Filled, fields_in, fill, misplaced
from tasks.questions.record import LETTERS, Question
from tasks.rungs.rungs import Rung
from tasks.worlds.base import ACTION_NAMES

BUILT_IN = "the built-in prompts"

_FOLDER = files("tasks.models") / "prompts"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_PICTURES = frozenset({"pictures", "in_order", "they_were", "them", "n_pictures"}) | PLACES
_TARGET = frozenset({"target", "a_target"})
_SEARCH = _TARGET | {"actions"} | PLACES
_SEARCH_IN_ROOM = _SEARCH | {"target_room", "context"}
WALKING: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "act.txt": (_SEARCH, frozenset({"actions"})),
    "graph.txt": (_SEARCH_IN_ROOM, frozenset()),
    "graph_act.txt": (_SEARCH_IN_ROOM | {"graph"}, frozenset({"actions", "graph"})),
}
"""The files that policies speak with (A, Appendices D.1 and I.1): the fields that each may ask for, and must."""


@dataclass(frozen=True, slots=True)
class Prompts:
    """The words in which questions and actions are asked for. Hashable, and small enough to send to a worker."""

    texts: tuple[tuple[str, str], ...]
    """File name and text, sorted by name."""
    letters: Letters = "as many as options"
    source: str = BUILT_IN
    """The folder, for messages."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, _ in self.texts)

    @property
    def digest(self) -> str:
        """SHA-256 in hex over the names and texts; the folder's own name and the letters are not in it."""
        digest = hashlib.sha256()
        for part in (each.encode() for pair in self.texts for each in pair):
            digest.update(len(part).to_bytes(4, "big"))
            digest.update(part)
        return digest.hexdigest()

    @property
    def own_texts(self) -> Mapping[str, str]:
        """File name and text of a user's own prompts; empty for those that come with the program."""
        return {} if self.source == BUILT_IN else dict(self.texts)

    def check(self, rung: Rung) -> None:
        """Refuse a prompt file that cannot serve its rung.

        Raises:
            ConfigError: There is no such file, it asks for a field that does not exist or that the rung withholds, or it
                leaves out what the rung shows.
        """
        _check_fields(self, rung.prompt, _allowed(rung), _required(rung), f"rung {rung.name}")

    def check_walking(self, name: str) -> None:
        """The same for a file that a policy speaks with, one of `WALKING`."""
        _check_fields(self, name, *WALKING[name], "its policy")

    def of_question(
        self, rung: Rung, question: Question, target_room: str, n_pictures: int, *, target_type: str = ""
    ) -> Filled:
        """What an answerer reads for one question under one rung.

        Args:
            rung: Says which file, and with it what the prompt may name.
            question: Its text and options.
            target_room: Room type of the target's room; only a rung that shows the label prints it.
            n_pictures: How many pictures come with the prompt.
            target_type: Canonical type of the target, which only E4's answer prompt names (A, Appendix I.1).

        Raises:
            ConfigError: As `check` does.
        """
        self.check(rung)
        letters = LETTERS if self.letters == "four" else LETTERS[: len(question.options)]
        fields = {
            "options": option_lines(question.options),
            "letters": _either(letters),
            "instruction": f"Answer with a single letter ({_either(letters)}).",
            "question": question.text,
            "target_room": room_display(target_room),
            **_target_words(target_type),
            **_picture_words(n_pictures),
        }
        allowed = _allowed(rung)
        shown = {name: value for name, value in fields.items() if name in allowed}
        return fill(self.text(rung.prompt), shown, n_pictures)

    def of_walk(
        self, name: str, *, target_type: str, target_room: str = "", question: str = "", graph: str = ""
    ) -> Filled:
        """What a policy says to its model beside one picture, the current one.

        Args:
            name: `act.txt`, `graph.txt` or `graph_act.txt`.
            target_type: Canonical type of what the agent looks for.
            target_room: Room type of its room, where the policy is told it.
            question: The episode's first question as context (A, Appendix I.1); empty where it is switched off.
            graph: What the policy made of the picture, in words.

        Raises:
            ConfigError: As `check_walking` does.
        """
        self.check_walking(name)
        fields = {
            **_target_words(target_type),
            "target_room": room_display(target_room) if target_room else "room",
            "actions": ", ".join(ACTION_NAMES),
            "context": f"Afterwards you will be asked: {question}" if question else "",
            "graph": graph,
        }
        return fill(self.text(name), fields, 1)

    def text(self, name: str) -> str:
        """A file's text. Raises ConfigError where there is no such file."""
        for each, text in self.texts:
            if each == name:
                return text
        if self.source == BUILT_IN:
            raise ConfigError(f"no prompt file `{name}`: there are {', '.join(self.names)}. Name one of them.")
        raise ConfigError(
            f"{self.source} has no `{name}`, and the prompts asked for need it. Put it there; `ladder prompts` writes the "
            "built-in ones to start from."
        )


@cache
def built_in(letters: Letters = "as many as options") -> Prompts:
    """The prompts that come with the program."""
    names = sorted(entry.name for entry in _FOLDER.iterdir() if entry.name.endswith(".txt"))
    return Prompts(tuple((name, (_FOLDER / name).read_text(encoding="utf-8")) for name in names), letters)


def prompts_in(folder: Path | None, letters: Letters = "as many as options") -> Prompts:
    """A folder's prompts, or the built-in ones for None. Files that are none of ours by name are passed over.

    Raises:
        ConfigError: There is no such folder, or a file in it is not UTF-8 text.
    """
    if folder is None:
        return built_in(letters)
    if not folder.is_dir():
        raise ConfigError(f"--prompts {folder}: there is no such folder. `ladder prompts` makes one to start from.")
    found = []
    for name in built_in().names:
        path = folder / name
        if path.is_file():
            try:
                found.append((name, path.read_text(encoding="utf-8")))
            except (UnicodeDecodeError, OSError) as error:
                raise ConfigError(f"prompt file {path} can't be read ({error}). Save it as UTF-8 text.") from error
    return Prompts(tuple(found), letters, str(folder))


def check_prompts(prompts: Prompts, rungs: Iterable[Rung], walking: Iterable[str] = ()) -> None:
    """Refuse, before any work, prompts that cannot serve the rungs or a policy's own files (`walking`)."""
    for rung in rungs:
        if rung.answers:
            prompts.check(rung)
    for name in walking:
        prompts.check_walking(name)


def option_lines(options: Sequence[str]) -> str:
    """`A: ...` and so on, a line each (A, Appendix D.2)."""
    return "\n".join(f"{letter}: {option}" for letter, option in zip(LETTERS, options, strict=False))


def _allowed(rung: Rung) -> frozenset[str]:
    """The fields that a rung's prompt may ask for: what the rung shows, and no more."""
    fields = {"options", "letters", "instruction"} if rung.shows_options else set()
    if rung.shows_question:
        fields.add("question")
    if rung.label != "hidden":
        fields.add("target_room")
        if rung.walk == "graph":
            fields |= _TARGET
    return frozenset(fields) | (_PICTURES if rung.evidence != "none" else frozenset())


def _required(rung: Rung) -> frozenset[str]:
    """The fields without which a prompt would withhold what its rung is about."""
    return _allowed(rung) & {"options", "question", "target_room"}


def _check_fields(prompts: Prompts, name: str, allowed: frozenset[str], needed: frozenset[str], whose: str) -> None:
    text = prompts.text(name)
    asked, where = fields_in(text), f"prompt file `{name}` of {prompts.source}"
    strange = sorted(asked - allowed)
    if strange:
        known = strange[0] in _known()
        reason = f"which {whose} withholds" if known else "which no prompt has"
        raise ConfigError(f"{where} asks for {{{strange[0]}}}, {reason}. It may ask for {_listed(allowed)}.")
    if left_out := sorted(needed - asked):
        raise ConfigError(f"{where} leaves out {{{left_out[0]}}}, which {whose} shows. Write it where it belongs.")
    if fault := misplaced(text):
        raise ConfigError(
            f"{where} {fault}. Write one line `{{images}}` for all of them, or one line with `{{image}}` for each."
        )


def _known() -> frozenset[str]:
    answers = frozenset({"options", "letters", "instruction", "question", "target_room"})
    return answers.union(_PICTURES, *(allowed for allowed, _ in WALKING.values()))


def _listed(fields: Iterable[str]) -> str:
    return ", ".join(f"{{{field}}}" for field in sorted(fields))


def _either(letters: Sequence[str]) -> str:
    return f"{', '.join(letters[:-1])} or {letters[-1]}"


def _target_words(target_type: str) -> Mapping[str, str]:
    return {"target": display(target_type), "a_target": with_article(target_type)}


def _picture_words(n_pictures: int) -> Mapping[str, str]:
    number = _NUMBERS[n_pictures] if n_pictures < len(_NUMBERS) else str(n_pictures)
    if n_pictures == 1:
        words = {"pictures": "The picture above comes", "in_order": "", "they_were": "it was", "them": "it"}
    else:
        words = {
            "pictures": f"The {number} pictures above come",
            "in_order": ", in the order in which they were taken",
            "they_were": "they were",
            "them": "them",
        }
    return {**words, "n_pictures": number}
