"""How many tasks may hold a scarce thing at a time, kept by the Prefect server for all its clients."""

GPU_TAG = "gpu"


def ensure_gpu_limit(n: int) -> None:
    """Let at most `n` tasks with the tag `gpu` run at a time on the current server; an older limit is replaced."""
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        client.create_concurrency_limit(tag=GPU_TAG, concurrency_limit=n)
