"""Score answers that a model gave elsewhere: an evaluation of one rung, with every denominator, reading and report.

Nothing is asked and little is computed, so it needs no server.
"""

import dataclasses
import hashlib
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import polars as pl

from flows.manifest import manifest_of
from flows.stored import StoredRung, stored_rung
from lake.commit import commit
from lake.lease import lease
from lake.publish import publish, record_of, start_run
from lake.resume import receipts
from lake.scan import scan
from lake.stage import Shard, stage
from schemas.errors import ConfigError
from schemas.identity import run_id
from schemas.settings import EvaluationSettings
from tasks.models.answer_file import Replies, check_ids, read_replies
from tasks.models.answerers import ANSWERERS
from tasks.models.parse import PARSER_VERSION
from tasks.rungs.rungs import designated
from tasks.score_run import score_run
from tasks.store_answers import AnswersJob, store_answers
from tasks.write_report import write_report

_SPLIT = "test"
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    file: Path
    rung: str
    generation: str
    name: str = ""
    """Of the answerer; empty: the file's."""
    seed: int = 7
    """With which the questions were exported."""
    prompts: Path | None = None
    letters: str | None = None
    again: str = ""


def score(request: ScoreRequest, lake: str) -> dict[str, Any]:
    """Store, judge and publish; what a command prints of it.

    Raises:
        ConfigError: The file cannot be read, its ids are not those of the questions, or there is no such generation.
    """
    stored = stored_rung(lake, request.generation, request.rung, request.prompts, request.letters)
    replies = read_replies(request.file, _name(request))
    questions = scan(stored.lake, "questions", run_id=request.generation, split=_SPLIT).collect()
    asked = designated(questions, (request.rung,), (replies.name,))
    unanswered = check_ids(replies, asked["question_id"], request.file)
    settings = EvaluationSettings(
        seed=request.seed,
        generation=request.generation,
        rungs=(request.rung,),
        answerers=(replies.name,),
        world=stored.made_with["world"],
        prompts=stored.prompts.digest,
        parser=PARSER_VERSION,
        letters=stored.prompts.letters,
    )
    name = run_id("eval", settings, request.again)
    standing = record_of(stored.lake, name)
    if standing is None or standing.state != "published":
        manifest = manifest_of(
            settings,
            request.again,
            read=dict(stored.generation.versions),
            own_prompts=stored.prompts.own_texts,
            answers={"file": request.file.name, "sha256": _sha256(request.file), "unanswered": len(unanswered)},
        )
        _publish(stored, replies, asked, name, manifest, request)
    return {
        "evaluation": name,
        "answerer": replies.name,
        "questions": asked.height,
        "without an answer": len(unanswered),
        "report": write_report.fn(stored.lake.root, name),
    }


def _publish(
    stored: StoredRung, replies: Replies, asked: pl.DataFrame, name: str, manifest: str, request: ScoreRequest
) -> None:
    lake, started = stored.lake, monotonic()
    with lease(lake, name) as held:
        record = start_run(lake, name, "eval", manifest)
        stage(lake, Shard(name, _SPLIT, "designated"), {"designated": asked})
        store_answers.fn(
            AnswersJob(
                lake=lake.root,
                shard=Shard(name, _SPLIT, f"{request.rung}-answers"),
                generation=request.generation,
                rung=request.rung,
                replies=replies,
                seed=request.seed,
                settings=stored.settings,
                prompts=stored.prompts,
            )
        )
        commit(lake, name, receipts(lake, name))
        score_run.fn(lake.root, Shard(name, _SPLIT, "score"), request.generation)
        commit(lake, name, receipts(lake, name))
        held.check()
        publish(lake, dataclasses.replace(record, seconds=monotonic() - started))


def _name(request: ScoreRequest) -> str:
    name = request.name or request.file.stem
    head = name.partition(":")[0]
    if head in ANSWERERS or "@" in name:
        raise ConfigError(f"--name {name}: it would be taken for an answerer of our own. Choose another name.")
    if len(name) > _LONGEST_NAME or not name.isprintable():
        raise ConfigError(
            f"--name: a name has {_LONGEST_NAME} printable characters at most. Choose another with --name."
        )
    return name


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
