import numpy as np
import polars as pl
import pytest
import statsmodels.api as sm
from scipy import stats

from schemas.errors import ContractError
from schemas.seeds import generator
from tasks.analysis.probes import probe_bounds


def _scored(shares, *, n=600, houses=60, probe="ngrams", chance=0.5, seed=1, alike=False):
    """Answers of a probe: each family's share of right ones by lot, by question or, `alike`, by house."""
    rows = []
    for family, share in shares.items():
        rng = generator(seed, "scored", family, probe)
        lots = np.repeat(rng.random(houses), n // houses) if alike else rng.random(n)
        for number, lot in enumerate(lots):
            house = f"house-{number * houses // n}"
            rows.append((family, probe, f"q{number}", house, bool(lot < share), chance))
    columns = ["family", "probe", "question_id", "house_id", "right", "chance"]
    return pl.DataFrame(rows, schema=columns, orient="row")


def _exact(right_a_house, total_a_house, family="Order", chance=0.5):
    rows = [
        (family, "ngrams", f"{house}-{number}", f"house-{house}", number < right, chance)
        for house, (right, total) in enumerate(zip(right_a_house, total_a_house, strict=True))
        for number in range(total)
    ]
    columns = ["family", "probe", "question_id", "house_id", "right", "chance"]
    return pl.DataFrame(rows, schema=columns, orient="row")


def _rows(scored, **settings):
    return {row["family"]: row for row in probe_bounds(scored, **settings).iter_rows(named=True)}


def test_ten_points_above_chance_are_a_leak_and_chance_is_none():
    rows = _rows(_scored({"Existence": 0.6, "Order": 0.5, "Counting": 0.5}))
    assert [family for family, row in rows.items() if row["leaks"]] == ["Existence"]
    assert rows["Existence"]["low"] > 0.5


def test_many_answers_at_chance_are_within_the_margin():
    rows = _rows(_scored({"Existence": 0.5, "Order": 0.5}, n=6000, houses=600))
    assert all(row["within_margin"] and not row["leaks"] for row in rows.values())
    assert all(row["high"] < 0.55 for row in rows.values())


def test_few_answers_cannot_tell():
    (row,) = _rows(_scored({"Order": 0.5}, n=60, houses=20)).values()
    assert not row["leaks"]
    assert not row["within_margin"]


def test_far_below_chance_is_not_within_the_margin():
    (row,) = _rows(_scored({"Order": 0.375}, n=6000, houses=600)).values()
    assert row["p_below_ceiling"] < 0.001
    assert row["p_above_floor"] > 0.99
    assert not row["within_margin"]


def test_the_error_is_that_of_statsmodels_clustered_by_house():
    right, total = [3, 0, 4, 2, 5, 1, 4], [6] * 7  # of one size, where CR2 is what statsmodels gives
    scored = _exact(right, total)
    (row,) = _rows(scored).values()
    groups = scored["house_id"].cast(pl.Categorical).to_physical().to_numpy()
    fit = sm.OLS(scored["right"].cast(pl.Float64).to_numpy(), np.ones(scored.height)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "df_correction": True}
    )
    # statsmodels multiplies by (n - 1)/(n - 1) = 1 here, for the model has a single parameter.
    reach = stats.t.isf(0.05, len(right) - 1) * fit.bse[0]
    assert row["high"] == pytest.approx(sum(right) / sum(total) + reach, abs=1e-9)
    assert row["low"] == pytest.approx(sum(right) / sum(total) - reach, abs=1e-9)


def test_answers_that_are_alike_within_a_house_count_for_less():
    spread = _rows(_scored({"Order": 0.6}, alike=False))["Order"]
    alike = _rows(_scored({"Order": 0.6}, alike=True))["Order"]
    assert alike["high"] - alike["accuracy"] > 2 * (spread["high"] - spread["accuracy"])


def test_holm_is_over_the_families():
    alone = _rows(_scored({"Existence": 0.54}))["Existence"]
    among = _rows(_scored({"Existence": 0.54} | dict.fromkeys(("Order", "Counting", "Persistence"), 0.5)))
    assert among["Existence"]["p_leak"] == pytest.approx(4 * alone["p_leak"])
    assert among["Existence"]["low"] < alone["low"]


def test_a_lower_bound_above_chance_goes_with_a_leak():
    for seed in range(20):
        shares = {"Existence": 0.56, "Order": 0.53, "Counting": 0.5}
        for row in probe_bounds(_scored(shares, seed=seed)).sort("p_leak").iter_rows(named=True):
            if not row["leaks"]:
                break  # Holm stops at the first that fails
            assert row["low"] >= row["chance"]


def test_the_best_of_several_probes_is_taken_and_pays_for_being_chosen():
    better, worse = _scored({"Order": 0.55}, probe="b"), _scored({"Order": 0.5}, probe="a")
    alone, chosen = _rows(better)["Order"], _rows(pl.concat([better, worse]))["Order"]
    assert (chosen["probe"], chosen["n_probes"], chosen["accuracy"]) == ("b", 2, alone["accuracy"])
    assert chosen["p_leak"] == pytest.approx(2 * alone["p_leak"])
    assert chosen["p_below_ceiling"] == pytest.approx(alone["p_below_ceiling"])


def test_blind_probes_are_called_a_leak_no_more_often_than_the_level_says():
    shares = dict.fromkeys(("Existence", "Order", "Counting", "Persistence"), 0.5)
    alarms = sum(probe_bounds(_scored(shares, n=240, houses=40, seed=seed))["leaks"].any() for seed in range(200))
    # 10 are expected at 5 %; four standard deviations more are 22.
    assert alarms <= 22


def test_houses_without_any_spread_do_not_claim_certainty():
    (row,) = _rows(_exact([2] * 5, [4] * 5)).values()
    assert row["low"] < 0.3
    assert row["high"] > 0.7


def test_one_house_cannot_tell():
    (row,) = _rows(_exact([9], [10])).values()
    assert (row["low"], row["high"], row["p_leak"]) == (0.0, 1.0, 1.0)
    assert not row["leaks"]


def test_chance_is_the_mean_over_questions_of_different_option_counts():
    mixed = pl.concat([_exact([1, 1], [2, 2], chance=0.5), _exact([0, 1], [1, 1], chance=0.25)])
    mixed = mixed.with_columns(question_id=pl.int_range(pl.len()).cast(pl.String))
    assert _rows(mixed)["Order"]["chance"] == pytest.approx((4 * 0.5 + 2 * 0.25) / 6)


def test_probes_that_were_asked_different_questions_are_refused():
    one, other = _scored({"Order": 0.5}, probe="a"), _scored({"Order": 0.5}, probe="b").head(500)
    with pytest.raises(ContractError, match="did not answer the same questions once each"):
        probe_bounds(pl.concat([one, other]))


def test_no_answers_give_no_rows():
    assert probe_bounds(_scored({"Order": 0.5}).clear()).is_empty()
