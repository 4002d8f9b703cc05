"""A script whose worker processes end in their start, as when a library is missing there; no server is needed."""

import sys

from prefect import task

from flows.pool import run_shards
from schemas.errors import LadderError


@task
def work(n: int) -> int:
    return n


if __name__ == "__mp_main__":
    sys.exit("no such library")
if __name__ == "__main__":
    try:
        run_shards(work, [1, 2], workers=1, done=lambda shard, result: None)
    except LadderError as error:
        print(error)
