"""A flow inside an event loop, as in a notebook; prints where our server's database lies."""

import asyncio
import os

from flows.server import prefect_server


async def notebook() -> None:
    with prefect_server():
        from prefect import flow, get_run_logger

        @flow
        def speak() -> None:
            get_run_logger().warning("the last word")

        speak()
        print(os.environ["PREFECT_HOME"])


if __name__ == "__main__":
    asyncio.run(notebook())
