"""Read an evaluation's stored answers again with today's parser, without any model. It needs no server.

What is published stays: the readings go into a new evaluation that cites the old one. Its name is the one that the same
evaluation would have if it were asked today, for the parser is a part of the settings; so either is found by the other.
"""

import dataclasses
import json
from time import monotonic
from typing import Any

import polars as pl

from flows.manifest import manifest_of
from lake.commit import commit
from lake.lease import lease
from lake.publish import publish, start_run
from lake.resume import missing, receipts
from lake.runs import published_evaluation, record_of
from lake.stage import Shard
from lake.store import Lake, open_lake
from schemas.errors import ContractError
from schemas.identity import canonical_json, run_id
from tasks.models.parse import PARSER_VERSION
from tasks.rescore_run import carry_over, read_again
from tasks.score_run import score_run

_SPLIT = "test"
_SCORE = "score"
"""The shard of everything that is derived from the answers; all others are carried over."""


def rescore(evaluation: str, lake: str) -> dict[str, Any]:
    """Make the new evaluation, or say that there is nothing to do; what a command prints of it.

    Where the parser is the one that the evaluation was read with, every answer is read again all the same and held
    against what is stored.

    Raises:
        ConfigError: There is no such published evaluation, or its generation is not published.
        ContractError: The parser has the same version and reads otherwise than it did.
    """
    opened = open_lake(lake, create=False)
    old, _ = published_evaluation(opened, evaluation)
    manifest = json.loads(old.manifest)
    settings = manifest["settings"]
    otherwise = read_again.fn(opened.root, evaluation, _SPLIT, settings["generation"])
    if settings["parser"] == PARSER_VERSION:
        _check_same(evaluation, otherwise)
        return {"evaluation": evaluation, "parser": PARSER_VERSION, "read otherwise": 0}
    today = {**settings, "parser": PARSER_VERSION}
    name = run_id("eval", today, manifest["again"])
    standing = record_of(opened, name)
    if standing is None or standing.state != "published":
        anew = json.loads(manifest_of(today, manifest["again"], rescored_from=evaluation))
        _publish(opened, name, evaluation, settings["generation"], canonical_json({**manifest, **anew}))
    return {
        "evaluation": name,
        "of": evaluation,
        "parser": f"{settings['parser']} -> {PARSER_VERSION}",
        "read otherwise": otherwise.height,
        **_changes(otherwise),
    }


def _publish(lake: Lake, name: str, source: str, generation: str, manifest: str) -> None:
    started = monotonic()
    with lease(lake, name) as held:
        record = start_run(lake, name, "eval", manifest)
        originals = [receipt.shard for receipt in receipts(lake, source) if receipt.shard.name != _SCORE]
        plan = [Shard(name, shard.split, shard.name) for shard in originals]
        for shard in missing(lake, name, plan):
            carry_over.fn(lake.root, shard, source)
        commit(lake, name, receipts(lake, name, plan))
        score = Shard(name, _SPLIT, _SCORE)
        if missing(lake, name, [score]):
            score_run.fn(lake.root, score, generation)
        commit(lake, name, receipts(lake, name, [score]))
        held.check()
        publish(lake, dataclasses.replace(record, seconds=monotonic() - started))


def _check_same(evaluation: str, otherwise: pl.DataFrame) -> None:
    if otherwise.height:
        raise ContractError(
            f"{otherwise.height} answers of {evaluation} are read otherwise than they are stored, by a parser of the same "
            f"version {PARSER_VERSION} (the first is {otherwise['question_id'][0]}). Whoever changed it must raise its "
            "version; the readings then go into a new evaluation."
        )


def _changes(otherwise: pl.DataFrame) -> dict[str, int]:
    """How many readings changed from which status to which, the most frequent first."""
    kinds = otherwise.group_by("status", "status_now").len("n").sort("n", "status", "status_now", descending=True)
    return {f"{then} -> {now}": n for then, now, n in kinds.iter_rows()}
