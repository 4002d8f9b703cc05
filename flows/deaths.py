"""What the Prefect server must be told when a worker died: the dead can't do it themselves."""

import logging
from collections.abc import Iterable
from uuid import UUID

from prefect import get_client
from prefect.exceptions import ObjectNotFound
from prefect.states import Crashed

_log = logging.getLogger(__name__)


def release_slots(task_run_id: UUID, tags: Iterable[str]) -> None:
    """Free the slots that a dead task run holds by its tags; by itself the server waits until their lease runs out."""
    with get_client(sync_client=True) as client:
        client.decrement_v1_concurrency_slots(sorted(tags), task_run_id, occupancy_seconds=0.0)


def mark_crashed(task_run_ids: Iterable[UUID]) -> None:
    """Let the server show dead task runs as crashed instead of running for ever.

    The record is for people who look at the server; what is done and what is not, receipts tell. So a server that
    can't take the message does not stop the work.
    """
    with get_client(sync_client=True) as client:
        for task_run_id in task_run_ids:
            try:
                client.set_task_run_state(task_run_id, Crashed(message="The worker process died."), force=True)
            except ObjectNotFound:
                pass  # it died so early that its start was never recorded
            except Exception:
                _log.warning("task run %s stays recorded as running", task_run_id, exc_info=True)
