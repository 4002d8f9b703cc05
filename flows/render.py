"""Draw pictures later into a published generation that was made without them (`ladder render`).

The generation keeps its name and its rows: only `images` grows. Pictures are staged first and committed together, so
that a reader of the published run meets all of a call's pictures or none, and its row in `runs` is then written anew.
"""

import dataclasses
from contextlib import ExitStack

from prefect import flow

from flows.logs import event, tell_gate, told_run
from flows.manifest import rendered_in, stages_of, with_rendered, with_stages
from flows.pool import Pool
from flows.prepare import RenderPlan, prepare_rendering
from flows.requests import Means, RenderRequest
from flows.shards import Work
from lake.commit import commit, withdraw
from lake.lease import Lease, lease
from lake.publish import RunRecord, republish
from lake.receipts import staged_shards
from lake.resume import missing, receipts
from lake.rows import replace_rows
from lake.select import shards_with
from lake.stage import Receipt, Shard
from schemas.errors import GateError
from tasks.check_generation import check_generation
from tasks.render_frames import RenderJob, render_frames
from tasks.worlds.open import prepare_world

_SHARD = "images-"


@flow(name="render", validate_parameters=False)
def render(request: RenderRequest, means: Means) -> RunRecord:
    """Draw, check and publish again; a generation that has all the pictures asked for is returned as it stands.

    Raises:
        ConfigError: There is no such published generation or split, its world cannot be had here, or the disk is full.
        ContractError: An episode comes out otherwise than it is stored; nothing became visible.
        GateError: The generation fails its expectations with the pictures; they were taken out again.
    """
    plan = prepare_rendering(request, means)
    lake, name = plan.lake, plan.generation.run_id
    with ExitStack() as stack:
        held = stack.enter_context(lease(lake, name))
        jobs = _jobs(plan)
        if _is_done(plan, jobs):
            return plan.generation
        stack.enter_context(told_run(name, begun=True))
        prepare_world(plan.settings.world)
        with Pool(means.workers, runner=means.runner, lake=lake.root) as pool:
            work = Work(lake, name, pool, means.workers)
            staged = work.stage("pictures", render_frames, jobs)
        return _publish(plan, staged, held, work)


def _jobs(plan: RenderPlan) -> list[RenderJob]:
    """One a shard of episodes: the same houses together as when they were walked.

    A split whose pictures an earlier call began and did not publish is done too: what is staged must be committed before
    the run can be published again. One that was published is let be, so that a failed gate takes back none of it.
    """
    lake, name = plan.lake, plan.generation.run_id
    begun = {shard.split for shard in staged_shards(lake, name) if shard.name.startswith(_SHARD)}
    wanted = {*plan.splits, *begun}.difference(rendered_in(plan.generation.manifest))
    return [
        RenderJob(
            lake=lake.root,
            shard=Shard(name, split, f"{_SHARD}{number:04d}"),
            episodes=episodes,
            world=plan.settings.world,
            settings=plan.settings.episode,
        )
        for split, _ in plan.settings.splits
        if split in wanted
        for number, episodes in enumerate(shards_with(lake, name, split, "episodes"))
    ]


def _is_done(plan: RenderPlan, jobs: list[RenderJob]) -> bool:
    """Whether every picture is staged and the record in `runs` tells of them all."""
    lake, name = plan.lake, plan.generation.run_id
    n_staged = sum(receipt.rows.get("images", 0) for receipt in receipts(lake, name))
    return plan.generation.rows.get("images", 0) == n_staged and not missing(lake, name, [job.shard for job in jobs])


def _publish(plan: RenderPlan, staged: list[Receipt], held: Lease, work: Work) -> RunRecord:
    lake, name = plan.lake, plan.generation.run_id
    held.check()
    commit(lake, name, staged)
    with work.timed("gate"):
        result = check_generation(lake.root, name, plan.settings)
    tell_gate(passed=result.passed, summary=result.summary)
    if not result.passed:
        withdraw(lake, name, staged)
        raise GateError(
            f"{result.summary} The pictures were taken out of {name} again, which stands as it was; the whole account is "
            f"at {result.docs_index}."
        )
    replace_rows(lake, "validations", name, result.rows)
    replace_rows(lake, "quarantine", name, result.quarantine)
    manifest = with_stages(plan.generation.manifest, [*stages_of(plan.generation.manifest), *work.stages])
    manifest = with_rendered(manifest, (receipt.shard.split for receipt in staged))
    published = republish(lake, dataclasses.replace(plan.generation, manifest=manifest))
    event("run_published", rows=published.rows)
    return published
