"""What a run will be, settled before a server is started or a row is written: its name, its plan, or that it is there.

All bad input that can be seen beforehand is refused here. The front door calls this first; the flow calls it again, for
its parameters travel through Prefect and must be small, and gets the plan that was just made.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from flows.beforehand import check_apart, check_names, distinct, policy_names, prompts_for
from flows.manifest import rendered_in
from flows.requests import EvaluationRequest, GenerationRequest, Means, RenderRequest
from flows.runners.spec import check_runner
from flows.space import check_space
from lake.publish import RunRecord, record_of
from lake.scan import scan
from lake.store import Lake, open_lake
from lake.verify import verify
from schemas.errors import ConfigError
from schemas.identity import run_id
from schemas.settings import EpisodeSettings, EvaluationSettings, GenerationSettings, Split
from tasks.episodes.planning import HouseSource, SplitPlan, house_source, plan_splits
from tasks.episodes.rows import houses_of
from tasks.houses.source import HouseSet
from tasks.models.answerers import make_answerer
from tasks.models.held import held, is_model
from tasks.models.parse import PARSER_VERSION
from tasks.models.prompting import Prompts
from tasks.rungs.rungs import named, walks_of
from tasks.worlds.open import check_world, world_fingerprint


@dataclass(frozen=True, slots=True)
class GenerationPlan:
    lake: Lake
    run_id: str
    settings: GenerationSettings
    source: HouseSource
    splits: tuple[SplitPlan, ...]
    published: RunRecord | None
    """The run itself, where it has been made already; there is nothing to plan then."""


@dataclass(frozen=True, slots=True)
class EvaluationPlan:
    lake: Lake
    run_id: str
    settings: EvaluationSettings
    request: EvaluationRequest
    """As the user put it, but that each answerer is named once: one for each of `settings.answerers`."""
    prompts: Prompts
    generation: RunRecord
    made_with: Mapping[str, Any]
    """The generation's own settings, as its manifest has them."""
    published: RunRecord | None

    @property
    def episode_settings(self) -> EpisodeSettings:
        """Those that the generation's episodes were made under."""
        return EpisodeSettings.from_plain(self.made_with["episode"])


@dataclass(frozen=True, slots=True)
class RenderPlan:
    lake: Lake
    generation: RunRecord
    settings: GenerationSettings
    splits: tuple[Split, ...]
    """Those to draw, whose episodes were stored without pictures and got none since."""


@lru_cache(maxsize=1)
def prepare_generation(request: GenerationRequest, means: Means) -> GenerationPlan:
    """Read the houses, name the run and lay out its shards.

    Raises:
        ConfigError: The houses cannot hold what is asked for, or the lake cannot be used.
    """
    if request.stored:
        source = stored_houses(open_lake(means.lake, create=False), request.stored)
    else:
        source = house_source(request.houses)
    settings = GenerationSettings(
        seed=request.seed,
        houses=source.identity,
        world=world_fingerprint(request.world, EpisodeSettings()),
        recipe=request.recipe,
        splits=request.splits,
        frames=request.frames,
        atypical=request.atypical,
        house_counts=request.house_counts,
    )
    name = run_id("gen", settings, means.again)
    lake = open_lake(means.lake, create=True)
    check_runner(means.runner, lake)
    standing = record_of(lake, name)
    if standing and standing.state == "published":
        return GenerationPlan(lake, name, settings, source, (), standing)
    check_space(lake, name, settings)
    return GenerationPlan(lake, name, settings, source, tuple(plan_splits(source, settings)), None)


def prepare_evaluation(request: EvaluationRequest, means: Means) -> EvaluationPlan:
    """Find the generation and name the run.

    Raises:
        ConfigError: There is no such published generation, rung or answerer, a model cannot be had, or the prompts cannot
            serve a rung.
    """
    check_names(request)
    request = replace(request, answerers=distinct(request.answerers))
    lake = open_lake(means.lake, create=False)
    check_runner(means.runner, lake)
    generation = published_generation(lake, request.generation)
    made_with = json.loads(generation.manifest)["settings"]
    rungs = named(request.rungs)
    prompts = prompts_for(request, rungs, made_with["recipe"])
    episode = EpisodeSettings.from_plain(made_with["episode"])
    if walks_of(rungs):
        check_world(made_with["world"], episode)
    settings = EvaluationSettings(
        seed=request.seed,
        generation=request.generation,
        rungs=rungs,
        answerers=_answerer_names(lake, request),
        world=made_with["world"],
        prompts=prompts.digest,
        parser=PARSER_VERSION,
        policy=policy_names(request, rungs, episode, prompts),
        decoder=request.decoder,
        letters=prompts.letters,
    )
    name = run_id("eval", settings, means.again)
    standing = record_of(lake, name)
    published = standing if standing and standing.state == "published" else None
    return EvaluationPlan(lake, name, settings, request, prompts, generation, made_with, published)


def _answerer_names(lake: Lake, request: EvaluationRequest) -> tuple[str, ...]:
    """What the answerers call themselves, each otherwise than the others."""
    train, episodes = (
        scan(lake, table, run_id=request.generation, split="train").collect() for table in ("questions", "episodes")
    )
    names = []
    for spec in request.answerers:
        if is_model(spec):
            answerer = held(spec, request.seed, request.decoder, request.serving, request.loading)
        else:
            answerer = make_answerer(spec, request.seed, train if train.height else None, episodes)
        names.append(answerer.name)
    check_apart(request.answerers, names)
    return tuple(names)


def prepare_rendering(request: RenderRequest, means: Means) -> RenderPlan:
    """Find the generation, and what of it has no pictures.

    Raises:
        ConfigError: There is no such published generation or split, its world cannot be had here, or the disk is full.
    """
    lake = open_lake(means.lake, create=False)
    check_runner(means.runner, lake)
    record = published_generation(lake, request.generation)
    settings = GenerationSettings.from_plain(json.loads(record.manifest)["settings"])
    there = tuple(split for split, _ in settings.splits)
    if strangers := [split for split in request.splits if split not in there]:
        raise ConfigError(
            f"generation `{request.generation}` has no split {strangers[0]}. It has {', '.join(there)}; name some of "
            "them with --splits, or leave it out."
        )
    drawn = {*settings.frames, *rendered_in(record.manifest)}
    undrawn = tuple(split for split in request.splits or there if split not in drawn)
    check_world(settings.world, settings.episode)
    if undrawn:
        alone = tuple((split, n) for split, n in settings.splits if split in undrawn)
        check_space(lake, record.run_id, replace(settings, splits=alone, frames=undrawn))
    return RenderPlan(lake, record, settings, undrawn)


def stored_houses(lake: Lake, generation: str) -> HouseSource:
    """The houses that a generation holds, as if they had been read from files."""
    rows = scan(lake, "houses", run_id=generation).select("house_id", "source", "document", "content_hash").collect()
    houses = houses_of(rows.sort("content_hash"))
    found = HouseSet(tuple(houses.values()), (), ())
    return HouseSource(found.digest, found)


def published_generation(lake: Lake, generation: str) -> RunRecord:
    """The record of a published generation; ConfigError where there is none, LakeError where it has lost something."""
    record = record_of(lake, generation)
    if record is None or record.kind != "gen":
        raise ConfigError(f"no generation `{generation}` in {lake.root}. `ladder runs` lists what there is.")
    if record.state != "published":
        raise ConfigError(f"generation `{generation}` is {record.state}, not published. Generate it again first.")
    verify(lake, record)
    return record
