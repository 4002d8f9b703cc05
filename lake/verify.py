"""Whether a published run is still what was published: its rows by the log, its files by their sizes, or every byte.

Delta tells of a log with a gap in its midst, but one that lost its end, or all of it, looks like an older or a new table.
The row in `runs` knows better.
"""

from collections.abc import Collection, Mapping

from lake import log
from lake.digest import digest
from lake.files import WAY_OUT
from lake.runs import RunRecord
from lake.store import Lake
from schemas.errors import LakeError

_WRITTEN_LATER = frozenset({"audits", "seed_metrics", "validations", "quarantine"})
"""What is written for a run, and written anew, after it was published."""


def verify(lake: Lake, record: RunRecord, *, contents: Collection[str] = ()) -> None:
    """Raise LakeError, naming table and file, where a published run has lost something.

    It looks at the log and at the files' sizes, in few requests; the tables of `contents` it reads, and compares the
    digests of their rows.
    """
    tables = sorted(record.rows)
    held = dict(zip(tables, lake.each(lambda table: log.active(lake, table, record.run_id), tables), strict=True))
    for table, active in held.items():
        check_rows(record, table, sum(file.rows for file in active))
    files = [file for active in held.values() for file in active]
    there = lake.stats([file.key for file in files])
    for file in files:
        stat = there.get(file.key)
        if stat is None or stat.bytes != file.bytes:
            reason = "is not there" if stat is None else f"has {stat.bytes} bytes and the log says {file.bytes}"
            raise LakeError(f"run `{record.run_id}`: file `{file.key}` {reason}. {WAY_OUT}")
    if compared := [table for table in contents if table in record.digests and table not in _WRITTEN_LATER]:
        check_digests(record, digest(lake, record.run_id, compared), compared)


def check_rows(record: RunRecord, table: str, n_rows: int) -> None:
    """Raise LakeError where the log holds fewer of a published run's rows than were published.

    More are no loss: pictures are committed before the run is published again with them.
    """
    published = record.rows.get(table, 0)
    if table not in _WRITTEN_LATER and n_rows < published:
        raise LakeError(
            f"run `{record.run_id}` was published with {published} rows of {table} and the log holds {n_rows}. "
            f"Bring `{table}/_delta_log` back from a copy, or take the run out with `ladder rm` and make it again."
        )


def check_digests(record: RunRecord, found: Mapping[str, str], tables: Collection[str] = ()) -> None:
    """Raise LakeError where the rows of these tables, or of all, are not those that were published."""
    for table, expected in record.digests.items():
        if (not tables or table in tables) and table not in _WRITTEN_LATER and found.get(table) != expected:
            raise LakeError(f"run `{record.run_id}`: the rows of {table} are not those that were published. {WAY_OUT}")
