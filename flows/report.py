"""Write the report of an evaluation. It reads the lake and needs no server."""

from lake.store import open_lake
from tasks.write_report import write_report


def report(run_id: str, lake: str) -> str:
    """Where the page is, a path or an address; ConfigError where there is no such evaluation."""
    return write_report.fn(open_lake(lake, create=False).root, run_id)
