"""Climb the ladder: designate, walk, ask, score, publish."""

import dataclasses
import json
from contextlib import ExitStack
from time import monotonic
from typing import Any

import polars as pl
from prefect import flow

from flows.manifest import manifest_of
from flows.pool import Pool
from flows.requests import EvaluationRequest, Means
from flows.shards import Work, chunks
from lake.commit import commit
from lake.lease import lease
from lake.publish import RunRecord, publish, record_of, start_run
from lake.resume import missing, receipts
from lake.scan import scan
from lake.stage import Shard
from lake.store import Lake, open_lake
from schemas.errors import ConfigError
from schemas.identity import run_id
from schemas.settings import EpisodeSettings, EvaluationSettings, Recipe
from tasks.models.answerers import make_answerer
from tasks.models.parse import PARSER_VERSION
from tasks.models.prompting import prompts_digest
from tasks.replay_episodes import ReplayJob, replay_episodes
from tasks.run_rung import RungJob, run_rung
from tasks.rungs.rungs import RUNGS
from tasks.score_run import score_run

_SPLIT = "test"
_EPISODES_A_REPLAY_SHARD = 5


@flow(name="evaluate", validate_parameters=False)
def evaluate(request: EvaluationRequest, means: Means) -> RunRecord:
    """Ask a published generation's test questions under every rung; a published evaluation is returned as it stands.

    Raises:
        ConfigError: There is no such generation, rung or answerer.
    """
    lake = open_lake(means.lake, create=False)
    generation = _published_generation(lake, request.generation)
    made_with = json.loads(generation.manifest)["settings"]
    settings = _settings(lake, request, made_with["world"])
    name = run_id("eval", settings, means.again)
    standing = record_of(lake, name)
    if standing and standing.state == "published":
        return standing
    with ExitStack() as stack:
        held = stack.enter_context(lease(lake, name))
        started = monotonic()
        record = start_run(lake, name, "eval", manifest_of(settings, means.again, read=dict(generation.versions)))
        work = Work(lake, name, stack.enter_context(Pool(means.workers, runner=means.runner)), means.workers)
        _climb(lake, name, settings, request.answerers, made_with, work)
        held.check()
        return publish(lake, dataclasses.replace(record, seconds=monotonic() - started))


def _climb(
    lake: Lake,
    name: str,
    settings: EvaluationSettings,
    specs: tuple[str, ...],
    made_with: dict[str, Any],
    work: Work,
) -> None:
    generation, episode_settings = settings.generation, EpisodeSettings.from_plain(made_with["episode"])
    questions = scan(lake, "questions", run_id=generation, split=_SPLIT)
    work.put(_SPLIT, "designated", {"designated": _designated(questions, settings)})
    episodes = scan(lake, "episodes", run_id=generation, split=_SPLIT).sort("house_id", "episode_id").collect()
    work.do(
        "replay",
        replay_episodes,
        [
            ReplayJob(
                lake.root,
                Shard(name, _SPLIT, f"{rung}-walk-{number:04d}"),
                generation,
                episode_ids,
                rung,
                settings.world,
                episode_settings,
            )
            for rung in settings.rungs
            if RUNGS[rung].navigates
            for number, episode_ids in enumerate(chunks(episodes["episode_id"], _EPISODES_A_REPLAY_SHARD))
        ],
    )
    recipe: Recipe = made_with["recipe"]
    work.do(
        "answers",
        run_rung,
        [
            RungJob(
                lake.root,
                Shard(name, _SPLIT, f"{rung}-{answerer.replace(':', '-')}"),
                generation,
                rung,
                answerer,
                settings.seed,
                recipe,
                episode_settings,
            )
            for rung in settings.rungs
            for answerer in specs
        ],
    )
    score = Shard(name, _SPLIT, "score")
    if missing(lake, name, [score]):
        score_run(lake.root, score, generation)
    commit(lake, name, receipts(lake, name, [score]))


def _published_generation(lake: Lake, generation: str) -> RunRecord:
    record = record_of(lake, generation)
    if record is None or record.kind != "gen":
        raise ConfigError(f"no generation `{generation}` in {lake.root}. `ladder runs` lists what there is.")
    if record.state != "published":
        raise ConfigError(f"generation `{generation}` is {record.state}, not published. Generate it again first.")
    return record


def _settings(lake: Lake, request: EvaluationRequest, world: str) -> EvaluationSettings:
    for rung in request.rungs:
        if rung not in RUNGS:
            raise ConfigError(f"no rung `{rung}`. There are {', '.join(RUNGS)}.")
    train, train_episodes = (
        scan(lake, table, run_id=request.generation, split="train").collect() for table in ("questions", "episodes")
    )
    answerers = tuple(
        make_answerer(spec, request.seed, train if train.height else None, train_episodes).name
        for spec in request.answerers
    )
    return EvaluationSettings(
        seed=request.seed,
        generation=request.generation,
        rungs=tuple(rung for rung in RUNGS if rung in request.rungs),
        answerers=answerers,
        world=world,
        prompts=prompts_digest(),
        parser=PARSER_VERSION,
    )


def _designated(questions: pl.LazyFrame, settings: EvaluationSettings) -> pl.DataFrame:
    """Every question of the split under every rung and answerer."""
    ladder = pl.LazyFrame({"rung": settings.rungs}).join(pl.LazyFrame({"answerer": settings.answerers}), how="cross")
    return questions.select("episode_id", "question_id").join(ladder, how="cross").collect()
