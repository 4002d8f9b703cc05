"""`py:module:object`: an answerer of the user's own, a class or a factory in a module that Python can import.

The object is called, with `seed=` if it takes one, and what comes back must have a method `answer` as `Answerer` says. An
object that has one already is taken as it is. The folder where the command runs is looked in first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from schemas.errors import AnswererError, LadderError
from tasks.models.base import Prompt, PromptKey, Response
from tasks.own.own_object import Wanted, own_object, words_of

_WANTED = Wanted(
    kind="answerer",
    method="answer",
    takes="prompts",
    gives="yields a Response a prompt",
    example="`py:my_model:MyAnswerer`, for the class MyAnswerer in my_model.py",
)


@dataclass(frozen=True, slots=True)
class Own:
    """A user's answerer, held to its promises."""

    name: str
    """`py:`, its own `name` if it has one, else module and object, and digits of its source, for that decides its words."""
    answerer: Any

    def answer(self, prompts: Iterable[Prompt]) -> Iterator[Response]:
        asked: set[PromptKey] = set()

        def passed_on() -> Iterator[Prompt]:
            for prompt in prompts:
                asked.add(prompt.key)
                yield prompt

        answered: set[PromptKey] = set()
        for response in self._responses(passed_on()):
            if not isinstance(response, Response):
                raise self._fault(f"gave {type(response).__name__} in place of a Response", answered)
            if not isinstance(response.raw, str):
                raise self._fault(f"gave a Response with {type(response.raw).__name__} in place of text", answered)
            if response.key not in asked or response.key in answered:
                again = "a second time" if response.key in answered else "which it was not asked"
                raise self._fault(f"answered {response.key.question_id} {again}", answered)
            answered.add(response.key)
            yield response

    def _responses(self, prompts: Iterator[Prompt]) -> Iterator[Any]:
        answered = 0
        try:
            for response in self.answerer.answer(prompts):
                yield response
                answered += 1
        except LadderError:  # a picture that is not stored, say: no fault of the answerer
            raise
        except Exception as error:  # whatever it raises is its own
            raise AnswererError(
                f"{self.name} raised {words_of(error)} after {answered} answers. Mend it, or let it yield a Response with "
                'finish_reason "error" for what it cannot answer.'
            ) from error

    def _fault(self, reason: str, answered: set[PromptKey]) -> AnswererError:
        return AnswererError(
            f"{self.name} {reason}, after {len(answered)} answers. Yield one Response(prompt.key, text) a prompt."
        )


def own_answerer(argument: str, seed: int) -> Own:
    """The answerer behind `py:`.

    Args:
        argument: `module:object`.
        seed: Given to a class or factory that takes one.

    Raises:
        ConfigError: There is no such module or object, it fails, or what it makes cannot answer.
    """
    mine = own_object(argument, _WANTED, {"seed": seed})
    return Own(mine.name, mine.made)
