"""Write the report of an evaluation. It reads the lake and needs no server."""

from lake.store import open_lake
from tasks.write_report import write_report


def report(run_id: str, lake: str, every_episode: bool = False) -> str:
    """Where the page is, a path or an address; beside it lie pages of the episodes that it leads to, or of all of test.

    Raises:
        ConfigError: There is no such published evaluation, or its generation is not published.
        LakeError: The rows are not those that were published.
    """
    return write_report.fn(open_lake(lake, create=False).root, run_id, every_episode)
