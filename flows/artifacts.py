"""What a run shows on the Prefect server: how its stages get on, a table of them, and links to what people read.

All of it is for people who look at the server; a server that can't take it does not stop or slow a run.
"""

import logging
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from typing import Any
from uuid import UUID

from lake.runs import RunRecord

_log = logging.getLogger(__name__)
_SHOWN = ("stage", "shards", "done_before", "seconds")
_UPDATE_EVERY_S = 3.0
_LAST_WORD_S = 2.0
"""How long the end of a stage waits for a server that is slow to hear of it."""


@contextmanager
def shown_progress(run_id: str, stage_name: str, every_s: float = _UPDATE_EVERY_S) -> Iterator[Callable[[float], None]]:
    """A progress artifact on the server for a stage, where a flow runs; yields what is to be told the share done, 0 to 1.

    A thread sends the latest share, at most one every `every_s` seconds: the work never waits for the server.
    """
    from prefect.context import FlowRunContext

    if FlowRunContext.get() is None:
        yield lambda _: None
        return
    shown = _Shown(key_of("progress", run_id, stage_name), f"{run_id}: {stage_name}", every_s)
    # Prefect reads from the context which flow run an artifact belongs to.
    sender = threading.Thread(target=copy_context().run, args=(shown.send_until_end,), name="progress", daemon=True)
    sender.start()
    try:
        yield shown.tell
    finally:
        shown.end()
        sender.join(_LAST_WORD_S)


def key_of(*parts: str) -> str:
    """An artifact's key: small letters, digits and dashes alone."""
    return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")


class _Shown:
    """The share that is done, and what the server was told of it."""

    def __init__(self, key: str, description: str, every_s: float) -> None:
        self._key, self._description, self._every_s = key, description, every_s
        self._share = self._sent = 0.0
        self._ended = threading.Event()
        self._artifact: UUID | None = None

    def tell(self, share: float) -> None:
        self._share = share

    def end(self) -> None:
        self._ended.set()

    def send_until_end(self) -> None:
        try:
            self._send(self._share)
            while not self._ended.wait(self._every_s):
                self._send(self._share)
            self._send(self._share)
        except Exception:
            _log.warning("stage %s is not shown on the server", self._description, exc_info=True)

    def _send(self, share: float) -> None:
        from prefect.artifacts import create_progress_artifact, update_progress_artifact

        if self._artifact is None:
            created = create_progress_artifact(100 * share, key=self._key, description=self._description)
            assert isinstance(created, UUID)  # outside an event loop it is no coroutine
            self._artifact = created
        elif share != self._sent:
            update_progress_artifact(self._artifact, 100 * share)
        self._sent = share


def show_run(record: RunRecord, stages: Sequence[Mapping[str, Any]], links: Mapping[str, str]) -> None:
    """Put the run's artifacts on the server, from within its flow.

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
