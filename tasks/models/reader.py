"""`reader`: answers by logic from the records of the pictures that it was given. It measures what the evidence holds.

It takes the pictures as the prompt declares them (closed: all that matters, open: some of a walk) and names an option
only where they settle the question. Being right here means that the evidence was there; it says nothing about eyes.
"""

from collections.abc import Iterable, Iterator

from tasks.models.base import Privileged, Response
from tasks.questions.evidence import settle
from tasks.questions.record import LETTERS

CANNOT_TELL = "I cannot tell from these pictures."
NO_PICTURES = "I cannot tell without pictures."


class Reader:
    @property
    def name(self) -> str:
        return "reader"

    def answer(self, prompts: Iterable[Privileged]) -> Iterator[Response]:
        for privileged in prompts:
            yield Response(privileged.prompt.key, _reply(privileged))


def _reply(privileged: Privileged) -> str:
    mode, options = privileged.mode, privileged.question.options
    if mode == "none":
        return NO_PICTURES
    value = settle(privileged.question, privileged.held, privileged.n_frames, mode)
    if value is None:
        return CANNOT_TELL
    return LETTERS[options.index(value)]
