"""A small `ladder` of its own, run by the tests as a script: a server, a flow and a pool of two workers.

demo.py             squares 0 to 3, then prints what it did as JSON
demo.py idle        says `idle` when its workers have nothing more to do, and waits
demo.py busy        says `busy` when its workers are in the midst of a shard, and waits
demo.py locked      ends with a message queue whose lock a dead worker took with it
"""

import json
import os
import sys
import time
from pathlib import Path

from flows.telemetry import quiet_environment

if __name__ == "__main__":
    before = dict(os.environ)
    quiet_environment()
    from flows.server import prefect_server

    with prefect_server() as url:
        from prefect import flow, task

        from flows.pool import Pool

        @task
        def square(n: int, hold: Path | None) -> int:
            if hold:
                hold.joinpath(str(n)).touch()
                time.sleep(600)
            return n * n

        @flow(name="demo")
        def demo(mode: str) -> dict[int, int]:
            squares: dict[int, int] = {}
            hold = Path.cwd() if mode == "busy" else None
            if hold:
                from threading import Thread

                def say() -> None:
                    while not all(hold.joinpath(n).exists() for n in "01"):
                        time.sleep(0.05)
                    print("busy", flush=True)

                Thread(target=say, daemon=True).start()
            with Pool(2) as pool:
                pool.run(square, range(4), done=squares.__setitem__, arguments={"hold": hold})
                if mode == "locked":
                    # What a kill in the midst of a message leaves behind: a semaphore that nobody will release.
                    for lane in pool._lanes:
                        lane._runner._subprocess_message_queue._wlock.acquire()
                if mode == "idle":
                    print("idle", flush=True)
                    time.sleep(600)
            return squares

        squares = demo(sys.argv[1] if len(sys.argv) > 1 else "")
        home = os.environ["PREFECT_HOME"]
    changed = sorted(name for name, value in os.environ.items() if before.get(name) != value)
    print(json.dumps({"url": url, "home": home, "squares": squares, "changed": changed}))
