"""The committer's half: receipts to Delta's log.

Each file is looked at before any of its batch is committed: this way of adding files skips Delta's schema check,
and one wrong column type would make the whole table unreadable.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from lake import files, log
from lake.failpoints import failpoint
from lake.parts import Part, file_schema, may_lack
from lake.receipts import Receipt
from lake.store import Lake, Stat
from schemas.errors import ContractError
from schemas.tables import TABLES

SHARDS_A_COMMIT = 50
"""A log of thousands of one-file commits is slow to read."""


@dataclass(frozen=True, slots=True)
class Committed:
    """Files a table that a commit added, and those that the log held already."""

    added: Mapping[str, int]
    already: Mapping[str, int]

    @property
    def n_added(self) -> int:
        return sum(self.added.values())


def commit(lake: Lake, run_id: str, receipts: Iterable[Receipt]) -> Committed:
    """Add the receipts' files to the log, up to fifty shards a transaction; a repeat adds nothing.

    Raises ContractError, with nothing of the batch committed, where a file is missing, has another size than its
    receipt says, or other columns than its table.
    """
    ordered = sorted(receipts, key=lambda receipt: receipt.shard)
    if strangers := [receipt.shard for receipt in ordered if receipt.shard.run_id != run_id]:
        raise ContractError(f"shard `{strangers[0].name}` belongs to run `{strangers[0].run_id}`, not to `{run_id}`.")
    added: dict[str, int] = {}
    already: dict[str, int] = {}
    for batch in _batches(ordered):
        _inspect_all(lake, [part for receipt in batch for part in receipt.files])
        for table in TABLES:
            parts = [part for receipt in batch for part in receipt.files if part.table == table]
            if parts:
                new = _add(lake, run_id, table, parts)
                added[table] = added.get(table, 0) + new
                already[table] = already.get(table, 0) + len(parts) - new
                failpoint("between_tables")
    return Committed(added, already)


def withdraw(lake: Lake, run_id: str, receipts: Iterable[Receipt]) -> None:
    """Take committed shards back: out of the log first, then their receipts. Their files lie there until `vacuum`."""
    gone = list(receipts)
    keys = {part.key for receipt in gone for part in receipt.files}
    for table in sorted({part.table for receipt in gone for part in receipt.files}):
        log.change(lake, table, run_id, lambda held: log.Change(remove=[file for file in held if file.key in keys]))
    lake.each(lambda receipt: lake.delete(receipt.shard.receipt_key), gone)


def _batches(receipts: Sequence[Receipt]) -> Iterator[Sequence[Receipt]]:
    for start in range(0, len(receipts), SHARDS_A_COMMIT):
        yield receipts[start : start + SHARDS_A_COMMIT]


def _add(lake: Lake, run_id: str, table: str, parts: Sequence[Part]) -> int:
    def missing(standing: list[log.ActiveFile]) -> log.Change:
        # A file of the same name and another size is the same rows written again: its newer entry replaces the older.
        held = {(file.path, file.bytes) for file in standing}
        return log.Change(add=[part for part in parts if (part.path, part.bytes) not in held])

    return len(log.change(lake, table, run_id, missing).add)


def _inspect_all(lake: Lake, parts: Sequence[Part]) -> None:
    there = lake.stats([part.key for part in parts])
    lake.each(lambda part: _inspect(lake, part, there.get(part.key)), parts)


def _inspect(lake: Lake, part: Part, stat: Stat | None) -> None:
    if stat is None:
        raise _refusal(part, "is not there")
    if stat.bytes != part.bytes:
        raise _refusal(part, f"has {stat.bytes} bytes and its receipt says {part.bytes}")
    try:
        found = files.columns_of(lake, part.key)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise _refusal(part, f"can't be read as Parquet ({error})") from error
    # Staged by an earlier release, it lacks what its table has gained since.
    wanted = file_schema(part.table)
    expected = {name: wanted[name] for name in wanted if name in found or not may_lack(part.table, name)}
    if list(found.items()) != list(expected.items()):
        wrong = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
        details = ", ".join(f"{name} is {found.get(name)} for {expected.get(name)}" for name in wrong)
        raise _refusal(part, f"has other columns than its table ({details or 'in another order'})")


def _refusal(part: Part, reason: str) -> ContractError:
    return ContractError(
        f"{part.table}: file `{part.path}` {reason}. Nothing of its batch was committed; "
        "the same command makes what is missing or cut short again."
    )
