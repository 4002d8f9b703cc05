"""`uniform`: one of the options, each as likely as the other. The floor that every other answerer is held against."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from schemas.seeds import generator
from tasks.models.base import Prompt, Response
from tasks.questions.record import LETTERS

NOTHING_TO_DRAW = "I cannot draw without options."


@dataclass(frozen=True, slots=True)
class Uniform:
    """Draws by (seed, episode, question) alone.

    The rung is left out on purpose: this answerer cannot use evidence, so it gives the same answer whatever it is
    shown, and a paired difference between two rungs is exactly zero rather than noise.
    """

    seed: int

    @property
    def name(self) -> str:
        return f"uniform:{self.seed}"

    def answer(self, prompts: Iterable[Prompt]) -> Iterator[Response]:
        for prompt in prompts:
            if not prompt.options:
                yield Response(prompt.key, NOTHING_TO_DRAW)
                continue
            draw = generator(self.seed, "uniform", prompt.key.episode_id, prompt.key.question_id)
            yield Response(prompt.key, LETTERS[int(draw.integers(len(prompt.options)))])
