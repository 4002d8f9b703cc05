"""The prompts: files in our own words with A's structure (Appendix D.1), filled in for one question.

Pictures come before the text, so a prompt only says how many they are and whether they are all that matters.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from schemas.errors import ConfigError
from schemas.settings import Recipe
from schemas.vocabulary import room_display
from tasks.questions.record import LETTERS, Question
from tasks.rungs.rungs import Rung

_FOLDER = files("tasks.models") / "prompts"
_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def render_prompt(rung: Rung, question: Question, target_room: str, n_pictures: int, *, recipe: Recipe) -> str:
    """The text that an answerer reads for one question under one rung.

    Args:
        rung: says which prompt file, and with it what the prompt may name.
        question: its text and options.
        target_room: room type of the target's room; only a rung that shows the label prints it.
        n_pictures: how many pictures come with the prompt.
        recipe: `paper` asks for one of A, B, C, D however few options there are (A, section 3.4); `sound` names just
            the letters that exist.

    Raises:
        ConfigError: the rung names a prompt file that does not exist.
    """
    letters = LETTERS if recipe == "paper" else LETTERS[: len(question.options)]
    fields = {
        "options": option_lines(question.options),
        "instruction": f"Answer with a single letter ({_either(letters)}).",
    }
    if rung.shows_question:
        fields["question"] = question.text
    if rung.label != "hidden":
        fields["target_room"] = room_display(target_room)
    if rung.evidence != "none":
        fields |= _picture_words(n_pictures)
    # A prompt file that asks for more than its rung shows fails here, so no file can leak what the rung withholds.
    return _template(rung.prompt).format_map(fields).strip()


def option_lines(options: Sequence[str]) -> str:
    """`A: ...` and so on, a line each (A, Appendix D.2)."""
    return "\n".join(f"{letter}: {option}" for letter, option in zip(LETTERS, options, strict=False))


def prompts_digest() -> str:
    """SHA-256 in hex over the names and texts of all prompt files."""
    digest = hashlib.sha256()
    for name in prompt_names():
        for part in (name.encode(), _template(name).encode()):
            digest.update(len(part).to_bytes(4, "big"))
            digest.update(part)
    return digest.hexdigest()


def prompt_names() -> list[str]:
    return sorted(entry.name for entry in _FOLDER.iterdir() if entry.name.endswith(".txt"))


@cache
def _template(name: str) -> str:
    path = _FOLDER / name
    if not path.is_file():
        raise ConfigError(
            f"no prompt file `{name}`: there are {', '.join(prompt_names())}. Name one of them in the rung."
        )
    return path.read_text(encoding="utf-8")


def _either(letters: Sequence[str]) -> str:
    return f"{', '.join(letters[:-1])} or {letters[-1]}"


def _picture_words(n_pictures: int) -> dict[str, str]:
    if n_pictures == 1:
        return {"pictures": "The picture above comes", "they_were": "it was", "them": "it"}
    number = _NUMBERS[n_pictures] if n_pictures < len(_NUMBERS) else str(n_pictures)
    return {"pictures": f"The {number.lower()} pictures above come", "they_were": "they were", "them": "them"}
