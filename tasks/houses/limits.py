"""How large a house may be: house files come from anywhere, and one of them must not take the machine with it.

The largest house of ProcTHOR that we have seen has 125 kB, 10 rooms, 76 walls, 75 objects and 25 m; each limit is many
times that. What is beyond them is refused by name before anything is made of it.
"""

from typing import Any

DOCUMENT_BYTES = 32 * 2**20
"""Of one JSON text, unpacked: a file, or a line of a .jsonl."""
STREAM_BYTES = 64 * 2**20
"""Of a packed file, unpacked, above which it must not have grown more than `GROWTH` times."""
GROWTH = 200
"""Houses pack to a tenth; an archive made to explode, to a thousandth."""
DEPTH = 40
"""Of JSON inside JSON; houses have six levels, and one more for each thing that stands on another."""
TEXT_LENGTH = 1_000
"""Characters of a text, names included."""
NUMBER = 1e6
"""Greatest magnitude of any number."""
COORDINATE_M = 200.0
"""Greatest distance of anything from the origin along an axis, in metres."""
COUNTS = {"rooms": 100, "walls": 2_000, "doors": 500, "windows": 500, "objects": 5_000}
CORNERS = 200
"""Of one floor."""


def excess(value: Any) -> str:
    """What in a JSON value passes a limit, as a clause; empty where nothing does."""
    level, waiting = 0, [value]
    while waiting:
        if level > DEPTH:
            return f"is nested more than {DEPTH} levels deep"
        for item in waiting:
            if fault := _fault(item):
                return fault
        waiting = [inner for item in waiting if isinstance(item, dict | list) for inner in _inner(item)]
        level += 1
    return ""


def _inner(item: dict[str, Any] | list[Any]) -> list[Any]:
    return [*item.keys(), *item.values()] if isinstance(item, dict) else item


def _fault(item: Any) -> str:
    if isinstance(item, str):
        if len(item) > TEXT_LENGTH:
            return f"holds a text of {len(item)} characters, where {TEXT_LENGTH} are the most"
        # Half of a surrogate pair is JSON and no text: no file and no table could hold it.
        return "" if item.isascii() or is_text(item) else "holds a text that is no Unicode"
    if isinstance(item, int | float) and not isinstance(item, bool) and not -NUMBER <= item <= NUMBER:
        return f"holds a number beyond {NUMBER:,.0f}"
    return ""


def is_text(value: str) -> bool:
    """Whether it can be written as UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
