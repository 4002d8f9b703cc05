"""The audits over a lake: eight episodes of one house, walked in the embedded world, asked by the recipe `paper`."""

from pathlib import Path

import polars as pl
import pytest

from flows.audit import audit, failed, rendered
from flows.manifest import manifest_of
from lake.commit import commit
from lake.publish import publish, start_run
from lake.resume import receipts
from lake.scan import scan
from lake.stage import Shard, stage
from lake.store import Lake, open_lake
from schemas.errors import ConfigError
from schemas.settings import EpisodeSettings, GenerationSettings
from schemas.tables import rows_frame
from tasks.episodes.batch import Batch
from tasks.episodes.rows import house_row
from tasks.episodes.slots import Lodging, lay_out
from tasks.questions.recipe_paper import write_paper_questions
from tasks.questions.rows import questions_frame
from tasks.questions.trajectories import trajectories
from tasks.worlds.embedded.world import EmbeddedWorld

RUN = "gen-0123456789ab"
N_EPISODES = 8


@pytest.fixture(scope="module")
def lake(tmp_path_factory, houses) -> Lake:
    house, settings = houses[4], EpisodeSettings()
    world = EmbeddedWorld(settings)
    batch = Batch(world, {house.id: house}, settings, draw=True)
    batch.find(lay_out("test", [Lodging.of(house)], N_EPISODES, 7), 7)
    tables = {"houses": rows_frame("houses", [house_row(house)]), **batch.frames()}
    walks = trajectories(*(tables[name] for name in ("episodes", "frames", "observations", "houses")), settings)
    asked = [each for walk in walks for each in write_paper_questions(walk, 7, ("test", walk.episode_id))]
    made_with = GenerationSettings(7, "tests", world.fingerprint, "paper", (("test", N_EPISODES),), ("test",))
    world.close()
    opened = open_lake(str(tmp_path_factory.mktemp("lake")), create=True)
    record = start_run(opened, RUN, "gen", manifest_of(made_with, ""))
    stage(opened, Shard(RUN, "test", "all"), {**tables, "questions": questions_frame(asked)})
    commit(opened, RUN, receipts(opened, RUN))
    publish(opened, record)
    return opened


@pytest.fixture(scope="module")
def findings(lake):
    return audit(RUN, str(lake.root))


def test_findings_are_stored_as_they_are_returned(lake, findings):
    stored = scan(lake, "audits", run_id=RUN).collect()
    assert stored.height == len(findings["test"])
    by_key = {(each.audit, each.family, each.statistic): each for each in findings["test"]}
    for row in stored.iter_rows(named=True):
        found = by_key[row["audit"], row["family"], row["statistic"]]
        assert (row["value"], row["verdict"], tuple(row["ids"])) == (found.value, found.verdict, found.ids)


def test_a_real_walk_is_derived_again_without_a_difference(findings):
    agreeing = [each for each in findings["test"] if each.audit == "agreement"]
    assert {each.statistic for each in agreeing} >= {"gold", "decisive_frames", "needs", "camera_rooms", "masks"}
    assert {each.verdict for each in agreeing} == {"passed"}


def test_stored_pictures_are_neither_black_nor_the_same(findings):
    assert [each.verdict for each in findings["test"] if each.audit == "pictures"] == ["passed", "passed"]


def test_the_paper_recipe_fails_and_every_failing_row_exists(lake, findings):
    assert failed(findings)
    known = set(scan(lake, "questions", run_id=RUN).collect()["question_id"])
    for each in findings["test"]:
        if each.fails:
            assert each.ids
            assert set(each.ids) <= known


def test_the_text_names_the_worst_first_and_ends_in_the_screening(findings):
    lines = rendered(findings).splitlines()
    assert lines[0].startswith("test: ")
    assert lines[1].startswith("  failed ")
    assert any("wording/speaks_of_what_it_counts Global-count: 0" in line for line in lines)
    assert "  screening" in lines
    assert "failed" not in rendered(findings, verdicts=("undecided",)).split("\n", 1)[1]


def test_auditing_again_changes_nothing(lake, findings):
    before = scan(lake, "audits", run_id=RUN).collect()
    assert audit(RUN, str(lake.root)) == findings
    assert scan(lake, "audits", run_id=RUN).collect().equals(before)


def test_masks_of_another_world_are_undecided(lake, monkeypatch, pick_masks):
    monkeypatch.setattr(EmbeddedWorld, "fingerprint", "embedded/0:another")
    assert pick_masks(audit(RUN, str(lake.root))).verdict == "undecided"
    monkeypatch.undo()
    assert pick_masks(audit(RUN, str(lake.root))).verdict == "passed"


@pytest.fixture
def pick_masks():
    return lambda findings: next(each for each in findings["test"] if each.statistic == "masks")


def test_an_unknown_run_is_named(lake):
    with pytest.raises(ConfigError, match=r"no run `gen-000000000000`.*`ladder runs`"):
        audit("gen-000000000000", str(lake.root))


def test_a_run_that_is_not_published_is_not_audited(tmp_path: Path):
    opened = open_lake(str(tmp_path / "lake"), create=True)
    start_run(opened, RUN, "gen", manifest_of({}, ""))
    with pytest.raises(ConfigError, match="is started, not published"):
        audit(RUN, str(opened.root))


def test_ids_are_in_order(findings):
    frame = pl.DataFrame({"ids": [list(each.ids) for each in findings["test"]]}, schema={"ids": pl.List(pl.String)})
    assert frame["ids"].equals(frame["ids"].list.sort())
