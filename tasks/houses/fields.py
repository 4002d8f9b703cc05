"""Reading JSON with care: each value is asked for by name and type, and a complaint says where it stands."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from schemas.errors import ConfigError
from tasks.houses.limits import COORDINATE_M, NUMBER, TEXT_LENGTH, is_text

_INFINITE = (math.inf, -math.inf)


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object with its place in a file."""

    value: Mapping[str, Any]
    source: str
    """The file, for people."""
    place: str = ""
    """Path inside the file, such as `walls[3].polygon[0]`; empty at the top."""

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self.value.get(name) is not None

    def text(self, name: str) -> str:
        value = self._get(name)
        if not isinstance(value, str) or not is_text(value):
            self.fail(name, "is no text")
        if len(value) > TEXT_LENGTH:
            self.fail(name, f"has {len(value)} characters, where {TEXT_LENGTH} are the most")
        return value

    def number(self, name: str) -> float:
        """A finite number of a size that things in a house have."""
        value = self._get(name)
        # A whole number of any length is JSON, and one beyond a float's range would raise in `isfinite`.
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value or value in _INFINITE:
            self.fail(name, "is no finite number")
        if not -NUMBER <= value <= NUMBER:
            self.fail(name, f"is beyond {NUMBER:,.0f}")
        return float(value)

    def metres(self, name: str) -> float:
        """A coordinate."""
        value = self.number(name)
        return value if abs(value) <= COORDINATE_M else self.fail(name, f"is more than {COORDINATE_M:.0f} m away")

    def fields(self, name: str) -> "Fields":
        return self._nested(self._get(name), self._path(name))

    def each(self, name: str) -> "list[Fields]":
        """The objects of a list."""
        values = self._get(name)
        if not isinstance(values, Sequence) or isinstance(values, str):
            self.fail(name, "is no list")
        return [self._nested(value, f"{self._path(name)}[{i}]") for i, value in enumerate(values)]

    def fail(self, name: str, problem: str, way_out: str = "") -> NoReturn:
        """Raise a ConfigError that names the file, the field and the problem."""
        way_out = way_out or "Leave it out, or write it again as ProcTHOR does in schema 1.0.0."
        raise ConfigError(f"{self.source} is no house that can be used: `{self._path(name)}` {problem}. {way_out}")

    def _get(self, name: str) -> Any:
        return self.value[name] if self.has(name) else self.fail(name, "is missing")

    def _path(self, name: str) -> str:
        return ".".join(part for part in (self.place, name) if part)

    def _nested(self, value: Any, place: str) -> "Fields":
        if not isinstance(value, Mapping):
            raise ConfigError(
                f"{self.source} is no house that can be used: `{place}` is no object. "
                "Leave it out, or write it again as ProcTHOR does in schema 1.0.0."
            )
        return Fields(value, self.source, place)
