"""A real generation of records for each recipe, made without a lake: houses, walks, questions, and no pictures.

`LADDER_CONTROL_EPISODES=600` makes it full scale; the number of CI is small, and the tolerances grow with it.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import polars as pl
import pytest

from schemas.settings import SOUND_ATYPICAL, EpisodeSettings, GenerationSettings
from schemas.tables import OWN, rows_frame
from tasks.episodes.batch import Batch
from tasks.episodes.planning import house_source, plan_splits
from tasks.episodes.rows import houses_of
from tasks.policies.base import Goal, Policy
from tasks.policies.rollout import roll_out
from tasks.questions.cells import plan_menus
from tasks.questions.ledger import acceptance_of, facts_of, slot_rows, thinning_rows
from tasks.questions.recipe_paper import write_paper_questions
from tasks.questions.recipe_sound import slots, write_sound_questions
from tasks.questions.record import Question
from tasks.questions.trajectories import trajectories
from tasks.questions.walks import walks
from tasks.rungs.footage import Footage, footage_of, walked
from tasks.worlds.open import open_world, world_fingerprint

SEED = 7
N_EPISODES = int(os.environ.get("LADDER_CONTROL_EPISODES", "40"))


@dataclass(frozen=True)
class Records:
    """One split of a generation."""

    recipe: str
    tables: dict[str, pl.DataFrame]
    """`houses`, `episodes`, `frames`, `observations`, `images`."""
    questions: list[Question]
    footage: dict[str, Footage]
    settings: GenerationSettings


@dataclass(frozen=True)
class Walked:
    """What came of a policy in a split: its walks as a rung shows them, and the rows of `navigation`."""

    own: dict[str, Footage]
    navigation: pl.DataFrame


def _walked(settings: GenerationSettings, split: str) -> dict[str, pl.DataFrame]:
    (plan,) = plan_splits(house_source(None), settings)
    with open_world(settings.world, settings.episode) as world:
        batch = Batch(world, houses_of(plan.houses), settings.episode, draw=False)
        for _, found in plan.shards:
            batch.find(found, settings.seed)
    tables = {"houses": plan.houses, **batch.frames()}
    return {name: rows.with_columns(split=pl.lit(split)) for name, rows in tables.items()}


def _sound(tables: dict[str, pl.DataFrame], seed: int, split: str) -> list[Question]:
    rows = {name: tables[name] for name in ("episodes", "frames", "observations")}
    menus = plan_menus(facts_of(tables["episodes"], tables["frames"]), seed, split)
    strolls = list(walks(**rows, houses=tables["houses"], settings=EpisodeSettings()))
    counted = []
    for walk in strolls:
        episode_id = walk.trajectory.episode_id
        counted += slot_rows(episode_id, slots(walk, menus.families[episode_id], seed))[0]
    accepted = acceptance_of(thinning_rows(rows_frame("candidates", counted), menus))
    asked = []
    for walk in strolls:
        asked += write_sound_questions(walk, menus.families[walk.trajectory.episode_id], accepted, seed)[0]
    return asked


def _paper(tables: dict[str, pl.DataFrame], seed: int, split: str) -> list[Question]:
    rows = {name: tables[name] for name in ("episodes", "frames", "observations")}
    strolls = trajectories(**rows, houses=tables["houses"], settings=EpisodeSettings())
    return [question for walk in strolls for question in write_paper_questions(walk, seed, (split, walk.episode_id))]


def _made(recipe: str, split: str, n_episodes: int) -> Records:
    episode = EpisodeSettings()
    world = world_fingerprint("embedded", episode)
    atypical = SOUND_ATYPICAL if recipe == "sound" else 0.0
    settings = GenerationSettings(
        SEED, house_source(None).identity, world, recipe, ((split, n_episodes),), (), atypical
    )
    tables = _walked(settings, split)
    asked = (_sound if recipe == "sound" else _paper)(tables, SEED, split)
    return Records(recipe, tables, asked, footage_of(tables, episode, lambda episode_id: {}), settings)


@pytest.fixture(scope="session")
def generate() -> Callable[[str, str, int], Records]:
    """A split of a recipe, made once; forty episodes need some ten seconds, so whatever asks for them is slow."""
    return cache(_made)


@pytest.fixture(scope="session")
def n_episodes() -> int:
    return N_EPISODES


@pytest.fixture(scope="session", params=["sound", "paper"])
def records(request, generate) -> Records:
    return generate(request.param, "test", N_EPISODES)


def _rolled_out(records: Records, policy: Policy) -> Walked:
    tables, settings = records.tables, records.settings.episode
    goals = {
        episode_id: Goal(episode_id, target_type)
        for episode_id, target_type in tables["episodes"].select("episode_id", "target_type").iter_rows()
    }
    houses = houses_of(tables["houses"])
    with open_world(records.settings.world, settings) as world:
        rows = roll_out([world], houses, tables["episodes"], goals, policy, "E3", settings, SEED)
    walk = rows["navigation"]
    own = walked(tables, {name: rows[table].drop("rung") for name, table in OWN.items()}, walk["episode_id"])
    said_done = dict(walk.select("episode_id", pl.col("target_type_visible_at_done").is_not_null()).iter_rows())
    return Walked(footage_of(own, settings, lambda episode_id: {}, said_done), walk)


@pytest.fixture(scope="session")
def roll_out_in() -> Callable[[Records, Policy], Walked]:
    return _rolled_out
