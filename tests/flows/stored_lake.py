"""A lake with one published generation: eight episodes of one house, asked by the recipe `paper`."""

from pathlib import Path

from flows.manifest import manifest_of
from lake.commit import commit
from lake.publish import publish, start_run
from lake.resume import receipts
from lake.stage import Shard, stage
from lake.store import Lake, open_lake
from schemas.settings import EpisodeSettings, GenerationSettings
from schemas.tables import rows_frame
from tasks.episodes.batch import Batch
from tasks.episodes.rows import house_row
from tasks.episodes.slots import Lodging, lay_out
from tasks.houses.house import House
from tasks.questions.recipe_paper import write_paper_questions
from tasks.questions.rows import questions_frame
from tasks.questions.trajectories import trajectories
from tasks.worlds.embedded.world import EmbeddedWorld

RUN = "gen-0123456789ab"
N_EPISODES = 8


def stored_lake(root: Path, house: House, *, draw: bool = True) -> Lake:
    """Walk, draw if asked to, and write the questions in this process, and publish."""
    settings = EpisodeSettings()
    world = EmbeddedWorld(settings)
    batch = Batch(world, {house.id: house}, settings, draw=draw)
    batch.find(lay_out("test", [Lodging.of(house)], N_EPISODES, 7), 7)
    tables = {"houses": rows_frame("houses", [house_row(house)]), **batch.frames()}
    walks = trajectories(*(tables[name] for name in ("episodes", "frames", "observations", "houses")), settings)
    asked = [each for walk in walks for each in write_paper_questions(walk, 7, ("test", walk.episode_id))]
    made_with = GenerationSettings(
        7, "tests", world.fingerprint, "paper", (("test", N_EPISODES),), ("test",) if draw else ()
    )
    world.close()
    lake = open_lake(str(root), create=True)
    record = start_run(lake, RUN, "gen", manifest_of(made_with, ""))
    stage(lake, Shard(RUN, "test", "all"), {**tables, "questions": questions_frame(asked)})
    commit(lake, RUN, receipts(lake, RUN))
    publish(lake, record)
    return lake
