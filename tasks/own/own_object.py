"""`py:module:object`: an object of the user's own, a class or a factory in a module that Python can import.

It is called with those of the things on offer that it takes, by name, and what comes back must have the method that is
wanted of it. An object that has it already is taken as it is. The folder where the command runs is looked in first.
"""

import hashlib
import importlib
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from schemas.errors import ConfigError

_DIGITS = 8


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an object is to be, and how messages put it."""

    kind: str
    """`answerer` or `policy`."""
    method: str
    """Name of the method that makes it one."""
    takes: str
    """What the method is called with."""
    gives: str
    """What it does, after "Give it one that"."""
    example: str
    """A spec, and where its object is."""


@dataclass(frozen=True, slots=True)
class OwnObject:
    made: Any
    name: str
    """`py:`, its own `name` if it has one, else module and object, and digits of its source, for that decides its words."""


def own_object(argument: str, wanted: Wanted, offered: Mapping[str, Any]) -> OwnObject:
    """The object behind `py:`.

    Args:
        argument: `module:object`.
        wanted: What it must be able to do.
        offered: What a class or factory is given by name, if it takes it.

    Raises:
        ConfigError: There is no such module or object, it fails, or what it makes is not what is wanted.
    """
    spec = f"py:{argument}"
    module_name, _, path = argument.partition(":")
    if not module_name or not path:
        raise ConfigError(f"`{spec}` is no {wanted.kind}: a module and an object are needed. {_write(wanted)}")
    module = _module(spec, module_name, wanted)
    made = _made(spec, _found(spec, module, path, wanted), wanted, offered)
    own_name = getattr(made, "name", "")
    called = own_name if isinstance(own_name, str) and own_name else argument
    return OwnObject(made, f"py:{called}@{_source_digest(module)}")


def words_of(error: BaseException) -> str:
    """The kind of an error and the first line of what it says."""
    said = str(error).strip().splitlines()
    return f"{type(error).__name__}: {said[0]}" if said else type(error).__name__


def _write(wanted: Wanted) -> str:
    return f"Write for instance {wanted.example}."


def _module(spec: str, name: str, wanted: Wanted) -> ModuleType:
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            reason = f"there is no module `{name}` in {here} or among the installed packages"
            raise ConfigError(f"`{spec}` is no {wanted.kind}: {reason}. {_write(wanted)}") from error
        raise ConfigError(
            f"`{spec}` can't be loaded: `{name}` imports `{error.name}`, which is not installed. Install it."
        ) from error
    except Exception as error:  # a user's module may do anything while it is imported
        raise ConfigError(f"`{spec}` can't be loaded: importing `{name}` raised {words_of(error)}. Mend it.") from error
    finally:
        sys.path.remove(here)


def _found(spec: str, module: ModuleType, path: str, wanted: Wanted) -> Any:
    found: Any = module
    for part in path.split("."):
        if not hasattr(found, part):
            public = [each for each in vars(module) if not each.startswith("_")]
            raise ConfigError(
                f"`{spec}` is no {wanted.kind}: `{module.__name__}` has no `{path}`, only {', '.join(public)}."
            )
        found = getattr(found, part)
    return found


def _made(spec: str, found: Any, wanted: Wanted, offered: Mapping[str, Any]) -> Any:
    if not inspect.isclass(found) and callable(getattr(found, wanted.method, None)):
        return found
    if not callable(found):
        raise ConfigError(
            f"`{spec}` is no {wanted.kind}: it is {type(found).__name__}, neither a class nor a function. {_write(wanted)}"
        )
    try:
        made = found(**{name: value for name, value in offered.items() if name in _taken(found)})
    except Exception as error:  # a user's class may do anything while it is made
        raise ConfigError(
            f"`{spec}` can't be made: calling it raised {words_of(error)}. It is called with nothing, or with those of "
            f"{', '.join(f'`{name}=`' for name in offered)} that it takes."
        ) from error
    if not callable(getattr(made, wanted.method, None)):
        raise ConfigError(
            f"`{spec}` is no {wanted.kind}: what it makes, {type(made).__name__}, has no method "
            f"`{wanted.method}({wanted.takes})`. Give it one that {wanted.gives}."
        )
    return made


def _taken(found: Callable[..., Any]) -> frozenset[str]:
    try:
        return frozenset(inspect.signature(found).parameters)
    except (TypeError, ValueError):  # built in, without a signature
        return frozenset()


def _source_digest(module: ModuleType) -> str:
    """Of the module's own file; a module without one counts by its name."""
    path = Path(module.__file__) if module.__file__ else None
    content = path.read_bytes() if path and path.is_file() else module.__name__.encode()
    return hashlib.sha256(content).hexdigest()[:_DIGITS]
