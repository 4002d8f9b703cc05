"""A shard and the receipt of what was staged for it: the only thing that travels back from a worker.

Receipts lie at `_receipts/<run>/<split>/<shard>.json` and are written last: a shard without one was not finished.
"""

import dataclasses
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lake.parts import Part, safe
from lake.store import Lake
from schemas.errors import ConfigError, ContractError
from schemas.identity import canonical_json
from schemas.tables import TABLES

FORMAT = 1
_ATTEMPTS = 5
_PATH = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9._=-]*/)*[A-Za-z0-9_-][A-Za-z0-9._=-]*\.parquet")
"""No receipt may lead out of its table."""


@dataclass(frozen=True, slots=True, order=True)
class Shard:
    """A unit of work: some episodes of one split of a run. It is a pure function of its name and the run's settings."""

    run_id: str
    split: str
    name: str
    """Unique within run and split."""

    def __post_init__(self) -> None:
        safe("run id", self.run_id)
        safe("split", self.split)
        safe("shard", self.name)

    @property
    def receipt_key(self) -> str:
        return f"_receipts/{self.run_id}/{self.split}/{self.name}.json"


@dataclass(frozen=True, slots=True)
class Receipt:
    shard: Shard
    parts: tuple[Part, ...]
    """One a staged table, in the order of schemas/tables; a table without rows has a part without a file."""

    @property
    def rows(self) -> dict[str, int]:
        """Rows a table."""
        return {part.table: part.rows for part in self.parts}

    @property
    def files(self) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.rows)


def write_receipt(lake: Lake, receipt: Receipt) -> None:
    content = {"format": FORMAT, "shard": receipt.shard, "parts": [dataclasses.asdict(part) for part in receipt.parts]}
    key, written = receipt.shard.receipt_key, canonical_json(content).encode()
    for _ in range(_ATTEMPTS):
        # Another worker may be doing the same shard: whose receipt stands is the same, as long as it is whole.
        standing = lake.read(key)
        if standing == written or lake.swap(key, standing, written):
            return
    raise ConfigError(
        f"shard `{receipt.shard.name}` of run `{receipt.shard.run_id}` is being staged by other processes at this moment. "
        "Let one of them end; the same command goes on from there."
    )


def read_receipt(lake: Lake, shard: Shard) -> Receipt | None:
    """The shard's receipt, or None where there is none or none that can be trusted.

    A receipt whose files are gone or have another size counts for nothing: the shard is done again.
    """
    return next(iter(_valid(lake, [shard])), None)


def staged_shards(lake: Lake, run_id: str) -> list[Shard]:
    """The shards that have a receipt of any kind, in order."""
    places = (key.removesuffix(".json").split("/")[2:] for key in lake.keys(f"_receipts/{run_id}"))
    return sorted(Shard(run_id, split, name) for split, name in places)


def receipts(lake: Lake, run_id: str, plan: Sequence[Shard] | None = None) -> list[Receipt]:
    """The valid receipts in the order of shards: all of a run, or those of a plan."""
    shards = staged_shards(lake, run_id) if plan is None else sorted(plan)
    return list(_valid(lake, shards))


def _valid(lake: Lake, shards: Sequence[Shard]) -> Iterable[Receipt]:
    """The receipts of these shards that can be trusted, in few requests however many there are."""
    contents = lake.each(lambda shard: lake.read(shard.receipt_key), shards)
    parsed = [None if content is None else _parse(content) for content in contents]
    found = [each for each, shard in zip(parsed, shards, strict=True) if each is not None and each.shard == shard]
    there = lake.stats([part.key for receipt in found for part in receipt.files])
    for receipt in found:
        stats = [(part.bytes, there.get(part.key)) for part in receipt.files]
        if all(stat is not None and stat.bytes == size for size, stat in stats):
            yield receipt


def _parse(content: bytes) -> Receipt | None:
    try:
        document = json.loads(content)
        if document["format"] != FORMAT:
            return None
        return Receipt(Shard(**document["shard"]), tuple(_part(part) for part in document["parts"]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, ContractError):
        return None


def _part(told: Mapping[str, Any]) -> Part:
    """What a receipt says of a file. Raises TypeError or ValueError where it is not what was once written."""
    part = Part(**told)
    texts, numbers = (part.table, part.path, part.digest), (part.bytes, part.rows)
    objects = (part.partition, part.low, part.high, part.nulls)
    if not all(isinstance(each, str) for each in texts) or not all(type(each) is int for each in numbers):
        raise TypeError("a text or a number is something else")
    if not all(isinstance(each, dict) for each in objects):
        raise TypeError("an object is something else")
    if part.table not in TABLES or min(numbers) < 0 or (part.path and not _PATH.fullmatch(part.path)):
        raise ValueError("there is no such table or file")
    return part
