"""Figures over several seeds: means, the spread between seeds, and intervals that know that the houses are the same."""

import numpy as np
import polars as pl
import pytest

from schemas.contract import check
from tasks.analysis.navigation import navigation_metrics
from tasks.analysis.seeds import SeedRun, Walked, seed_metrics

HOUSES, A_HOUSE = 10, 4


@pytest.fixture
def episodes() -> pl.DataFrame:
    n = HOUSES * A_HOUSE
    return pl.DataFrame(
        {
            "split": "test",
            "episode_id": [f"ep_{number:05d}" for number in range(n)],
            "house_id": [f"house-{number // A_HOUSE}" for number in range(n)],
            "stratum": [f"S{1 + number % 4}" for number in range(n)],
        }
    )


def walked(episodes: pl.DataFrame, reached: np.ndarray, seed: int, rung: str = "E3") -> SeedRun:
    """SPL is three quarters of success."""
    rows = episodes.select("split", "episode_id").with_columns(
        run_id=pl.lit(f"eval-{seed}"),
        rung=pl.lit(rung),
        reached_target=pl.Series(reached.astype(bool)),
        spl=pl.Series(0.75 * reached.astype(float)),
        termination=pl.when(pl.Series(reached.astype(bool))).then(pl.lit("reached_target")).otherwise(pl.lit("stuck")),
    )
    return SeedRun(Walked(f"eval-{seed}", "random", seed, (rung,)), rows)


def row(figures: pl.DataFrame, stratum: str = "all", statistic: str = "success_rate") -> dict:
    return figures.row(by_predicate=(pl.col("stratum") == stratum) & (pl.col("statistic") == statistic), named=True)


def drawn(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).random(HOUSES * A_HOUSE) < 0.4


def test_mean_and_spread_are_those_of_the_seeds_own_figures(episodes):
    runs = [walked(episodes, drawn(seed), seed) for seed in (3, 1, 2)]
    rates = [drawn(seed).mean() for seed in (1, 2, 3)]
    found = row(seed_metrics(runs, episodes))
    assert found["seeds"] == [1, 2, 3]
    assert found["evaluations"] == ["eval-1", "eval-2", "eval-3"]
    assert (found["n_episodes"], found["n_houses"]) == (40, 10)
    assert found["mean"] == pytest.approx(np.mean(rates))
    assert found["sd"] == pytest.approx(np.std(rates, ddof=1))
    assert (found["lowest"], found["highest"]) == (min(rates), max(rates))
    assert found["low"] < found["mean"] < found["high"]


def test_spl_is_told_beside_success_and_strata_beside_the_whole(episodes):
    figures = seed_metrics([walked(episodes, drawn(seed), seed) for seed in (1, 2)], episodes)
    assert figures.height == 5 * 2
    assert row(figures, statistic="spl")["mean"] == pytest.approx(0.75 * row(figures)["mean"])
    strata = [row(figures, f"S{number}")["mean"] for number in (1, 2, 3, 4)]
    assert np.mean(strata) == pytest.approx(row(figures)["mean"])


def test_the_same_walks_under_five_seeds_are_no_more_than_under_one(episodes):
    once = seed_metrics([walked(episodes, drawn(1), 1)], episodes)
    five = seed_metrics([walked(episodes, drawn(1), seed) for seed in range(5)], episodes)
    for statistic in ("success_rate", "spl"):
        for stratum in ("all", "S2"):
            one, many = (row(figures, stratum, statistic) for figures in (once, five))
            assert [many[name] for name in ("mean", "low", "high")] == pytest.approx(
                [one[name] for name in ("mean", "low", "high")]
            )
            assert (one["sd"], many["sd"]) == (None, 0.0)


def test_seeds_that_draw_anew_narrow_the_interval(episodes):
    one, many = (
        row(seed_metrics([walked(episodes, drawn(seed), seed) for seed in range(n)], episodes)) for n in (1, 20)
    )
    assert many["high"] - many["low"] < 0.6 * (one["high"] - one["low"])


def test_one_seeds_figures_are_those_of_its_evaluation(episodes):
    run = walked(episodes, drawn(5), 5)
    figures = "spl_reference path_length_replayed_m distance_reduction_m n_actions n_invalid_actions n_null_actions"
    counts = "n_decisions n_compliant n_frames n_frames_identical"
    columns = dict.fromkeys([*figures.split(), *counts.split()], 0)
    whole = run.navigation.with_columns(
        policy=pl.lit("random:5"),
        immediate_done=False,
        target_type_visible_at_done=pl.lit(None, pl.Boolean),
        termination_lenient=pl.lit(None, pl.String),
        **{name: pl.lit(value) for name, value in columns.items()},
    )
    designated = pl.DataFrame(schema={"run_id": pl.String, "split": pl.String, "rung": pl.String})
    stored = {each["stratum"]: each for each in navigation_metrics(whole, episodes, designated).to_dicts()}
    figures = seed_metrics([run], episodes)
    for stratum in ("S1", "S2", "S3", "S4", "all"):
        success, spl = (row(figures, stratum, statistic) for statistic in ("success_rate", "spl"))
        told = stored[stratum]
        assert [success[name] for name in ("mean", "low", "high")] == pytest.approx(
            [told[name] for name in ("success_rate", "success_low", "success_high")]
        )
        assert [spl[name] for name in ("mean", "low", "high")] == pytest.approx(
            [told[name] for name in ("spl", "spl_low", "spl_high")]
        )


def test_a_walk_that_never_ran_or_broke_off_is_a_failure(episodes):
    everything = walked(episodes, np.ones(40), 1)
    half = everything.navigation.with_columns(
        termination=pl.when(pl.int_range(pl.len()) < 10).then(pl.lit("error")).otherwise("termination")
    ).head(20)
    found = row(seed_metrics([SeedRun(everything.walked, half)], episodes))
    assert (found["mean"], found["n_episodes"]) == (0.25, 40)


def test_none_reached_under_any_seed_is_as_certain_as_the_houses_are_many(episodes):
    figures = seed_metrics([walked(episodes, np.zeros(40), seed) for seed in range(5)], episodes)
    found = row(figures)
    assert (found["mean"], found["low"], found["sd"]) == (0.0, 0.0, 0.0)
    assert 0.2 < found["high"] < 0.4  # Wilson's of ten houses, not of two hundred walks


def test_the_rows_keep_their_contract(episodes):
    figures = seed_metrics([walked(episodes, drawn(seed), seed) for seed in (1, 2)], episodes)
    check(
        "seed_metrics",
        figures.with_columns(run_id=pl.lit("gen-0123456789ab"), split=pl.lit("test"), study=pl.lit("0123456789ab")),
    )
