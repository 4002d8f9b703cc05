"""Making a run visible. One append to `runs` does it, after everything else is in place."""

from dataclasses import replace

from lake import log
from lake.digest import digest
from lake.failpoints import failpoint
from lake.receipts import receipts
from lake.runs import Kind, write_record
from lake.runs import RunRecord as RunRecord
from lake.runs import published as published
from lake.runs import record_of as record_of
from lake.runs import state_of as state_of
from lake.scan import visible
from lake.store import Lake
from schemas.errors import ContractError


def start_run(lake: Lake, run_id: str, kind: Kind, manifest: str) -> RunRecord:
    """The record under which a run goes on: a new `started`, or the one that stands if it is started or published.

    A published run is not to be repeated: look at `.state`.
    """
    standing = record_of(lake, run_id)
    if standing and standing.state in ("started", "published"):
        return standing
    _check_logs(lake)
    return write_record(lake, RunRecord(run_id, kind, manifest))


def publish(lake: Lake, record: RunRecord) -> RunRecord:
    """Make a started run visible; rows, digests and versions are measured here. A published run stays as it is.

    Raises ContractError where log and receipts differ: a shard that was not committed, or one that is there twice.
    """
    standing = record_of(lake, record.run_id)
    if standing and standing.state == "published":
        return standing
    _check_complete(lake, record.run_id)
    measured = _measured(lake, record)
    failpoint("before_publish")
    written = write_record(lake, replace(measured, state="published"))
    failpoint("after_publish")
    return written


def republish(lake: Lake, record: RunRecord) -> RunRecord:
    """Write down anew what a published run holds, after shards were added to it; readers saw it all along.

    Raises ContractError where the run is not published, and as `publish` does.
    """
    if state_of(lake, record.run_id) != "published":
        raise ContractError(f"run `{record.run_id}` is not published, so nothing can be added to what readers see.")
    _check_complete(lake, record.run_id)
    measured = _measured(lake, record)
    failpoint("before_publish")
    written = write_record(lake, measured)
    failpoint("after_publish")
    return written


def reject(lake: Lake, record: RunRecord) -> RunRecord:
    """Write down that a run failed its gate. Its rows stay for inspection; readers that name no run don't see them."""
    return write_record(lake, replace(_measured(lake, record), state="rejected"))


def count_rows(lake: Lake, run_id: str) -> dict[str, int]:
    """Rows a table that the log holds of a run, whatever its state; tables without any are left out."""
    tables = [table for table in log.tables(lake) if table != "runs"]
    counts = lake.each(lambda table: sum(file.rows for file in log.active(lake, table, run_id)), tables)
    return {table: count for table, count in zip(tables, counts, strict=True) if count}


def _measured(lake: Lake, record: RunRecord) -> RunRecord:
    rows = count_rows(lake, record.run_id)
    tables = log.tables(lake)
    newest = zip(tables, lake.each(lambda table: log.version(lake, table), tables), strict=True)
    versions = {table: version for table, version in newest if version is not None}
    return replace(record, rows=rows, digests=digest(lake, record.run_id) if rows else {}, versions=versions)


def _check_logs(lake: Lake) -> None:
    """Raise LakeError where a log has lost rows of a published run: another commit would be written over them."""
    runs = published(lake)
    lake.each(lambda table: visible(lake, table, runs), sorted({table for record in runs for table in record.rows}))


def _check_complete(lake: Lake, run_id: str) -> None:
    """The files that receipts name and those that the log holds are the same, in every table that shards fill."""
    named = {part.key for receipt in receipts(lake, run_id) for part in receipt.files}
    tables = {key.split("/", 1)[0] for key in named}
    held = {file.key for files in lake.each(lambda table: log.active(lake, table, run_id), tables) for file in files}
    if lost := sorted(named - held):
        raise ContractError(
            f"run `{run_id}` can't be published: {len(lost)} staged files were not committed ({lost[0]}). Run the same "
            f"command again; if it ends so once more, remove the run with `ladder rm {run_id}` and make it anew."
        )
    if strange := sorted(held - named):
        raise ContractError(
            f"run `{run_id}` can't be published: {len(strange)} files in the log belong to no shard ({strange[0]}), so "
            f"rows may be there twice. Remove the run with `ladder rm {run_id}` and make it again."
        )
