"""The gate in a process of its own: Great Expectations costs seconds and much memory, and the caller keeps neither.

Parquet files go in and come out: `python -m expectations.process IN OUT --recipe paper --run-id gen-... --docs DOCS`
reads `IN/<table>.parquet` and writes `OUT/validations.parquet`, `OUT/quarantine.parquet` and `OUT/gate.json`.
"""

import argparse
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import get_args

import polars as pl

from expectations.gate import GateResult, run_gate
from schemas.errors import GateError, LadderError
from schemas.settings import Recipe

_PACKAGES = Path(__file__).resolve().parent.parent
_TAIL = 400


def run_in_subprocess(inputs: Path, outputs: Path, recipe: Recipe, run_id: str, docs: Path) -> GateResult:
    """`run_gate` over the tables in `inputs`, in a child that ends when this process does.

    Raises:
        GateError: The child ended without a verdict.
    """
    command = [sys.executable, "-P", "-m", "expectations.process", str(inputs), str(outputs)]
    command += ["--recipe", recipe, "--run-id", run_id, "--docs", str(docs), "--while-stdin-is-open"]
    path = os.pathsep.join(filter(None, [str(_PACKAGES), os.environ.get("PYTHONPATH")]))
    lifeline, held_here = os.pipe()
    try:
        child = subprocess.run(
            command, stdin=lifeline, capture_output=True, env={**os.environ, "PYTHONPATH": path}, check=False
        )
    finally:
        os.close(lifeline)
        os.close(held_here)
    if child.returncode:
        said = child.stderr.decode(errors="replace").strip()[-_TAIL:]
        reason = f"its process ended with code {child.returncode} and no verdict"
        raise GateError(f"gate of {run_id}: {reason}; it said: {said or 'nothing'}")
    return read_result(outputs)


def write_result(result: GateResult, folder: Path) -> None:
    """`gate.json` last, so that it stands for a whole result."""
    folder.mkdir(parents=True, exist_ok=True)
    result.rows.write_parquet(folder / "validations.parquet")
    result.quarantine.write_parquet(folder / "quarantine.parquet")
    verdict = {"passed": result.passed, "summary": result.summary, "docs_index": str(result.docs_index)}
    (folder / "gate.json").write_text(json.dumps(verdict, indent=2, ensure_ascii=False), encoding="utf-8")


def read_result(folder: Path) -> GateResult:
    verdict = json.loads((folder / "gate.json").read_text(encoding="utf-8"))
    return GateResult(
        rows=pl.read_parquet(folder / "validations.parquet"),
        quarantine=pl.read_parquet(folder / "quarantine.parquet"),
        passed=verdict["passed"],
        summary=verdict["summary"],
        docs_index=Path(verdict["docs_index"]),
    )


def main(arguments: list[str] | None = None) -> int:
    """Exit 0 when there is a verdict, good or bad; the verdict is in `gate.json`."""
    parser = argparse.ArgumentParser(prog="python -m expectations.process", description="Check a generation.")
    parser.add_argument("inputs", type=Path, help="folder of <table>.parquet files")
    parser.add_argument("outputs", type=Path, help="folder for the result")
    parser.add_argument("--recipe", required=True, choices=get_args(Recipe))
    parser.add_argument("--run-id", required=True)
    parser.add_argument("--docs", required=True, type=Path, help="folder for the Data Docs")
    parser.add_argument("--while-stdin-is-open", action="store_true", help="end when the starter of this process ends")
    chosen = parser.parse_args(arguments)
    if chosen.while_stdin_is_open:
        threading.Thread(target=_end_with_stdin, daemon=True).start()
    frames = {file.stem: pl.read_parquet(file) for file in sorted(chosen.inputs.glob("*.parquet"))}
    try:
        result = run_gate(frames, chosen.recipe, chosen.run_id, chosen.docs)
    except LadderError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return error.exit_code
    write_result(result, chosen.outputs)
    return 0


def _end_with_stdin() -> None:
    # The raw descriptor: a thread that waits inside sys.stdin would hold its lock when the interpreter shuts down.
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
