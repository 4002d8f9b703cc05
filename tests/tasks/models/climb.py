"""`ladder run` with a real model behind a recording proxy, and what is left of it: stored rows, and all that went by."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from recording_proxy import Exchange, RecordingProxy
from tiny_server import TinyServer

from lake.scan import scan
from lake.store import Lake, open_lake

ROOT = Path(__file__).parents[3]
RUNGS = ("E0b", "E0", "E1", "E2", "E3", "E4", "E5")
ANSWERING = tuple(rung for rung in RUNGS if rung != "E1")
EPISODES = 4
"""One a stratum."""
_DEADLINE_S = 900


@dataclass(frozen=True)
class Climbed:
    lake: Lake
    evaluation: str
    exchanges: tuple[Exchange, ...]
    """What went by in the first run."""
    asked_again: int
    """Requests that a second, equal run made for answers or actions."""

    def rows(self, table: str, **equal: str) -> pl.DataFrame:
        """A table of the evaluation, where columns equal what is given."""
        rows = scan(self.lake, table, run_id=self.evaluation).collect()
        return rows.filter(*(pl.col(name) == value for name, value in equal.items()))

    def responses(self, kind: str) -> pl.DataFrame:
        return self.rows("responses").filter(pl.col("answerer").str.starts_with(f"{kind}:"))

    @property
    def chats(self) -> list[Exchange]:
        """Requests for actions, graphs and answers."""
        return [each for each in self.exchanges if each.path.endswith("/chat/completions") and is_for_words(each)]

    def of_rung(self, rung: str) -> list[Exchange]:
        """The requests for one rung's answers, which are asked one rung after the other when all walks are over."""
        counts = {each: self.responses("openai").filter(pl.col("rung") == each).height for each in ANSWERING}
        start = self.n_walking + sum(counts[each] for each in ANSWERING[: ANSWERING.index(rung)])
        return self.chats[start : start + counts[rung]]

    def of_walk(self, rung: str, max_tokens: int) -> list[Exchange]:
        """The requests of one rung's walk: E3 asks for actions, E4 for a graph and an action beside it."""
        of_loop = self.decisions("E3").height
        chats = self.chats[:of_loop] if rung == "E3" else self.chats[of_loop : self.n_walking]
        return [each for each in chats if each.request["max_tokens"] == max_tokens]

    @property
    def n_walking(self) -> int:
        return self.decisions("E3").height + 2 * self.decisions("E4").height

    def decisions(self, rung: str) -> pl.DataFrame:
        """The steps of a walk without its spawns, each with the hash of the picture that was decided by, as `seen`."""
        steps = self.rows("steps", rung=rung).sort("episode_id", "t")
        return steps.with_columns(seen=pl.col("pixel_hash").shift(1).over("episode_id")).filter(pl.col("t") > 0)


def climb(server: TinyServer, model: Path, root: Path) -> Climbed:
    """The rungs twice over, by one model in the flow's own process and behind the server, which also walks."""
    with RecordingProxy(server.url) as proxy:
        spoken = f"openai:{proxy.url}#{server.model}"
        arguments = ["--houses", str(ROOT / "tests" / "data" / "houses"), "--splits", f"train=4,test={EPISODES}"]
        arguments += [
            "--seed",
            "7",
            "--recipe",
            "paper",
            "--rungs",
            ",".join(RUNGS),
            "--lake",
            str(root),
            "--policy",
            f"vlm:{spoken}",
        ]
        arguments += ["--answerer", spoken, "--answerer", f"hf:{model}", "--batch", "4", "--graph-dtype", "float16"]
        _ladder("run", *arguments)
        first = tuple(proxy.exchanges)
        _ladder("run", *arguments)
        again = sum(is_for_words(each) for each in proxy.chats[_n_chats(first) :])
    lake = open_lake(str(root), create=False)
    (evaluation,) = scan(lake, "responses").select("run_id").unique().collect()["run_id"]
    return Climbed(lake, evaluation, first, again)


def is_for_words(exchange: Exchange) -> bool:
    """Not the one token that is asked for to see whether the server has the model."""
    return exchange.request["max_tokens"] > 1


def texts(exchange: Exchange) -> str:
    return "".join(part for part in exchange.parts if isinstance(part, str))


def pictures(exchange: Exchange) -> tuple[str, ...]:
    """Hashes of the pictures that arrived, in their order."""
    return tuple(hashlib.sha256(part.tobytes()).hexdigest() for part in exchange.parts if not isinstance(part, str))


def said(exchange: Exchange) -> str:
    return str(exchange.reply["choices"][0]["message"]["content"])


def _n_chats(exchanges: Sequence[Exchange]) -> int:
    return sum(each.path.endswith("/chat/completions") for each in exchanges)


def _ladder(*arguments: str) -> None:
    environment = {**os.environ, "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    environment.pop("OPENAI_API_KEY", None)
    command = [sys.executable, "-m", "flows", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=_DEADLINE_S, check=False
    )
    assert done.returncode == 0, done.stderr
