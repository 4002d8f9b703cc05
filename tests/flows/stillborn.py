"""A script whose worker processes end in their start, as when a library is missing there; no server is needed."""

import sys

from prefect import task

from flows.pool import Pool
from schemas.errors import LadderError


@task
def work(n: int) -> int:
    return n


if __name__ == "__mp_main__":
    sys.exit("no such library")
if __name__ == "__main__":
    try:
        with Pool(1) as pool:
            pool.run(work, [1, 2], done=lambda shard, result: None)
    except LadderError as error:
        print(error)
