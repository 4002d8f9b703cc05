"""The verb: a policy walks a shard's episodes, and what it leaves in the lake."""

import polars as pl
import pytest

from lake.commit import commit
from lake.scan import scan
from lake.stage import Shard, stage
from lake.store import Lake, open_lake
from schemas.settings import EpisodeSettings
from schemas.tables import rows_frame
from tasks.episodes.batch import Batch
from tasks.episodes.rows import house_row
from tasks.episodes.slots import Lodging, lay_out
from tasks.policies.policies import policy_for
from tasks.rungs.rungs import RUNGS
from tasks.walk_policy import WalkJob, goals_of, walk_policy
from tasks.worlds.embedded.world import EmbeddedWorld

GENERATION, EVALUATION = "gen-0123456789ab", "eval-0123456789ab"
SETTINGS = EpisodeSettings()


@pytest.fixture(scope="module")
def lake(houses, tmp_path_factory) -> Lake:
    """A lake with four episodes and no questions."""
    house, world = houses[4], EmbeddedWorld(SETTINGS)
    batch = Batch(world, {house.id: house}, SETTINGS, draw=False)
    batch.find(lay_out("test", [Lodging.of(house)], 4, 7), 7)
    frames = {**batch.frames(), "houses": rows_frame("houses", [house_row(house)])}
    made = open_lake(str(tmp_path_factory.mktemp("walked") / "lake"), create=True)
    commit(made, GENERATION, [stage(made, Shard(GENERATION, "test", "all"), frames)])
    return made


def walked(lake, rung, policy="frontier", name="walk", ids=("ep_00000", "ep_00001"), at_once=1):
    shard = Shard(EVALUATION, "test", f"{rung}-{name}")
    job = WalkJob(
        lake=lake.root,
        shard=shard,
        generation=GENERATION,
        episode_ids=ids,
        rung=rung,
        policy=policy_for(RUNGS[rung].walk, policy),
        world=EmbeddedWorld(SETTINGS).fingerprint,
        seed=7,
        settings=SETTINGS,
        at_once=at_once,
    )
    return walk_policy.fn(job)


def rows(lake, table):
    return scan(lake, table, run_id=EVALUATION, split="test").collect()


def test_a_shard_leaves_its_walks_under_the_rungs_name(lake):
    commit(lake, EVALUATION, [walked(lake, "E1"), walked(lake, "E1r")])
    walks = rows(lake, "navigation").sort("rung", "episode_id")
    assert walks.select("rung", "episode_id").rows() == [
        (rung, episode_id) for rung in ("E1", "E1r") for episode_id in ("ep_00000", "ep_00001")
    ]
    assert walks["policy"].to_list() == ["done", "done", "random:7", "random:7"]
    for table in ("own_frames", "own_images"):
        assert rows(lake, table).filter(pl.col("rung") == "E1").height == 2


def test_a_shard_tells_of_every_walk_that_is_over(lake):
    seen = []
    job = WalkJob(
        lake.root, Shard(EVALUATION, "test", "told"), GENERATION, ("ep_00002",), "E1", "done",
        EmbeddedWorld(SETTINGS).fingerprint, 7, SETTINGS,
    )  # fmt: skip
    walk_policy.fn(job, lambda: seen.append(1))
    assert seen == [1]


def test_the_same_shard_has_the_same_rows_however_many_are_walked_at_once(lake):
    one, two = (walked(lake, "E1r", name=f"again-{n}", at_once=n) for n in (1, 2))
    assert [part.rows for part in one.files] == [part.rows for part in two.files]
    assert {part.table: part.digest for part in one.files} == {part.table: part.digest for part in two.files}


def test_a_policy_is_told_what_its_rung_tells():
    episodes = pl.DataFrame({"episode_id": ["ep_00000"], "target_type": ["Mug"], "target_room": ["Kitchen"]})
    questions = pl.DataFrame(
        {"episode_id": ["ep_00000"] * 2, "question_id": ["ep_00000_q2", "ep_00000_q1"], "text": ["second?", "first?"]}
    )
    closed, graph = (goals_of(RUNGS[rung], episodes, questions)["ep_00000"] for rung in ("E3", "E4"))
    assert (closed.target_type, closed.target_room, closed.question) == ("Mug", "", "")
    assert (graph.target_type, graph.target_room, graph.question) == ("Mug", "Kitchen", "first?")


def test_a_rung_can_withhold_the_question_from_its_policy():
    (rung,) = (rung for rung in RUNGS.values() if rung.walk == "graph" and not rung.context and not rung.walk_from)
    episodes = pl.DataFrame({"episode_id": ["ep_00000"], "target_type": ["Mug"], "target_room": ["Kitchen"]})
    questions = pl.DataFrame({"episode_id": ["ep_00000"], "question_id": ["ep_00000_q1"], "text": ["first?"]})
    assert goals_of(rung, episodes, questions)["ep_00000"].question == ""
