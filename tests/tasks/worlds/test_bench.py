"""The bench measures, and says what it measured."""

import json

import pytest

from tasks.worlds.bench import bench_render, describe


@pytest.fixture(scope="module")
def result(houses):
    return bench_render(houses=[houses[1]], n_poses=3, rounds=1, peers=True)


def test_every_figure_is_there_and_goes_into_json(result):
    assert json.loads(json.dumps(result)) == result
    assert set(result["speed"]) == {"ids and depth", "full", "full, 2 x 2 supersampled"}
    assert all(speed["per_second"] > 0 and speed["frames"] == 3 for speed in result["speed"].values())
    assert 0 < result["load_cpu_ms"]["median"] <= result["load_cpu_ms"]["most"]
    assert result["peak_memory_mb"] > 50


def test_ids_alone_are_faster_than_full_frames_and_those_than_smooth_ones(result):
    speeds = [speed["per_cpu_second"] for speed in result["speed"].values()]
    assert speeds == sorted(speeds, reverse=True)


def test_embree_is_timed_on_the_same_poses(result):
    assert result["peers"]["embreex, first hits only"]["per_second"] > 0


def test_a_peer_that_is_not_there_says_so(result):
    found = result["peers"]["miniworld FourRooms, RGB only"]
    assert "missing" in found or found["per_second"] > 0


def test_the_text_has_a_line_for_each_figure(result):
    text = describe(result)
    for words in ("ids and depth", "full", "supersampled", "embreex", "peak memory", "load a house", "one thread"):
        assert words in text
