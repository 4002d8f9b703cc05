"""What a run shows on the Prefect server: a table of its stages, and links to what people read."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from lake.runs import RunRecord

_log = logging.getLogger(__name__)
_SHOWN = ("stage", "shards", "done_before", "seconds")


def show_run(record: RunRecord, stages: Sequence[Mapping[str, Any]], links: Mapping[str, str]) -> None:
    """Put the run's artifacts on the server, from within its flow.

    They are for people who look at the server; a server that can't take them does not stop a run that is published.

    Args:
        record: As it was published.
        stages: As `Work.stages` notes them.
        links: Addresses by what they lead to.
    """
    from prefect.artifacts import create_markdown_artifact, create_table_artifact

    rows = [
        {name: stage.get(name) for name in _SHOWN} | {"rows": sum(stage.get("rows", {}).values())} for stage in stages
    ]
    try:
        create_table_artifact(
            rows, key=f"stages-{record.run_id}", description=f"What each stage of {record.run_id} did."
        )
        table = "\n".join(f"| {name} | {count} |" for name, count in sorted(record.rows.items()))
        said = "\n".join(f"- {name}: `{address}`" for name, address in links.items())
        create_markdown_artifact(
            f"# {record.run_id}: {record.state}\n\n{said}\n\n| table | rows |\n|---|---|\n{table}\n",
            key=f"run-{record.run_id}",
            description="Rows a table, and where to read on.",
        )
    except Exception:
        _log.warning("run %s has no artifacts on the server", record.run_id, exc_info=True)
