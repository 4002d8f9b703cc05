import polars as pl
import pytest

from schemas.errors import ConfigError
from tasks.models.prompting import built_in, check_prompts
from tasks.rungs.rungs import RUNGS, designated, named, walks_of

LADDER = ["E0b", "E0", "E1", "E1r", "E2s", "E2", "E3", "E4", "E5"]


def test_the_ladder_climbs_from_options_to_replay_and_controls_follow():
    assert list(RUNGS)[: len(LADDER)] == LADDER
    assert all(rung.is_control for name, rung in RUNGS.items() if name not in LADDER)


@pytest.mark.parametrize("rung", RUNGS.values(), ids=lambda rung: rung.name)
class TestEachRung:
    def test_is_compared_with_one_that_exists_and_asks_a_question(self, rung):
        assert rung.against in ("", *RUNGS)
        assert rung.against != rung.name
        assert "?" in rung.asks

    def test_shares_only_a_walk_of_its_own_kind(self, rung):
        walk = RUNGS[rung.walk_of]
        assert (walk.walk, walk.walk_from) == (rung.walk, "")
        assert (walk.accumulates, walk.context) == (rung.accumulates, rung.context)

    def test_declares_a_mode_exactly_where_there_are_pictures(self, rung):
        assert (rung.mode == "none") == (rung.evidence == "none")

    def test_shows_frames_of_its_own_only_where_it_walks_by_itself(self, rung):
        assert rung.shows_own <= (rung.walk in ("policy", "graph"))

    def test_has_a_name_that_an_address_can_hold(self, rung):
        assert rung.name.replace("-", "").isalnum()


def test_the_built_in_prompts_serve_every_rung():
    check_prompts(built_in(), RUNGS.values())


def test_a_control_changes_one_thing_and_what_follows_from_it():
    follows = {"name", "title", "asks", "against", "prompt", "walk_from"}
    together = {
        "E0-question": {"label", "shows_options"},
        "E2-all": {"evidence", "alteration"},
        "E5-even6": {"evidence", "mode"},
    }
    for rung in RUNGS.values():
        if rung.is_control:
            base = RUNGS[rung.name.partition("-")[0]]
            changed = {
                name for name in rung.__dataclass_fields__ if getattr(rung, name) != getattr(base, name)
            } - follows
            assert changed == together.get(rung.name, changed)
            assert len(changed) == len(together.get(rung.name, {0}))


@pytest.mark.parametrize("name", ["E2-blank", "E2-other", "E2-shuffled", "E3-blank", "E3-other", "E3-spawn"])
def test_what_changes_only_pictures_keeps_its_rungs_prompt(name):
    rung = RUNGS[name]
    base = RUNGS[rung.against]
    assert (rung.prompt, rung.mode, rung.label) == (base.prompt, base.mode, base.label)


def test_reader_takes_blank_pictures_for_pictures_not_held():
    assert (RUNGS["E2-blank"].mode, RUNGS["E2-blank"].record_mode) == ("closed", "open")
    assert RUNGS["E2-other"].record_mode == "closed"


def test_shorthands_stand_for_many_rungs_in_the_ladders_order():
    assert named(["all"]) == tuple(RUNGS)
    assert list(named(["ladder"])) == LADDER
    assert named(["E5", "E0", "E5"]) == ("E0", "E5")
    assert named(["E0b", "controls"])[:2] == ("E0b", "E0")


def test_controls_come_with_what_they_are_compared_with():
    controls = named(["controls"])
    assert {RUNGS[name].against for name in controls} - {""} <= set(controls)
    assert "E1" not in controls


def test_an_unknown_rung_is_refused_by_name():
    with pytest.raises(ConfigError, match="no rung `E9`"):
        named(["E0", "E9"])


def test_a_control_needs_the_walk_that_it_shares_walked():
    assert walks_of(["E3-blank", "E5-even6c", "E0"]) == ("E3", "E5")
    assert walks_of(["E4", "E4-always", "E4-accumulate"]) == ("E4", "E4-accumulate")
    assert walks_of(["E0", "E2", "E2-blank"]) == ()


def test_options_are_turned_only_as_far_as_a_question_has_some_and_a_walk_alone_is_asked_nothing():
    questions = pl.DataFrame(
        {
            "episode_id": ["ep_00001", "ep_00001"],
            "question_id": ["ep_00001_q1", "ep_00001_q2"],
            "options": [["No", "Yes"], ["1", "2", "3", "4 or more"]],
        }
    )
    plan = designated(questions, ["E1", "E2", "E2-rot1", "E2-rot3"], ["a", "b"])
    counts = dict(plan.group_by("rung").len().iter_rows())
    assert counts == {"E2": 4, "E2-rot1": 4, "E2-rot3": 2}
    assert plan.filter(pl.col("rung") == "E2-rot3")["question_id"].unique().to_list() == ["ep_00001_q2"]
