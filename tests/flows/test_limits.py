"""The `gpu` limit of a real Prefect server."""

import pytest
from prefect import get_client

from flows.limits import GPU_TAG, ensure_gpu_limit, set_gpu_limit

pytestmark = pytest.mark.usefixtures("server")


def limit() -> int:
    with get_client(sync_client=True) as client:
        return client.read_concurrency_limit_by_tag(GPU_TAG).concurrency_limit


def test_an_evaluation_leaves_the_limit_that_was_deployed_as_it_is() -> None:
    set_gpu_limit(3)
    ensure_gpu_limit()
    assert limit() == 3


def test_without_a_limit_one_task_at_a_time_is_let_onto_the_gpu() -> None:
    set_gpu_limit(3)
    with get_client(sync_client=True) as client:
        client.delete_concurrency_limit_by_tag(GPU_TAG)
    ensure_gpu_limit()
    assert limit() == 1
