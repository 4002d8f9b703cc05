"""One question as a rung puts it, with what an analysis needs beside it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tasks.models.base import Privileged, Prompt
from tasks.questions.record import LETTERS
from tasks.rungs.footage import Footage
from tasks.rungs.rung import Rung


@dataclass(frozen=True, slots=True)
class Item:
    prompt: Prompt
    rung: Rung
    stratum: str
    house_id: str
    """The cluster: questions of one house are not independent."""
    n_options: int
    answer: str
    """The letter of gold as the rung shows the options."""
    gold: str

    def keys(self) -> dict[str, Any]:
        """What joins an answer to the lake, and what it is grouped by."""
        return {
            "question_id": self.prompt.key.question_id,
            "episode_id": self.prompt.key.episode_id,
            "house_id": self.house_id,
            "family": self.prompt.family,
            "stratum": self.stratum,
            "rung": self.rung.name,
            "mode": self.prompt.mode,
        }

    def lettered(self) -> dict[str, str]:
        """The options by letter; empty where the rung withholds them."""
        return dict(zip(LETTERS, self.prompt.options, strict=False))

    def evidence(self) -> dict[str, Any]:
        """Which pictures these are, in order."""
        return {
            "frames": [picture.t for picture in self.prompt.pictures],
            "pixel_hashes": [picture.pixel_hash for picture in self.prompt.pictures],
        }


def item_of(asked: Privileged, rung: Rung, recorded: Mapping[str, Footage]) -> Item:
    """The item of a question that a rung puts."""
    home, question = recorded[asked.prompt.key.episode_id], asked.question
    return Item(asked.prompt, rung, home.stratum, home.house_id, len(question.options), question.answer, question.gold)


Items = Iterator[Item]
