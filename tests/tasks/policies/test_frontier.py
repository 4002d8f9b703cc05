"""The explorer: what it knows, what it may know, and what it comes to."""

import ast
import dataclasses
from pathlib import Path

import polars as pl
import pytest

import tasks.policies
from tasks.policies.policies import PolicyMeans, make_policy

FOLDER = Path(tasks.policies.__file__).parent
PARTS = ("frontier", "explorer", "approach", "belief", "travel", "chart", "surveying", "reactive", "observed_graph")
MAY_KNOW = {"base", "agent_view", "angles", "embedded.kernel_cache", "embedded.arrays"}


@pytest.fixture(scope="module")
def rows(rows_of):
    return rows_of(make_policy("frontier", PolicyMeans(7)))


def actions_in(rows):
    return rows["steps"].sort("episode_id", "t").select("episode_id", "t", "action", "magnitude")


@pytest.mark.slow
def test_it_finds_targets_in_a_house_that_it_has_never_seen(rows):
    reached = dict(rows["navigation"].select("episode_id", "reached_target").iter_rows())
    assert sum(reached.values()) >= 2


@pytest.mark.slow
def test_it_walks_more_than_it_runs_into_things(rows):
    counts = rows["navigation"].select(pl.col("n_invalid_actions", "n_actions").sum()).row(0)
    assert counts[0] <= 0.1 * counts[1]


@pytest.mark.slow
def test_it_says_done_only_where_the_targets_type_is_in_view(rows):
    visible = rows["navigation"]["target_type_visible_at_done"].drop_nulls()
    assert visible.len() > 0
    assert visible.all()


@pytest.mark.slow
def test_the_same_views_with_other_ids_lead_to_the_same_actions(rows, rows_of, house, episodes):
    new = {item.id: f"thing-{1000 - number}" for number, item in enumerate(house.objects)}
    objects = tuple(
        dataclasses.replace(item, id=new[item.id], parent_id=new.get(item.parent_id, item.parent_id))
        for item in house.objects
    )
    renamed = dataclasses.replace(house, objects=objects)
    retold = episodes.with_columns(pl.col("target_id").replace_strict(new))
    again = rows_of(make_policy("frontier", PolicyMeans(7)), house=renamed, episodes=retold)
    assert actions_in(again).equals(actions_in(rows))


@pytest.mark.slow
def test_the_same_glimpses_lead_to_the_same_actions(rows, rows_of):
    assert actions_in(rows_of(make_policy("frontier", PolicyMeans(7)))).equals(actions_in(rows))


@pytest.mark.slow
def test_a_detector_that_finds_nothing_finds_no_target(rows_of, episodes):
    shortest = episodes.sort("n_actions").head(1)
    walks = rows_of(make_policy("frontier,miss=1", PolicyMeans(7)), episodes=shortest)["navigation"]
    assert set(walks["termination"]) <= {"budget", "stuck"}


@pytest.mark.parametrize("part", PARTS)
def test_no_part_of_it_knows_a_world_or_a_house(part):
    """Houses are read for their type `Point` alone; no simulator, no record, no view but an agent's."""
    imported = {
        (node.module, alias.name)
        for node in ast.walk(ast.parse((FOLDER / f"{part}.py").read_text()))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }
    worlds = {module.removeprefix("tasks.worlds.") for module, _ in imported if module.startswith("tasks.worlds")}
    assert worlds <= MAY_KNOW
    assert {name for module, name in imported if module.startswith("tasks.houses")} <= {"Point"}
    assert not {"View", "World", "StepOutcome"} & {name for _, name in imported}
