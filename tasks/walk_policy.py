"""Let a policy walk one shard's episodes under a rung (E1, E3, E4)."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.select import of_episodes, of_houses
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.errors import ContractError
from schemas.settings import DecoderSettings, EpisodeSettings, LoadingSettings, ServingSettings
from tasks.episodes.rows import houses_of
from tasks.models.chat import ChatModel
from tasks.models.held import held
from tasks.models.model_answerer import ModelAnswerer
from tasks.models.prompting import Prompts, built_in
from tasks.policies.base import Goal
from tasks.policies.policies import PolicyMeans, make_policy
from tasks.policies.rollout import roll_out
from tasks.rungs.rungs import RUNGS, Rung
from tasks.worlds.lost import Mishap, mishaps_frame
from tasks.worlds.open import open_world


@dataclass(frozen=True, slots=True)
class WalkJob:
    lake: str
    shard: Shard
    """Of the evaluation."""
    generation: str
    episode_ids: tuple[str, ...]
    rung: str
    policy: str
    """Spec of who walks, as `tasks.policies.policies.policy_for` gives it for the rung."""
    world: str
    """Fingerprint of the world that the generation was made in."""
    seed: int
    settings: EpisodeSettings
    prompts: Prompts = field(default_factory=built_in)
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    serving: ServingSettings = field(default_factory=ServingSettings)
    loading: LoadingSettings = field(default_factory=LoadingSettings)
    at_once: int = 1
    """Episodes that are walked at the same time, one world each: what keeps a model busy. Built-in policies gain nothing."""


@task(task_run_name="walk {job.rung} {job.shard.split} {job.shard.name}", cache_policy=NO_CACHE)
def walk_policy(job: WalkJob, each: Callable[[], None] | None = None) -> Receipt:
    """Stage navigation, steps and every frame of the walks: `own_frames`, `own_images`, `own_observations`.

    Args:
        job: Who walks what.
        each: Called with every walk that is over.

    Raises:
        AnswererError: The policy, or the model that it asks, failed for good; nothing of the shard is staged.
        ConfigError: The policy or the world cannot be had.
    """
    lake, split, rung = Lake(job.lake), job.shard.split, RUNGS[job.rung]
    rows = of_episodes(lake, ("episodes", "questions"), job.generation, split, job.episode_ids)
    houses = houses_of(of_houses(lake, job.generation, split, rows["episodes"]["house_id"]))
    means = PolicyMeans(
        job.seed, job.settings, job.prompts, job.decoder, rung.accumulates, lambda spec: chat_model_for(job, spec)
    )
    mishaps: list[Mishap] = []
    with ExitStack() as stack:
        policy = make_policy(job.policy, means)
        stack.callback(policy.close)
        count = max(1, min(job.at_once, rows["episodes"].height))
        worlds = [stack.enter_context(open_world(job.world, job.settings)) for _ in range(count)]
        walked = roll_out(
            worlds,
            houses,
            rows["episodes"],
            goals_of(rung, rows["episodes"], rows["questions"]),
            policy,
            job.rung,
            job.settings,
            job.seed,
            mishaps.append,
            each or (lambda: None),
        )
    return stage(lake, job.shard, {**walked, "mishaps": mishaps_frame(mishaps, job.shard.name)})


def goals_of(rung: Rung, episodes: pl.DataFrame, questions: pl.DataFrame) -> dict[str, Goal]:
    """What a rung tells its policy, by episode id: a graph's instruction names the room, and its context is a question."""
    tells_room = rung.walk == "graph"
    first = dict[str, str]()
    if tells_room and rung.context:
        ordered = questions.sort("question_id").unique("episode_id", keep="first", maintain_order=True)
        first = dict(ordered.select("episode_id", "text").iter_rows())
    return {
        episode_id: Goal(episode_id, target_type, target_room if tells_room else "", first.get(episode_id, ""))
        for episode_id, target_type, target_room in episodes.select(
            "episode_id", "target_type", "target_room"
        ).iter_rows()
    }


def chat_model_for(job: WalkJob, spec: str) -> ChatModel:
    """The model that this process holds under a spec, the one that answers too where it is the same."""
    decoder = job.decoder.beside_graphs if RUNGS[job.rung].walk == "graph" else job.decoder
    answerer = held(spec, job.seed, decoder, job.serving, job.loading)
    if not isinstance(answerer, ModelAnswerer):
        raise ContractError(f"`{spec}` is no chat model, so no policy can ask it. This is a fault of ours; report it.")
    return answerer.model
