"""Write an evaluation's tables as files. It reads the lake and needs no server."""

from pathlib import Path

from lake.store import open_lake
from tasks.analysis.sheets.write import format_named
from tasks.write_tables import write_tables


def tables(run_id: str, lake: str, kind: str, folder: Path) -> list[Path]:
    """Paths of what was written; ConfigError for a format or a published evaluation that isn't there."""
    return write_tables.fn(open_lake(lake, create=False).root, run_id, format_named(kind), folder)
