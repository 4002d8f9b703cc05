"""Results on stdout, for people or as JSON."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from typing import IO, Any

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    """The text with control signs written out: what a model or a house file says must not steer a terminal."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def show(result: Mapping[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(dict(result), indent=2, default=str))
        return
    width = max((len(name) for name in result), default=0)
    for name, value in result.items():
        print(f"{name:<{width}}  {printable(str(value))}")


def show_table(rows: Sequence[Mapping[str, Any]], as_json: bool, out: IO[str] | None = None) -> None:
    if as_json:
        print(json.dumps([dict(row) for row in rows], indent=2, default=str), file=out)
    elif not rows:
        print("no rows", file=sys.stderr)
    else:
        texts = [{name: "" if value is None else printable(str(value)) for name, value in row.items()} for row in rows]
        widths = {name: max(len(name), *(len(text[name]) for text in texts)) for name in texts[0]}
        for text in ({name: name for name in widths}, *texts):
            print("  ".join(text[name].ljust(width) for name, width in widths.items()).rstrip(), file=out)
