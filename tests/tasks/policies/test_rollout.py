"""The harness: what a walk comes to, whatever the policy."""

import hashlib

import imagecodecs
import polars as pl
import pytest

from schemas.contract import check
from schemas.errors import AnswererError, WorldError
from schemas.settings import EpisodeSettings
from tasks.episodes.rows import actions_of
from tasks.policies.base import Decision, Senses
from tasks.policies.policies import PolicyMeans, make_policy
from tasks.worlds.base import Action
from tasks.worlds.embedded.world import EmbeddedWorld
from tasks.worlds.lost import PlayerLostError

SETTINGS = EpisodeSettings()
RIGHT = Decision(Action("RotateRight", 90.0), "RotateRight")
DONE = Decision(Action("Done"), "Done")


def only(frame, episode_id="ep_00000"):
    return frame.filter(pl.col("episode_id") == episode_id)


def walk_of(rows, episode_id="ep_00000"):
    return only(rows["navigation"], episode_id).row(0, named=True)


@pytest.fixture(scope="module")
def reference(episodes, told):
    """A policy that walks the reference."""
    actions = {row["episode_id"]: actions_of(row) for row in episodes.iter_rows(named=True)}
    return told(lambda episode_id, t: Decision(actions[episode_id][t], "as told"))


@pytest.fixture(scope="module")
def walked_rows(rows_of, reference):
    """Rows of the reference's walks."""
    return rows_of(reference)


@pytest.fixture(scope="module")
def turned_rows(rows_of, told):
    """Rows of walks that turn to the right for ever."""
    return rows_of(told(lambda episode_id, t: RIGHT))


def test_who_walks_the_reference_reaches_the_target_at_its_own_length(walked_rows, episodes):
    rows = walked_rows
    for episode in episodes.iter_rows(named=True):
        walked = walk_of(rows, episode["episode_id"])
        assert walked["termination"] == walked["termination_lenient"] == "reached_target"
        assert walked["n_actions"] == walked["n_decisions"] == episode["n_actions"]
        assert walked["path_length_replayed_m"] == pytest.approx(episode["path_length_m"])
        assert walked["spl"] == pytest.approx(episode["geodesic_m"] / episode["path_length_m"])
        assert walked["target_type_visible_at_done"]
        assert not walked["immediate_done"]


def test_every_frame_of_a_walk_is_kept_with_its_picture(walked_rows, episodes):
    rows = walked_rows
    assert rows["own_frames"].height == episodes["n_frames"].sum()
    joined = rows["own_frames"].join(rows["own_images"], on=["rung", "episode_id", "t"], validate="1:1")
    assert joined.height == rows["own_frames"].height
    for stored, data in joined.select("pixel_hash", "data").iter_rows():
        assert hashlib.sha256(imagecodecs.qoi_decode(data).tobytes()).hexdigest() == stored


def test_a_step_keeps_what_was_said_and_done_has_no_picture(walked_rows, episodes):
    steps = only(walked_rows["steps"])
    n_frames = only(episodes)["n_frames"][0]
    assert steps["t"].to_list() == list(range(n_frames + 1))
    assert steps["raw"].to_list() == [None] + ["as told"] * n_frames
    assert steps["action"][0] is None
    assert (steps["action"][-1], steps["pixel_hash"][-1]) == ("Done", None)


def test_done_at_once_is_told_apart_from_not_reaching(rows_of):
    rows = rows_of(make_policy("done", PolicyMeans(7)))
    walked = walk_of(rows)
    assert walked["immediate_done"]
    assert (walked["termination"], walked["n_actions"], walked["n_frames"]) == ("done_target_not_visible", 1, 1)
    assert walked["path_length_replayed_m"] == walked["distance_reduction_m"] == 0.0
    assert rows["own_frames"].height == 4


def test_turning_on_the_spot_is_stuck_by_the_papers_rule_and_not_by_the_other(turned_rows, episodes):
    walked = walk_of(turned_rows)
    assert (walked["termination"], walked["n_actions"]) == ("stuck", SETTINGS.stuck_steps)
    assert walked["termination_lenient"] == "budget"
    assert walked["n_actions_lenient"] == 3 * only(episodes)["n_actions"][0]


def test_nothing_that_comes_after_being_stuck_is_kept(turned_rows):
    for table in ("steps", "own_frames", "own_images"):
        assert only(turned_rows[table])["t"].to_list() == list(range(SETTINGS.stuck_steps + 1))
    assert walk_of(turned_rows)["n_frames"] == SETTINGS.stuck_steps + 1


def test_what_a_stuck_walk_says_later_counts_by_the_other_rule_alone(rows_of, told):
    walked = walk_of(rows_of(told(lambda episode_id, t: RIGHT if t < 10 else DONE)))
    assert (walked["termination"], walked["n_actions"], walked["target_type_visible_at_done"]) == ("stuck", 8, None)
    assert (walked["termination_lenient"], walked["n_actions_lenient"]) == ("done_target_not_visible", 11)


def test_a_policy_that_asks_a_model_ends_where_the_papers_rule_ends_it(rows_of, told):
    policy = told(lambda episode_id, t: RIGHT, asks_a_model=True)
    walked = walk_of(rows_of(policy))
    assert (walked["termination"], walked["termination_lenient"]) == ("stuck", None)
    assert len(policy.seen) == 4 * SETTINGS.stuck_steps


def test_what_cannot_be_read_costs_a_step_and_does_nothing(rows_of, told):
    def script(episode_id, t):
        return Decision(None, "I wonder.", compliant=False) if t < 3 else DONE

    rows = rows_of(told(script))
    walked, steps = walk_of(rows), only(rows["steps"])
    assert [walked[name] for name in ("n_decisions", "n_null_actions", "n_actions", "n_compliant")] == [4, 3, 1, 1]
    assert steps["raw"].to_list() == [None, "I wonder.", "I wonder.", "I wonder.", "Done"]
    assert steps["success"].to_list() == [True, False, False, False, True]
    assert not walked["immediate_done"]


def test_a_refused_move_is_counted_and_leaves_the_agent_where_it_was(rows_of, told):
    rows = rows_of(told(lambda episode_id, t: Decision(Action("MoveAhead", 1.0), "MoveAhead")))
    walked, steps = walk_of(rows), only(rows["steps"])
    assert walked["termination"] == "stuck"
    assert walked["n_invalid_actions"] == steps.filter(~pl.col("success")).height >= SETTINGS.stuck_steps
    assert steps["error"][-1]


def test_a_request_that_fails_for_good_ends_its_episode_alone(rows_of, told):
    def script(episode_id, t):
        return Decision(None, error="503 from the server") if episode_id == "ep_00000" and t == 1 else RIGHT

    rows = rows_of(told(script, asks_a_model=True))
    walked = walk_of(rows)
    assert (walked["termination"], walked["error"], walked["n_frames"]) == ("error", "503 from the server", 2)
    assert walk_of(rows, "ep_00001")["termination"] == "stuck"


class Failing(EmbeddedWorld):
    """A world that fails once, at its seventh step."""

    error: type[Exception] = WorldError
    n_steps = 0

    def step(self, action):
        self.n_steps += 1
        if self.n_steps == 7:
            raise self.error("the engine stopped answering")
        return super().step(action)


class Losing(Failing):
    error = PlayerLostError


def test_a_world_that_fails_within_a_walk_ends_that_walk_alone(rows_of, reference):
    rows = rows_of(reference, worlds=[Failing(SETTINGS)])
    ends = rows["navigation"]["termination"].to_list()
    assert ends.count("error") == 1
    assert ends.count("reached_target") == 3


def test_a_walk_whose_engine_was_lost_begins_again_and_comes_out_the_same(rows_of, reference, walked_rows):
    mishaps = []
    rows = rows_of(reference, worlds=[Losing(SETTINGS)], note=mishaps.append)
    assert [each.kind for each in mishaps] == ["player_lost"]
    assert all(rows[table].equals(walked_rows[table]) for table in rows)


def test_an_engine_that_is_lost_again_and_again_ends_the_walk(rows_of, reference, episodes):
    class Dead(EmbeddedWorld):
        def step(self, action):
            raise PlayerLostError("gone")

    rows = rows_of(reference, worlds=[Dead(SETTINGS)], episodes=only(episodes))
    assert walk_of(rows)["termination"] == "error"
    assert walk_of(rows)["n_frames"] == 0


@pytest.mark.parametrize("spec", ["random", "frontier,miss=0.2,extra=0.05"])
def test_rows_do_not_depend_on_how_many_are_walked_at_once(rows_of, spec):
    worlds = [EmbeddedWorld(SETTINGS) for _ in range(3)]
    one, three = (rows_of(make_policy(spec, PolicyMeans(7)), worlds=each) for each in (worlds[:1], worlds))
    for table in one:
        assert one[table].equals(three[table]), table


def test_an_episode_that_is_over_is_forgotten_and_makes_place(rows_of, told):
    policy = told(lambda episode_id, t: DONE)
    rows_of(policy, worlds=[EmbeddedWorld(SETTINGS) for _ in range(2)])
    assert sorted(policy.forgotten) == [f"ep_{number:05d}" for number in range(4)]


def test_poses_are_told_from_the_spawn(rows_of, told):
    policy = told(lambda episode_id, t: Decision(Action("RotateRight", 30.0)) if t == 0 else DONE)
    rows_of(policy)
    first, second = (each for each in policy.seen if each.goal.episode_id == "ep_00000")
    assert (first.pose.x, first.pose.z, first.pose.yaw) == (0.0, 0.0, 0.0)
    assert second.pose.yaw == 30.0


def test_a_policy_is_shown_what_its_senses_say_and_no_more(rows_of, told):
    blind, keen = (told(lambda episode_id, t: DONE, senses=senses) for senses in (Senses(), Senses(True, True)))
    rows_of(blind)
    rows_of(keen)
    assert all(each.view.depth is None and each.view.detections is None for each in blind.seen)
    assert all(each.view.depth is not None and each.view.detections is not None for each in keen.seen)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (
            lambda episode_id, t: Decision(Action("MoveAhead", 0.3)),
            r"chose MoveAhead 0\.3 .* not on the menu \(0\.25, 0",
        ),
        (lambda episode_id, t: Decision(Action("Jump", 1.0)), r"chose Jump .*its actions are MoveAhead"),
        (lambda episode_id, t: 1 / 0, r"failed at ep_0\d+ step 0: ZeroDivisionError"),
    ],
    ids=["magnitude", "name", "raises"],
)
def test_a_policy_that_breaks_its_word_is_named(rows_of, told, script, words):
    with pytest.raises(AnswererError, match=words):
        rows_of(told(script))


def test_a_policy_must_decide_once_a_glimpse(rows_of, told):
    policy = told(lambda episode_id, t: DONE)
    policy.act = lambda glimpses: []
    with pytest.raises(AnswererError, match="0 decisions of 1 glimpses"):
        rows_of(policy)


def test_rows_keep_their_contracts(rows_of):
    for table, rows in rows_of(make_policy("random", PolicyMeans(7))).items():
        check(table, rows.with_columns(run_id=pl.lit("eval-000000000000"), split=pl.lit("test")))
