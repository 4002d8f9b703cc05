"""How questions stand in a file: a line a question of JSON, an inspect_ai sample, or a row of a VLMEvalKit table.

Nothing is written that the rung withholds, and no gold unless it is asked for.
"""

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TextIO

from tasks.exports.item import Item, Items
from tasks.exports.pictures import Pictures, encoded
from tasks.models.base import Picture
from tasks.models.prompting import option_lines
from tasks.questions.record import LETTERS

Writer = Callable[[TextIO, Items, Pictures, bool], int]
"""Writes items to an open file, with gold or without, and says how many they were."""


def write_jsonl(file: TextIO, items: Items, pictures: Pictures, with_gold: bool) -> int:
    """One JSON object a line, in our own fields."""
    return _write_lines(file, (_plain(item, pictures, with_gold) for item in items))


def write_inspect(file: TextIO, items: Items, pictures: Pictures, with_gold: bool) -> int:
    """One sample of inspect_ai a line, for its `json_dataset`: the input is the whole prompt with its pictures."""
    return _write_lines(file, (_sample(item, pictures, with_gold) for item in items))


def write_vlmeval(file: TextIO, items: Items, pictures: Pictures, with_gold: bool) -> int:
    """A table for VLMEvalKit's multiple-choice data sets; its pictures are in base64, a list where there are several."""
    written = 0
    table: csv.DictWriter[str] | None = None
    for item in items:
        row = {"index": written, **_row(item, with_gold)}
        if table is None:
            table = csv.DictWriter(file, list(row), delimiter="\t", lineterminator="\n")
            table.writeheader()
        table.writerow(row)
        written += 1
    return written


FORMATS: Mapping[str, Writer] = {"jsonl": write_jsonl, "vlmeval-tsv": write_vlmeval, "inspect": write_inspect}


def _write_lines(file: TextIO, objects: Iterator[dict[str, Any]]) -> int:
    written = 0
    for each in objects:
        file.write(json.dumps(each, ensure_ascii=False) + "\n")
        written += 1
    return written


def _gold(item: Item) -> dict[str, str]:
    return {"answer": item.answer, "gold": item.gold}


def _plain(item: Item, pictures: Pictures, with_gold: bool) -> dict[str, Any]:
    prompt = item.prompt
    return {
        **item.keys(),
        "prompt": prompt.text,
        "question": prompt.question,
        "options": item.lettered(),
        "n_options": item.n_options,
        "room_label": prompt.room_label,
        "images": [pictures.of(picture) for picture in prompt.pictures],
        "places": list(prompt.places),
        **item.evidence(),
        **(_gold(item) if with_gold else {}),
    }


def _sample(item: Item, pictures: Pictures, with_gold: bool) -> dict[str, Any]:
    prompt = item.prompt
    shown: list[dict[str, str]] = [
        {"type": "image", "image": pictures.of(part)} if isinstance(part, Picture) else {"type": "text", "text": part}
        for part in prompt.parts
    ]
    return {
        "id": prompt.key.question_id,
        "input": [{"role": "user", "content": shown}],
        **({"choices": list(prompt.options)} if prompt.options else {}),
        "target": item.answer if with_gold else "",
        "metadata": {
            **item.keys(),
            "n_options": item.n_options,
            **item.evidence(),
            **({"gold": item.gold} if with_gold else {}),
        },
    }


def _row(item: Item, with_gold: bool) -> dict[str, Any]:
    prompt = item.prompt
    images = [encoded(picture) for picture in prompt.pictures]
    # The tool writes the options itself, so its question is our prompt up to where they stand.
    asked = prompt.text.partition(option_lines(prompt.options))[0] if prompt.options else prompt.text
    return {
        **({"image": images[0] if len(images) == 1 else json.dumps(images)} if images else {}),
        "question": asked.strip().removesuffix("Options:").strip(),
        **{letter: item.lettered().get(letter, "") for letter in LETTERS},
        **({"answer": item.answer} if with_gold else {}),
        "category": item.prompt.family,
        **item.keys(),
        "n_options": item.n_options,
        "prompt": prompt.text,
    }
