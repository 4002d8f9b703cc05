"""`ladder seeds`: an evaluation for each seed, made or found, and one table over them."""

import json
import shutil
import statistics
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from flows.options import names
from flows.requests import EvaluationRequest, Means, seeds_of
from flows.study import prepare_study
from lake.publish import record_of
from lake.runs import records
from lake.scan import scan
from lake.store import Lake, open_lake
from lake.verify import verify
from schemas.errors import ConfigError
from tasks.policies.frontier import VERSION

sys.path.insert(0, str(Path(__file__).parent))
from ladder_command import ladder  # helpers beside the tests
from stored_lake import RUN

BLURRED = "frontier,miss=0.3"
"""Its detector overlooks things by the seed; without `miss` it depends on no seed."""
ARGUMENTS = ("seeds", RUN, "--policy", BLURRED, "--seeds", "1,2,3", "--rungs", "E1,E3")


def planned(lake: Lake, rungs: str, *policies: str, seeds: str = "1,2,3") -> list[tuple[str, int, tuple[str, ...]]]:
    request = EvaluationRequest(RUN, 0, names(rungs), ("reader",))
    means = Means(lake.root, 1)
    return [
        (each.request.policy, each.request.seed, each.request.rungs)
        for each in prepare_study(request, seeds_of(seeds), policies, means)
    ]


def test_what_no_seed_changes_is_planned_once_and_what_two_policies_share_too(stored: Lake) -> None:
    assert planned(stored, "E1r,E3", BLURRED, "frontier") == [
        (BLURRED, 1, ("E1r", "E3")),
        (BLURRED, 2, ("E1r", "E3")),
        (BLURRED, 3, ("E1r", "E3")),
        ("frontier", 1, ("E3",)),
    ]
    assert planned(stored, "E1,E3,E5", "random:7", seeds="5,6") == [("random:7", 5, ("E1", "E3", "E5"))]
    assert planned(stored, "E3", "random", seeds="5,6") == [("random", 5, ("E3",)), ("random", 6, ("E3",))]


def test_a_policy_of_ones_own_may_draw_as_it_likes_and_is_walked_under_every_seed(
    stored, tmp_path, monkeypatch
) -> None:
    (tmp_path / "own_seeds.py").write_text("class Mine:\n    def act(self, glimpses): return []\n")
    monkeypatch.chdir(tmp_path)
    assert [seed for _, seed, _ in planned(stored, "E3", "py:own_seeds:Mine")] == [1, 2, 3]


@pytest.mark.parametrize("text", ["", "1,1", "1,two", "-1", "1.5", "01,1"])
def test_seeds_are_different_whole_numbers(text: str) -> None:
    with pytest.raises(ConfigError, match=r"they are different whole numbers\. Write for instance"):
        seeds_of(text)


@pytest.mark.parametrize(
    ("rungs", "policy", "words"),
    [
        ("E0,E3", "random", "--rungs E0,E3: E0 has no walk of its own"),
        ("E3-blank", "random", "E3-blank has no walk of its own"),
        ("E3", "randon", "no policy `randon`"),
        ("E9", "random", "no rung `E9`"),
        (",", "random", "--rungs names no rung"),
    ],
)
def test_what_cannot_be_studied_is_refused_before_any_work(stored: Lake, rungs: str, policy: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        planned(stored, rungs, policy)


def test_it_is_refused_with_exit_code_2(stored: Lake) -> None:
    ran = ladder("seeds", RUN, "--lake", stored.root, "--seeds", "3,3")
    assert (ran.code, ran.out) == (2, "")
    assert ran.message == (
        "ConfigError: --seeds 3,3: they are different whole numbers. Write for instance --seeds 1,2,3,4,5."
    )


@pytest.fixture(scope="module")
def lake(stored: Lake, tmp_path_factory: pytest.TempPathFactory) -> Lake:
    return open_lake(str(shutil.copytree(stored.root, tmp_path_factory.mktemp("seeds") / "lake")), create=False)


@pytest.fixture(scope="module")
def study(server: str, lake: Lake) -> dict[str, Any]:
    ran = ladder(*ARGUMENTS, "--lake", lake.root, "--json")
    assert ran.code == 0, ran.err
    return dict(ran.result)


def figure(study: dict[str, Any], rung: str, policy: str, stratum: str, statistic: str) -> dict[str, Any]:
    wanted = {"rung": rung, "policy": policy, "stratum": stratum, "statistic": statistic}
    (found,) = [each for each in study["figures"] if wanted.items() <= each.items()]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("statistic", ["success_rate", "spl"])
def test_figures_are_those_of_the_evaluations_of_each_seed(lake: Lake, study: dict[str, Any], statistic: str) -> None:
    for rung, policy in (("E3", BLURRED), ("E1", "done")):
        for stratum in ("S1", "S2", "S3", "S4", "all"):
            found = figure(study, rung, policy, stratum, statistic)
            own = [
                scan(lake, "navigation_metrics", run_id=evaluation)
                .filter(pl.col("rung") == rung, pl.col("stratum") == stratum)
                .collect()[statistic][0]
                for evaluation in found["evaluations"]
            ]
            assert found["seeds"] == ([1] if policy == "done" else [1, 2, 3])
            assert found["mean"] == pytest.approx(statistics.mean(own))
            assert (found["lowest"], found["highest"]) == (min(own), max(own))
            assert found["sd"] == (pytest.approx(statistics.stdev(own)) if len(own) > 1 else None)
            assert found["low"] <= found["mean"] <= found["high"]


@pytest.mark.slow
def test_each_seed_walks_otherwise(lake: Lake, study: dict[str, Any]) -> None:
    ids = figure(study, "E3", BLURRED, "all", "spl")["evaluations"]
    policies = [scan(lake, "navigation", run_id=each).collect().filter(pl.col("rung") == "E3") for each in ids]
    assert [walks["policy"].unique().to_list() for walks in policies] == [
        [f"frontier/{VERSION},miss=0.3,extra=0,seed={seed}"] for seed in (1, 2, 3)
    ]
    assert len({tuple(walks.sort("episode_id")["n_actions"]) for walks in policies}) > 1


@pytest.mark.slow
def test_published_evaluations_are_found_and_the_same_table_stands(lake: Lake, study: dict[str, Any]) -> None:
    before = records(lake)
    assert sum(record.kind == "eval" for record in before) == 3
    ran = ladder(*ARGUMENTS, "--lake", lake.root)
    assert ran.code == 0, ran.err
    assert records(lake) == before
    stored = scan(lake, "seed_metrics", run_id=RUN).collect()
    assert set(stored["study"]) == {study["study"]}
    assert json.loads(json.dumps(stored.drop("run_id", "split", "study").to_dicts())) == study["figures"]
    assert "E1, `done`, seed 1 alone; 8 episodes in 1 house; of a hundred:" in ran.out
    assert f"E3, `{BLURRED}`, seeds 1, 2, 3; 8 episodes in 1 house;" in ran.out


@pytest.mark.slow
def test_the_generation_is_whole_with_the_table_in_it(lake: Lake, study: dict[str, Any]) -> None:
    record = record_of(lake, RUN)
    assert record is not None
    # It is written later than the run, so that its rows are never held against what was published.
    verify(lake, replace(record, rows={**record.rows, "seed_metrics": 10**6}))
    ran = ladder("digest", RUN, "--lake", lake.root)
    assert ran.code == 0, ran.err
