"""Runs `ladder` as a user would: a process of its own, with the session's Prefect server unless told otherwise."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HOUSES = Path(__file__).parents[1] / "data" / "houses"
SMALL = ("--splits", "train=8,test=8", "--seed", "7", "--recipe", "paper")
"""A twentieth of what README's main job does; two episodes a stratum."""


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def result(self) -> Any:
        return json.loads(self.out)

    @property
    def message(self) -> str:
        """The last line on stderr: the error, where there is one."""
        return self.err.strip().splitlines()[-1] if self.err.strip() else ""


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-W", "error::ResourceWarning", "-m", "flows", *map(str, arguments)]


def ladder(*arguments: str | Path, **environment: str) -> Ran:
    ran = subprocess.run(
        command(*arguments), capture_output=True, text=True, env={**os.environ, **environment}, timeout=500, check=False
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


def digests(lake: Path, run_id: str) -> dict[str, str]:
    return dict(ladder("digest", run_id, "--lake", lake, "--json").result)
