"""Make a generation: houses, episodes, questions, gate, publication."""

import dataclasses
from collections.abc import Sequence
from contextlib import ExitStack
from time import monotonic
from typing import Any

from prefect import flow

from flows.artifacts import show_run
from flows.logs import event, tell_gate, told_run
from flows.manifest import manifest_of, plain_request, with_stages
from flows.pool import Pool
from flows.prepare import GenerationPlan, prepare_generation
from flows.questions import ask
from flows.requests import EvaluationRequest, GenerationRequest, Means
from flows.shards import Work
from lake.lease import lease
from lake.publish import RunRecord, publish, reject, start_run, state_of
from lake.rows import replace_rows
from lake.stage import Shard
from lake.store import Lake
from schemas.errors import GateError
from schemas.settings import GenerationSettings
from tasks.check_generation import check_generation
from tasks.episodes.planning import SplitPlan
from tasks.generate_episodes import EpisodeJob, generate_episodes
from tasks.worlds.open import prepare_world


@flow(name="generate", validate_parameters=False)
def generate(request: GenerationRequest, means: Means, then: EvaluationRequest | None = None) -> RunRecord:
    """Generate, check and publish; a published run is returned as it stands.

    `then` is what will be asked of it; the manifest keeps it for `ladder run --resume`.

    Raises:
        ConfigError: The houses cannot hold what is asked for, or the lake cannot be used.
        GateError: The generation failed its expectations; nothing was published.
    """
    plan = prepare_generation(request, means)
    if plan.published:
        return plan.published
    lake, name, settings = plan.lake, plan.run_id, plan.settings
    with ExitStack() as stack:
        held = stack.enter_context(lease(lake, name))
        stack.enter_context(told_run(name, begun=state_of(lake, name) == "started"))
        started = monotonic()
        record = begin(plan, request, means, then)
        with Pool(means.workers, runner=means.runner, lake=lake.root) as pool:
            work = Work(lake, name, pool, means.workers)
            _fill(lake, name, settings, plan.splits, work)
        # The gate and the digests hold whole tables: the workers have given their memory back by now.
        held.check()
        return _pass_gate(lake, record, settings, started, work)


def begin(
    plan: GenerationPlan, request: GenerationRequest, means: Means, then: EvaluationRequest | None = None
) -> RunRecord:
    """The run's record, with all in its manifest that another process needs to go on with it."""
    asked = {} if then is None else {"then": plain_request(then)}
    manifest = manifest_of(plan.settings, means.again, houses=_house_list(plan, request), **asked)
    return start_run(plan.lake, plan.run_id, "gen", manifest)


def walk_episodes(lake: Lake, name: str, settings: GenerationSettings, plans: Sequence[SplitPlan], work: Work) -> None:
    """Stage and commit all houses, and then what is found, walked and drawn in them."""
    for plan in plans:
        work.put(plan.split, "houses", {"houses": plan.houses})
    prepare_world(settings.world)
    work.do(
        "episodes",
        generate_episodes,
        [
            EpisodeJob(lake.root, Shard(name, plan.split, shard), slots, settings)
            for plan in plans
            for shard, slots in plan.shards
        ],
    )


def _fill(lake: Lake, name: str, settings: GenerationSettings, plans: Sequence[SplitPlan], work: Work) -> None:
    walk_episodes(lake, name, settings, plans, work)
    episode_ids = {plan.split: [slot.episode_id for _, slots in plan.shards for slot in slots] for plan in plans}
    ask(lake, name, settings, episode_ids, work)


def _pass_gate(lake: Lake, record: RunRecord, settings: GenerationSettings, started: float, work: Work) -> RunRecord:
    with work.timed("gate"):
        result = check_generation(lake.root, record.run_id, settings)
        replace_rows(lake, "validations", record.run_id, result.rows)
        replace_rows(lake, "quarantine", record.run_id, result.quarantine)
    tell_gate(passed=result.passed, summary=result.summary)
    if not result.passed:
        reject(lake, record)
        raise GateError(
            f"{result.summary} Nothing was published; the rows are in `quarantine` under {record.run_id}, "
            f"the whole account is at {result.docs_index}."
        )
    manifest = with_stages(record.manifest, work.stages)
    published = publish(lake, dataclasses.replace(record, manifest=manifest, seconds=monotonic() - started))
    event("run_published", seconds=published.seconds, rows=published.rows)
    show_run(published, work.stages, {"Data Docs": str(result.docs_index)})
    return published


def _house_list(plan: GenerationPlan, request: GenerationRequest) -> dict[str, Any]:
    """What was read or drawn for houses, where, and what was refused, for the manifest."""
    source = plan.source
    if source.files is None:
        return {"source": source.identity, "redrawn": {each.split: each.redrawn for each in plan.splits}}
    return {
        "source": source.identity,
        "path": None if request.houses is None else str(request.houses.absolute()),
        "read": len(source.files.houses),
        "refused": [{"source": each.source, "reason": each.reason} for each in source.files.refused],
        "duplicates": [{"source": each.source, "kept": each.kept} for each in source.files.duplicates],
    }
