"""`ladder render`: pictures drawn later into a generation that was made without them."""

import sys
from pathlib import Path

import polars as pl
import pytest

from flows.manifest import stages_of
from lake.commit import commit
from lake.publish import record_of, republish
from lake.scan import scan
from lake.stage import Shard, stage
from lake.store import open_lake

sys.path.insert(0, str(Path(__file__).parent))
from ladder_command import HOUSES, SMALL, Ran, digests, ladder  # a helper beside the tests

pytestmark = pytest.mark.slow


def generated(folder: Path, frames: str) -> tuple[Path, str]:
    ran = ladder("generate", "--houses", HOUSES, *SMALL, "--frames", frames, "--lake", folder, "--json")
    assert ran.code == 0, ran.err
    return folder, ran.result["generation"]


@pytest.fixture(scope="session")
def at_once(server: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Digests of a generation that drew every picture while it walked."""
    return digests(*generated(tmp_path_factory.mktemp("at-once") / "lake", "all"))


@pytest.fixture
def undrawn(server: str, tmp_path: Path) -> tuple[Path, str]:
    return generated(tmp_path / "lake", "none")


def rendered(lake: Path, generation: str, *arguments: str, **environment: str) -> Ran:
    return ladder("render", generation, "--lake", lake, *arguments, "--json", **environment)


def test_pictures_drawn_later_have_the_digest_of_those_drawn_at_once(
    undrawn: tuple[Path, str], at_once: dict[str, str]
) -> None:
    before = digests(*undrawn)
    ran = rendered(*undrawn)
    assert ran.code == 0, ran.err
    assert digests(*undrawn)["images"] == at_once["images"]
    assert {**digests(*undrawn), "validations": ""} == {**before, "images": at_once["images"], "validations": ""}


def test_the_run_is_published_again_with_its_pictures_counted(undrawn: tuple[Path, str]) -> None:
    lake, generation = undrawn
    assert rendered(lake, generation, "--splits", "test").code == 0
    opened = open_lake(str(lake), create=False)
    record = record_of(opened, generation)
    assert record is not None
    images = scan(opened, "images").collect()
    assert images["split"].unique().to_list() == ["test"]
    assert (record.state, record.rows["images"]) == ("published", images.height)
    assert record.digests == digests(lake, generation)
    pictures, gate = stages_of(record.manifest)[-2:]
    assert (pictures["stage"], pictures["rows"]["images"]) == ("pictures", images.height)
    assert (gate["stage"], gate["seconds"] > 0) == ("gate", True)
    again = rendered(lake, generation, "--splits", "test")
    assert again.code == 0, again.err
    assert record_of(opened, generation) == record


def test_a_rendering_cut_short_shows_readers_no_part_and_goes_on_where_it_stopped(
    undrawn: tuple[Path, str], at_once: dict[str, str]
) -> None:
    lake, generation = undrawn
    dead_workers = rendered(lake, generation, "--splits", "train", LADDER_FAILPOINT="after_receipt")
    assert dead_workers.code == 1, dead_workers.err
    assert scan(open_lake(str(lake), create=False), "images").collect().is_empty()
    assert rendered(lake, generation, "--splits", "test", LADDER_FAILPOINT="before_publish").code < 0
    ran = rendered(lake, generation, "--splits", "test")
    assert ran.code == 0, ran.err
    assert digests(lake, generation)["images"] == at_once["images"]


def spoil(lake: Path, generation: str) -> None:
    """Publish a question that cites a frame which there is not: the gate fails from now on."""
    opened = open_lake(str(lake), create=False)
    record = record_of(opened, generation)
    assert record is not None
    question = scan(opened, "questions", run_id=generation, split="test").head(1).collect()
    strange = question.with_columns(
        pl.col("question_id").str.replace("_q.*", "_q9"), frame_refs=pl.lit([999], pl.List(pl.Int32))
    )
    commit(opened, generation, [stage(opened, Shard(generation, "test", "strange"), {"questions": strange})])
    republish(opened, record)


def test_a_failed_gate_takes_out_the_pictures_that_are_not_published_and_no_others(undrawn: tuple[Path, str]) -> None:
    lake, generation = undrawn
    assert rendered(lake, generation, "--splits", "train").code == 0
    spoil(lake, generation)
    opened = open_lake(str(lake), create=False)
    record, before = record_of(opened, generation), digests(lake, generation)
    assert record is not None
    assert rendered(lake, generation, "--splits", "test", LADDER_FAILPOINT="between_tables").code < 0
    ran = rendered(lake, generation)
    assert ran.code == 1, ran.err
    assert "The pictures were taken out" in ran.message
    images = scan(opened, "images").select("split").collect()
    assert (images["split"].unique().to_list(), images.height) == (["train"], record.rows["images"])
    assert (record_of(opened, generation), digests(lake, generation)) == (record, before)


def test_replay_finds_the_pictures_that_were_drawn_later(undrawn: tuple[Path, str]) -> None:
    lake, generation = undrawn
    assert rendered(lake, generation, "--splits", "test").code == 0
    ran = ladder("evaluate", generation, "--rungs", "E2,E5", "--answerer", "uniform", "--lake", lake, "--json")
    assert ran.code == 0, ran.err
    opened = open_lake(str(lake), create=False)
    walked = scan(opened, "navigation").collect()
    assert (walked["n_frames"] == walked["n_frames_identical"]).all()
    hashes = scan(opened, "responses").filter(rung="E2").select("evidence_hashes").collect().to_series()
    assert hashes.explode().str.len_bytes().unique().to_list() == [64]


def test_what_cannot_be_drawn_is_refused_in_one_sentence(undrawn: tuple[Path, str]) -> None:
    lake, generation = undrawn
    cases = {
        "no generation": ("gen-000000000000",),
        "no split `tests`": (generation, "--splits", "tests"),
        "has no split validation": (generation, "--splits", "validation"),
    }
    for words, arguments in cases.items():
        ran = rendered(lake, *arguments)
        assert (ran.code, ran.out) == (2, ""), ran.err
        assert words in ran.message


def test_bench_gives_the_figures_of_a_tiny_job(server: str) -> None:
    ran = ladder("bench", "generate", "--houses", HOUSES, *SMALL[:2], "--json")
    assert ran.code == 0, ran.err
    figures = ran.result
    assert (figures["episodes"], figures["workers"]) == (16, 2)
    assert figures["frames"] == figures["pictures"] > 16 * 6
    assert figures["frames_per_second"] == pytest.approx(figures["frames"] / figures["seconds"], rel=0.01)
    assert 50e6 < figures["peak_memory_bytes"] < 6e9
    assert figures["cpu_seconds"] > 0
