"""A user's SQL in a process of its own: `python -m lake.query_process LAKE OUT MEMORY ANSWER THREADS`, SQL on stdin.

The process writes the answer to OUT as an Arrow file, ends with the one that started it, and is ended by it where it
takes more memory than it may: DuckDB's own bound does not see all that a query can eat.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import IO, Any

import polars as pl
import psutil
import pyarrow as pa

from lake.files import damage
from lake.query import Bounds, answered, frame, too_hungry
from lake.store import Lake
from schemas.errors import ConfigError, ContractError, LadderError, LakeError

_PACKAGES = Path(__file__).resolve().parent.parent
_BESIDE_BYTES = 768 * 2**20
"""What Python, Arrow and the files being read take beside DuckDB's own memory."""
_LOOK_S = 0.02
_KINDS = {kind.__name__: kind for kind in (ConfigError, ContractError, LakeError)}
"""What the lake raises."""


def ask(lake: Lake, sql: str, bounds: Bounds | None = None) -> pl.DataFrame:
    """As `lake.query.query`, and nothing that the SQL does can hurt this process. Raises as that does."""
    allowed = bounds or Bounds()
    with tempfile.TemporaryDirectory(prefix="ladder-query-") as folder:
        out = Path(folder, "answer.arrow")
        numbers = (allowed.memory_bytes, allowed.answer_bytes, allowed.threads)
        command = [sys.executable, "-P", "-m", "lake.query_process", lake.root, str(out), *map(str, numbers)]
        child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=_environment()
        )
        try:
            said = _talk(child, sql, allowed)
        finally:
            child.kill()
            child.wait()
        if child.returncode == 0:
            with pa.OSFile(str(out)) as file:
                return frame(pa.ipc.open_file(file).read_all())
    raise _refusal(child.returncode, said)


def _talk(child: "subprocess.Popen[bytes]", sql: str, bounds: Bounds) -> bytes:
    """Hand over the SQL and watch; what the child said on stderr. Raises ConfigError where it takes too much."""
    assert child.stdin is not None
    assert child.stderr is not None
    heard: list[bytes] = []
    listener = threading.Thread(target=_hear, args=(child.stderr, heard))
    listener.start()
    try:
        child.stdin.write(json.dumps(sql).encode() + b"\n")
        child.stdin.flush()  # and it stays open: its end tells the child that we are gone
    except BrokenPipeError:
        pass  # it ended early, and says why
    watched = psutil.Process(child.pid)
    while True:
        try:
            child.wait(_LOOK_S)
            break
        except subprocess.TimeoutExpired:
            pass
        try:
            taken = watched.memory_info().rss
        except psutil.Error:
            continue
        if taken > bounds.memory_bytes + _BESIDE_BYTES:
            child.kill()
            child.wait()
            child.stdin.close()
            listener.join()
            raise too_hungry(bounds)
    child.stdin.close()
    listener.join()
    return heard[0] if heard else b""


def _hear(pipe: IO[bytes], heard: list[bytes]) -> None:
    with pipe:
        heard.append(pipe.read())


def _environment() -> dict[str, str]:
    path = os.pathsep.join(filter(None, [str(_PACKAGES), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path}


def _refusal(code: int, said: bytes) -> LadderError:
    text = said.decode(errors="replace").strip()
    try:
        told: dict[str, Any] = json.loads(text.splitlines()[-1])
        return _KINDS[told["kind"]](told["error"])
    except (ValueError, KeyError, IndexError, TypeError):
        tail = text.splitlines()[-1] if text else "nothing"
        return ConfigError(f"query: its process ended with code {code} and no answer; it said: {tail}. Ask for less.")


def _main(root: str, out: str, memory: str, answer: str, threads: str) -> int:
    sql = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_stdin, daemon=True).start()
    try:
        bounds = Bounds(int(memory), int(answer), int(threads))
        with (
            answered(Lake(root), sql, bounds) as (schema, batches),
            pa.OSFile(out, "wb") as file,
            pa.ipc.new_file(file, schema) as writer,
        ):
            for batch in batches:
                writer.write_batch(batch)
    except (LadderError, OSError, pl.exceptions.PolarsError) as error:
        told = error if isinstance(error, LadderError) else damage(error)
        if told is None:
            raise
        print(json.dumps({"kind": type(told).__name__, "error": str(told)}), file=sys.stderr)
        return told.exit_code
    return 0


def _end_with_stdin() -> None:
    # The raw descriptor: a thread that waits inside sys.stdin would hold its lock when the interpreter shuts down.
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
