"""Climb the ladder: designate, walk, ask, score, publish."""

import dataclasses
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import groupby
from time import monotonic
from typing import TypeVar

from prefect import Task, flow

from flows.artifacts import show_run
from flows.limits import GPU_TAG, ensure_gpu_limit
from flows.logs import event, told_run
from flows.manifest import manifest_of, plain_request, with_stages
from flows.pool import Pool
from flows.prepare import EvaluationPlan, prepare_evaluation
from flows.progress import Progress
from flows.requests import EvaluationRequest, Means
from flows.shards import Job, Work
from lake.commit import commit
from lake.lease import lease
from lake.publish import RunRecord, publish, start_run, state_of
from lake.resume import missing, receipts
from lake.rows import replace_rows
from lake.scan import scan
from lake.stage import Receipt, Shard
from schemas.identity import digest_of
from schemas.tables import empty
from tasks.models.held import is_model, needs_gpu, release
from tasks.policies.policies import asks_a_model, policy_for
from tasks.policies.policies import needs_gpu as walks_on_gpu
from tasks.replay_episodes import ReplayJob, replay_episodes
from tasks.run_rung import RungJob, run_rung
from tasks.rungs.rungs import RUNGS, designated, walks_of
from tasks.score_run import score_run
from tasks.walk_policy import WalkJob, walk_policy
from tasks.worlds.open import prepare_world

J = TypeVar("J", bound=Job)

_SPLIT = "test"
_EPISODES_A_SHARD = 5
_WALKS_AT_ONCE = 16
"""Episodes of a model's walk; each holds a world with its house."""
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
        stack.enter_context(told_run(name, begun=state_of(lake, name) == "started"))
        started = monotonic()
        read = dict(plan.generation.versions)
        asked, own = plain_request(plan.request), plan.prompts.own_texts
        manifest = manifest_of(plan.settings, means.again, read=read, asked=asked, own_prompts=own)
        record = start_run(lake, name, "eval", manifest)
        pool = stack.enter_context(Pool(means.workers, runner=means.runner, lake=lake.root))
        work = Work(lake, name, pool, means.workers)
        _climb(plan, work)
        held.check()
        # Shards that failed in an earlier call are done by now: the run is to hold what an undisturbed one does.
        replace_rows(lake, "quarantine", name, empty("quarantine"))
        manifest = with_stages(record.manifest, work.stages)
        published = publish(lake, dataclasses.replace(record, manifest=manifest, seconds=monotonic() - started))
        event("run_published", seconds=published.seconds, rows=published.rows)
        show_run(published, work.stages, {"report": lake.url(f"_reports/{name}/index.html")})
        return published


def _climb(plan: EvaluationPlan, work: Work) -> None:
    lake, name, settings = plan.lake, plan.run_id, plan.settings
    questions = scan(lake, "questions", run_id=settings.generation, split=_SPLIT).collect()
    work.put(_SPLIT, "designated", {"designated": designated(questions, settings.rungs, settings.answerers)})
    jobs = _answer_jobs(plan)
    if any(needs_gpu(job.answerer) for job in jobs) or walks_on_gpu(plan.request.policy):
        ensure_gpu_limit()
    try:
        _walk(plan, work)
        work.do("answers", run_rung, [job for job in jobs if not is_model(job.answerer)])
        # One model after the other, for two of them may not fit into the memory of a GPU.
        asked = sorted((job for job in jobs if is_model(job.answerer)), key=lambda job: job.answerer)
        _in_this_process(work, asked, _ask_once, questions.height)
    finally:
        release()
    score = Shard(name, _SPLIT, "score")
    with work.timed("score"):
        if missing(lake, name, [score]):
            score_run(lake.root, score, settings.generation)
        commit(lake, name, receipts(lake, name, [score]))


def _walk(plan: EvaluationPlan, work: Work) -> None:
    """Replay the references and let policies walk; each walk is a part of the run, under the name of its rung."""
    settings = plan.settings
    walking = walks_of(settings.rungs)
    if not walking:
        return
    prepare_world(settings.world)
    episodes = scan(plan.lake, "episodes", run_id=settings.generation, split=_SPLIT).select("episode_id", "house_id")
    by_house = episodes.collect().sort("house_id", "episode_id")["episode_id"].to_list()
    replays = [rung for rung in walking if RUNGS[rung].walk == "replay"]
    work.do("replay", replay_episodes, [job for rung in replays for job in _replays(plan, rung, by_house)])
    walks = [job for rung in walking if rung not in replays for job in _walks(plan, rung, by_house)]
    work.do("walks", walk_policy, [job for job in walks if not asks_a_model(job.policy)])
    _in_this_process(work, [job for job in walks if asks_a_model(job.policy)], _walk_once, len(by_house))


def _replays(plan: EvaluationPlan, rung: str, episode_ids: list[str]) -> Iterator[ReplayJob]:
    for number, some in enumerate(_pieces(episode_ids, _EPISODES_A_SHARD)):
        yield ReplayJob(
            lake=plan.lake.root,
            shard=Shard(plan.run_id, _SPLIT, f"{rung}-walk-{number:04d}"),
            generation=plan.settings.generation,
            episode_ids=some,
            rung=rung,
            world=plan.settings.world,
            settings=plan.episode_settings,
        )


def _walks(plan: EvaluationPlan, rung: str, episode_ids: list[str]) -> Iterator[WalkJob]:
    walk = RUNGS[rung].walk
    assert walk is not None
    policy = policy_for(walk, plan.request.policy)
    # A model is kept busy by many episodes at once; the worlds of AI2-THOR are one a process.
    together = _WALKS_AT_ONCE if asks_a_model(policy) else _EPISODES_A_SHARD
    at_once = together if asks_a_model(policy) and plan.settings.world.startswith("embedded") else 1
    for number, some in enumerate(_pieces(episode_ids, together)):
        yield WalkJob(
            lake=plan.lake.root,
            shard=Shard(plan.run_id, _SPLIT, f"{rung}-walk-{number:04d}"),
            generation=plan.settings.generation,
            episode_ids=some,
            rung=rung,
            policy=policy,
            world=plan.settings.world,
            seed=plan.settings.seed,
            settings=plan.episode_settings,
            prompts=plan.prompts,
            decoder=plan.settings.decoder,
            serving=plan.request.serving,
            loading=plan.request.loading,
            at_once=at_once,
        )


def _pieces(episode_ids: list[str], size: int) -> Iterator[tuple[str, ...]]:
    """In their order: those of a house together, for entering one takes time."""
    for start in range(0, len(episode_ids), size):
        yield tuple(episode_ids[start : start + size])


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
            loading=request.loading,
        )
        for rung in settings.rungs
        if RUNGS[rung].answers
        for spec, answerer in zip(request.answerers, settings.answerers, strict=True)
    ]


def _in_this_process(work: Work, jobs: Sequence[J], do: Callable[[J, Progress], Receipt], steps: int) -> None:
    """Real models are asked by this process alone, one shard after the other: there is one of each, on a GPU or served.

    What a model says is kept as it comes. A stage is a rung of one of them.
    """
    for rung, mine in groupby(jobs, key=lambda job: job.shard.name.partition("-walk-")[0]):
        work.here(rung, list(mine), do, steps)


def _ask_once(job: RungJob, progress: Progress) -> Receipt:
    return _on_gpu(run_rung, needs_gpu(job.answerer))(job, progress.advance)


def _walk_once(job: WalkJob, progress: Progress) -> Receipt:
    return _on_gpu(walk_policy, walks_on_gpu(job.policy))(job, progress.advance)


def _on_gpu(task: Task[..., Receipt], needed: bool) -> Task[..., Receipt]:
    """The task, one at a time on this machine's GPU where it computes there."""
    return task.with_options(tags={GPU_TAG}) if needed else task


def _in_a_path(spec: str) -> str:
    """A spec as a part of a file's name; signs that cannot stand there are told apart by a digest."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", spec)
    return plain if plain == spec.replace(":", "-") else f"{plain[:_LONGEST_NAME]}-{digest_of(spec)[:8]}"
