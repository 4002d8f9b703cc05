"""Climb the ladder: designate, walk, ask, score, publish."""

import dataclasses
import re
from contextlib import ExitStack
from time import monotonic

from prefect import flow

from flows.limits import ensure_gpu_limit
from flows.manifest import manifest_of
from flows.pool import Pool
from flows.prepare import EvaluationPlan, prepare_evaluation
from flows.progress import Progress
from flows.requests import EvaluationRequest, Means
from flows.shards import Work, chunks
from lake.commit import commit
from lake.lease import lease
from lake.publish import RunRecord, publish, start_run
from lake.resume import missing, receipts
from lake.scan import scan
from lake.stage import Shard
from schemas.identity import digest_of
from tasks.models.held import is_model, needs_gpu, release
from tasks.replay_episodes import ReplayJob, replay_episodes
from tasks.run_rung import RungJob, run_rung
from tasks.rungs.rungs import RUNGS, designated, walks_of
from tasks.score_run import score_run
from tasks.worlds.open import prepare_world

_SPLIT = "test"
_EPISODES_A_REPLAY_SHARD = 5
_LONGEST_NAME = 60


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
    questions = scan(lake, "questions", run_id=settings.generation, split=_SPLIT).collect()
    work.put(_SPLIT, "designated", {"designated": designated(questions, settings.rungs, settings.answerers)})
    _walk(plan, work)
    jobs = _answer_jobs(plan)
    work.do("answers", run_rung, [job for job in jobs if not is_model(job.answerer)])
    _ask_models(plan, [job for job in jobs if is_model(job.answerer)], questions.height)
    score = Shard(name, _SPLIT, "score")
    if missing(lake, name, [score]):
        score_run(lake.root, score, settings.generation)
    commit(lake, name, receipts(lake, name, [score]))


def _walk(plan: EvaluationPlan, work: Work) -> None:
    """Replay the references; each walk is a part of the run, under the name of its rung."""
    settings = plan.settings
    episodes = scan(plan.lake, "episodes", run_id=settings.generation, split=_SPLIT).select("episode_id").collect()
    walks = [
        ReplayJob(
            lake=plan.lake.root,
            shard=Shard(plan.run_id, _SPLIT, f"{rung}-walk-{number:04d}"),
            generation=settings.generation,
            episode_ids=episode_ids,
            rung=rung,
            world=settings.world,
            settings=plan.episode_settings,
        )
        for rung in walks_of(settings.rungs)
        if RUNGS[rung].walk == "replay"
        for number, episode_ids in enumerate(chunks(episodes["episode_id"], _EPISODES_A_REPLAY_SHARD))
    ]
    if walks:
        prepare_world(settings.world)
    work.do("replay", replay_episodes, walks)


def _answer_jobs(plan: EvaluationPlan) -> list[RungJob]:
    """One a rung with an answer channel and answerer."""
    request, settings = plan.request, plan.settings
    return [
        RungJob(
            lake=plan.lake.root,
            shard=Shard(plan.run_id, _SPLIT, f"{rung}-{_in_a_path(spec)}"),
            generation=settings.generation,
            rung=rung,
            answerer=spec,
            seed=settings.seed,
            recipe=plan.made_with["recipe"],
            settings=plan.episode_settings,
            prompts=plan.prompts,
            name=answerer,
            decoder=settings.decoder,
            serving=request.serving,
        )
        for rung in settings.rungs
        if RUNGS[rung].answers
        for spec, answerer in zip(request.answerers, settings.answerers, strict=True)
    ]


def _ask_models(plan: EvaluationPlan, jobs: list[RungJob], n_questions: int) -> None:
    """Real models are asked by this process alone, one rung after the other: there is one of each, on a GPU or served.

    What a model says is kept as it comes. An error ends the run at once, and the same command goes on from there.
    """
    lake, name = plan.lake, plan.run_id
    if any(needs_gpu(job.answerer) for job in jobs):
        ensure_gpu_limit(1)
    try:
        for job in jobs:
            if missing(lake, name, [job.shard]):
                ask = run_rung.with_options(tags={"gpu"}) if needs_gpu(job.answerer) else run_rung
                with Progress(f"{job.rung} {job.name}", n_questions, unit="answers") as progress:
                    ask(job, progress.advance)
            commit(lake, name, receipts(lake, name, [job.shard]))
    finally:
        release()


def _in_a_path(spec: str) -> str:
    """A spec as a part of a file's name; signs that cannot stand there are told apart by a digest."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", spec)
    return plain if plain == spec.replace(":", "-") else f"{plain[:_LONGEST_NAME]}-{digest_of(spec)[:8]}"
