"""Climb the ladder: designate, walk, ask, score, publish."""

import dataclasses
from contextlib import ExitStack
from time import monotonic

import polars as pl
from prefect import flow

from flows.manifest import manifest_of
from flows.pool import Pool
from flows.prepare import EvaluationPlan, prepare_evaluation
from flows.requests import EvaluationRequest, Means
from flows.shards import Work, chunks
from lake.commit import commit
from lake.lease import lease
from lake.publish import RunRecord, publish, start_run
from lake.resume import missing, receipts
from lake.scan import scan
from lake.stage import Shard
from schemas.settings import EpisodeSettings, EvaluationSettings
from tasks.replay_episodes import ReplayJob, replay_episodes
from tasks.run_rung import RungJob, run_rung
from tasks.rungs.rungs import RUNGS
from tasks.score_run import score_run
from tasks.worlds.open import prepare_world

_SPLIT = "test"
_EPISODES_A_REPLAY_SHARD = 5


@flow(name="evaluate", validate_parameters=False)
def evaluate(request: EvaluationRequest, means: Means) -> RunRecord:
    """Ask a published generation's test questions under every rung; a published evaluation is returned as it stands.

    Raises:
        ConfigError: There is no such published generation, rung or answerer.
    """
    plan = prepare_evaluation(request, means)
    if plan.published:
        return plan.published
    lake, name = plan.lake, plan.run_id
    with ExitStack() as stack:
        held = stack.enter_context(lease(lake, name))
        started = monotonic()
        read = dict(plan.generation.versions)
        record = start_run(lake, name, "eval", manifest_of(plan.settings, means.again, read=read))
        work = Work(lake, name, stack.enter_context(Pool(means.workers, runner=means.runner)), means.workers)
        _climb(plan, work)
        held.check()
        return publish(lake, dataclasses.replace(record, seconds=monotonic() - started))


def _climb(plan: EvaluationPlan, work: Work) -> None:
    lake, name, settings = plan.lake, plan.run_id, plan.settings
    generation, episode_settings = settings.generation, EpisodeSettings.from_plain(plan.made_with["episode"])
    questions = scan(lake, "questions", run_id=generation, split=_SPLIT)
    work.put(_SPLIT, "designated", {"designated": _designated(questions, settings)})
    episodes = scan(lake, "episodes", run_id=generation, split=_SPLIT).select("episode_id").collect()
    walks = [
        ReplayJob(
            lake=lake.root,
            shard=Shard(name, _SPLIT, f"{rung}-walk-{number:04d}"),
            generation=generation,
            episode_ids=episode_ids,
            rung=rung,
            world=settings.world,
            settings=episode_settings,
        )
        for rung in settings.rungs
        if RUNGS[rung].walk
        for number, episode_ids in enumerate(chunks(episodes["episode_id"], _EPISODES_A_REPLAY_SHARD))
    ]
    if walks:
        prepare_world(settings.world)
    work.do("replay", replay_episodes, walks)
    answers = [
        RungJob(
            lake=lake.root,
            shard=Shard(name, _SPLIT, f"{rung}-{spec.replace(':', '-')}"),
            generation=generation,
            rung=rung,
            answerer=spec,
            seed=settings.seed,
            recipe=plan.made_with["recipe"],
            settings=episode_settings,
        )
        for rung in settings.rungs
        for spec in plan.answerers
    ]
    work.do("answers", run_rung, answers)
    score = Shard(name, _SPLIT, "score")
    if missing(lake, name, [score]):
        score_run(lake.root, score, generation)
    commit(lake, name, receipts(lake, name, [score]))


def _designated(questions: pl.LazyFrame, settings: EvaluationSettings) -> pl.DataFrame:
    """Every question of the split under every rung and answerer."""
    ladder = pl.LazyFrame({"rung": settings.rungs}).join(pl.LazyFrame({"answerer": settings.answerers}), how="cross")
    return questions.select("episode_id", "question_id").join(ladder, how="cross").collect()
