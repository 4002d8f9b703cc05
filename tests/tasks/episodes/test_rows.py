import polars as pl

from schemas.contract import check
from schemas.settings import EpisodeSettings
from schemas.tables import rows_frame
from tasks.episodes.batch import Batch
from tasks.episodes.rows import actions_of, house_row, houses_of, spawn_of
from tasks.episodes.slots import Lodging, Slot, lay_out
from tasks.houses.house import House
from tasks.worlds.embedded.world import EmbeddedWorld

SETTINGS = EpisodeSettings()


def in_split(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(run_id=pl.lit("gen-000000000000"), split=pl.lit("test"))


def batch_of(world: EmbeddedWorld, house: House, slots: list[Slot], *, draw: bool) -> dict[str, pl.DataFrame]:
    batch = Batch(world, {house.id: house}, SETTINGS, draw=draw)
    batch.find(slots, 7)
    return batch.frames()


def test_a_batch_keeps_its_contracts(world: EmbeddedWorld, houses: dict[int, House]) -> None:
    slots = lay_out("test", [Lodging.of(houses[4])], 4, 7)
    frames = batch_of(world, houses[4], slots, draw=True)
    for table, rows in frames.items():
        check(table, in_split(rows))
    assert frames["episodes"]["episode_id"].to_list() == [slot.episode_id for slot in slots]
    assert frames["images"].height == frames["frames"].height == frames["episodes"]["n_frames"].sum()


def test_records_are_the_same_without_pictures(world: EmbeddedWorld, houses: dict[int, House]) -> None:
    slots = lay_out("test", [Lodging.of(houses[4])], 4, 7)
    drawn, plain = (batch_of(world, houses[4], slots, draw=draw) for draw in (True, False))
    assert plain["images"].is_empty()
    assert plain["observations"].equals(drawn["observations"])
    assert plain["frames"].drop("pixel_hash").equals(drawn["frames"].drop("pixel_hash"))


def test_an_episode_can_be_read_back_from_its_row(world: EmbeddedWorld, houses: dict[int, House]) -> None:
    slots = lay_out("test", [Lodging.of(houses[4])], 4, 7)
    row = batch_of(world, houses[4], slots, draw=False)["episodes"].row(0, named=True)
    assert spawn_of(row).horizon == 0.0
    actions = actions_of(row)
    assert len(actions) == row["n_actions"]
    assert actions[-1].name == "Done"


def test_a_house_can_be_read_back_from_its_row(houses: dict[int, House]) -> None:
    rows = rows_frame("houses", [house_row(houses[4])])
    assert houses_of(rows)[houses[4].id] == houses[4]
