"""How many tasks may hold a scarce thing at a time, kept by the Prefect server for all its clients."""

GPU_TAG = "gpu"


def set_gpu_limit(n: int) -> None:
    """Let at most `n` tasks with the tag `gpu` run at a time on the current server; an older limit is replaced."""
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        client.create_concurrency_limit(tag=GPU_TAG, concurrency_limit=n)


def ensure_gpu_limit() -> None:
    """Let tasks with the tag `gpu` run one at a time, unless the server has a limit already: who set it knows its GPUs."""
    from prefect.client.orchestration import get_client
    from prefect.exceptions import ObjectNotFound

    with get_client(sync_client=True) as client:
        try:
            client.read_concurrency_limit_by_tag(GPU_TAG)
        except ObjectNotFound:
            set_gpu_limit(1)
