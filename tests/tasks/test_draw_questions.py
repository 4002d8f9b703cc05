"""The two passes of `sound` over a small generation, in shards of different sizes."""

import shutil
from pathlib import Path

import polars as pl
import pytest

from lake.canonical import rows_digest
from lake.commit import commit
from lake.digest import digest
from lake.scan import scan
from lake.select import shards_of_episodes
from lake.stage import Shard, stage
from lake.store import Lake, open_lake
from schemas.errors import ContractError
from schemas.settings import EpisodeSettings, GenerationSettings
from tasks.count_candidates import CandidatesJob, count_candidates
from tasks.draw_questions import DrawJob, draw_questions
from tasks.episodes.planning import house_source, plan_splits
from tasks.generate_episodes import EpisodeJob, generate_episodes
from tasks.questions.cells import plan_menus
from tasks.questions.ledger import facts_of, thinning_rows
from tasks.worlds.open import world_fingerprint

pytestmark = pytest.mark.slow

HOUSES = Path(__file__).parents[1] / "data" / "houses"
RUN = "gen-0123456789ab"
N_EPISODES = 32


@pytest.fixture(scope="module")
def settings():
    source = house_source(HOUSES)
    world = world_fingerprint("embedded", EpisodeSettings())
    return GenerationSettings(7, source.identity, world, "sound", (("test", N_EPISODES),), ())


@pytest.fixture(scope="module")
def walked(settings, tmp_path_factory):
    """A lake with the houses and episodes of a test split, and no questions yet."""
    lake = open_lake(str(tmp_path_factory.mktemp("walked") / "lake"), create=True)
    (plan,) = plan_splits(house_source(HOUSES), settings)
    houses = stage(lake, Shard(RUN, "test", "houses"), {"houses": plan.houses})
    commit(lake, RUN, [houses])
    for name, slots in plan.shards:
        commit(lake, RUN, [generate_episodes.fn(EpisodeJob(lake.root, Shard(RUN, "test", name), slots, settings))])
    return lake


def _homes(home, part):
    return tuple({home[episode_id] for episode_id, _ in part})


def asked(walked: Lake, folder: Path, settings: GenerationSettings, size: int) -> Lake:
    """A copy of the lake in which both passes ran, `size` episodes a shard."""
    shutil.copytree(walked.root, folder)
    lake = open_lake(str(folder), create=False)
    rows = [scan(lake, table, run_id=RUN, split="test").collect() for table in ("episodes", "frames")]
    menus = plan_menus(facts_of(*rows), settings.seed, "test")
    ids, home = sorted(menus.families), shards_of_episodes(lake, RUN, "test")
    parts = [
        tuple((each, menus.families[each]) for each in ids[start : start + size]) for start in range(0, len(ids), size)
    ]
    for number, part in enumerate(parts):
        job = CandidatesJob(lake.root, Shard(RUN, "test", f"candidates-{number}"), part, _homes(home, part), settings)
        commit(lake, RUN, [count_candidates.fn(job)])
    thinning = thinning_rows(scan(lake, "candidates", run_id=RUN, split="test").collect(), menus)
    commit(lake, RUN, [stage(lake, Shard(RUN, "test", "thinning"), {"thinning": thinning})])
    stored = rows_digest("thinning", scan(lake, "thinning", run_id=RUN, split="test").collect())
    for number, part in enumerate(parts):
        job = DrawJob(lake.root, Shard(RUN, "test", f"questions-{number}"), part, _homes(home, part), stored, settings)
        commit(lake, RUN, [draw_questions.fn(job)])
    return lake


@pytest.fixture(scope="module")
def in_one_shard(walked, settings, tmp_path_factory):
    return asked(walked, tmp_path_factory.mktemp("one") / "lake", settings, N_EPISODES)


def test_how_episodes_are_cut_into_shards_changes_no_row(walked, in_one_shard, settings, tmp_path):
    in_many = asked(walked, tmp_path / "lake", settings, 5)
    assert digest(in_many, RUN) == digest(in_one_shard, RUN)
    assert {"candidates", "thinning", "drops", "questions"} <= set(digest(in_many, RUN))


def test_every_place_of_the_menus_has_a_question_or_a_reason(in_one_shard):
    questions = scan(in_one_shard, "questions", run_id=RUN).select("episode_id", "family").collect()
    empty = scan(in_one_shard, "drops", run_id=RUN).filter(pl.col("rule").is_in(["unfilled", "shares_a_type"]))
    places = pl.concat([questions, empty.select("episode_id", "family").collect()])
    assert questions.height > N_EPISODES // 2
    assert places.height == places.n_unique() == 4 * N_EPISODES


def test_each_question_is_of_a_text_and_value_that_thinning_accepts(in_one_shard):
    accepted = scan(in_one_shard, "thinning", run_id=RUN).filter(pl.col("acceptance") > 0).collect()
    texts = set(accepted.select("family", "text").rows())
    assert set(scan(in_one_shard, "questions", run_id=RUN).select("family", "text").collect().rows()) <= texts


def test_a_shard_refuses_other_thinning_than_it_was_planned_with(in_one_shard, settings):
    job = DrawJob(in_one_shard.root, Shard(RUN, "test", "late"), (("ep_00000", ("Order",)),), (), "0" * 64, settings)
    with pytest.raises(ContractError, match=r"thinning: split test .* other rows"):
        draw_questions.fn(job)
