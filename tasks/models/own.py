"""`py:module:object`: an answerer of the user's own, a class or a factory in a module that Python can import.

The object is called, with `seed=` if it takes one, and what comes back must have a method `answer` as `Answerer` says. An
object that has one already is taken as it is. The folder where the command runs is looked in first.
"""

import hashlib
import importlib
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from schemas.errors import AnswererError, ConfigError, LadderError
from tasks.models.base import Prompt, PromptKey, Response

_EXAMPLE = "Write for instance `py:my_model:MyAnswerer`, for the class MyAnswerer in my_model.py."
_DIGITS = 8


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
                f"{self.name} raised {_words(error)} after {answered} answers. Mend it, or let it yield a Response with "
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
    spec = f"py:{argument}"
    module_name, _, path = argument.partition(":")
    if not module_name or not path:
        raise ConfigError(f"`{spec}` is no answerer: a module and an object are needed. {_EXAMPLE}")
    module = _module(spec, module_name)
    made = _made(spec, _found(spec, module, path), seed)
    own_name = getattr(made, "name", "")
    called = own_name if isinstance(own_name, str) and own_name else argument
    return Own(f"py:{called}@{_source_digest(module)}", made)


def _module(spec: str, name: str) -> ModuleType:
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            reason = f"there is no module `{name}` in {here} or among the installed packages"
            raise ConfigError(f"`{spec}` is no answerer: {reason}. {_EXAMPLE}") from error
        raise ConfigError(
            f"`{spec}` can't be loaded: `{name}` imports `{error.name}`, which is not installed. Install it."
        ) from error
    except Exception as error:  # a user's module may do anything while it is imported
        raise ConfigError(f"`{spec}` can't be loaded: importing `{name}` raised {_words(error)}. Mend it.") from error
    finally:
        sys.path.remove(here)


def _found(spec: str, module: ModuleType, path: str) -> Any:
    found: Any = module
    for part in path.split("."):
        if not hasattr(found, part):
            public = [each for each in vars(module) if not each.startswith("_")]
            raise ConfigError(
                f"`{spec}` is no answerer: `{module.__name__}` has no `{path}`, only {', '.join(public)}."
            )
        found = getattr(found, part)
    return found


def _made(spec: str, found: Any, seed: int) -> Any:
    if not inspect.isclass(found) and callable(getattr(found, "answer", None)):
        return found
    if not callable(found):
        raise ConfigError(
            f"`{spec}` is no answerer: it is {type(found).__name__}, neither a class nor a function. {_EXAMPLE}"
        )
    try:
        made = found(**({"seed": seed} if _takes_seed(found) else {}))
    except Exception as error:  # a user's class may do anything while it is made
        raise ConfigError(
            f"`{spec}` can't be made: calling it raised {_words(error)}. It is called with nothing, or with `seed=` if it "
            "takes one."
        ) from error
    if not callable(getattr(made, "answer", None)):
        raise ConfigError(
            f"`{spec}` is no answerer: what it makes, {type(made).__name__}, has no method `answer(prompts)`. Give it one "
            "that yields a Response a prompt."
        )
    return made


def _takes_seed(found: Callable[..., Any]) -> bool:
    try:
        return "seed" in inspect.signature(found).parameters
    except (TypeError, ValueError):  # built in, without a signature
        return False


def _source_digest(module: ModuleType) -> str:
    """Of the module's own file; a module without one counts by its name."""
    path = Path(module.__file__) if module.__file__ else None
    content = path.read_bytes() if path and path.is_file() else module.__name__.encode()
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


def _words(error: BaseException) -> str:
    """The kind of an error and the first line of what it says."""
    said = str(error).strip().splitlines()
    return f"{type(error).__name__}: {said[0]}" if said else type(error).__name__
