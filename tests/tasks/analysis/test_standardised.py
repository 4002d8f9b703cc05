import polars as pl
import pytest

from schemas.contract import check
from tasks.analysis.intervals import clustered
from tasks.analysis.standardised import standardised


def _asked(*cells):
    """Cells as (family, stratum, questions, right), a house a question."""
    rows = [
        (family, stratum, f"house-{family}-{stratum}-{number}", number < right)
        for family, stratum, n, right in cells
        for number in range(n)
    ]
    return pl.DataFrame(rows, schema=["family", "stratum", "house_id", "correct"], orient="row").with_columns(
        run_id=pl.lit("eval-0"),
        split=pl.lit("test"),
        rung=pl.lit("E2"),
        answerer=pl.lit("model"),
        episode_id=pl.col("house_id"),
        chance=pl.when(pl.col("family") == "Order").then(0.5).otherwise(0.25),
    )


MIXED = (
    ("Order", "S1", 30, 27),
    ("Counting", "S1", 10, 2),
    ("Order", "S4", 10, 9),
    ("Counting", "S4", 30, 6),
)
"""Order 90 % and Counting 20 % in either stratum, asked in other proportions."""


def _by_stratum(table):
    return {row["stratum"]: row for row in table.iter_rows(named=True)}


def test_a_change_of_families_alone_is_no_slope():
    rows = _by_stratum(standardised(_asked(*MIXED)))
    assert rows["S1"]["accuracy"] == pytest.approx(0.55)
    assert rows["S4"]["accuracy"] == pytest.approx(0.55)


def test_chance_is_standardised_alike():
    rows = _by_stratum(standardised(_asked(*MIXED)))
    assert [rows[stratum]["chance"] for stratum in ("S1", "S4", "all")] == pytest.approx([0.375] * 3)


def test_over_all_strata_it_is_the_plain_accuracy_with_the_plain_interval():
    row = _by_stratum(standardised(_asked(("Order", "S1", 30, 27), ("Order", "S4", 10, 6))))["all"]
    expected = clustered([1] * 33 + [0] * 7, [1] * 40)
    assert row["accuracy"] == pytest.approx(33 / 40)
    assert (row["low"], row["high"]) == (pytest.approx(expected.low), pytest.approx(expected.high))


def test_a_family_that_a_stratum_lacks_is_left_out_everywhere():
    rows = standardised(_asked(*MIXED, ("Persistence", "S4", 20, 20)))
    assert rows["families"].to_list() == [["Counting", "Order"]] * 3
    assert _by_stratum(rows)["all"]["n"] == 80


def test_a_family_that_the_stratum_decides_is_left_out():
    rooms = (("Rooms-visited", "S1", 5, 5), ("Rooms-visited", "S4", 5, 5))
    assert standardised(_asked(*rooms)).is_empty()


def test_the_interval_is_wider_where_a_heavy_family_is_rarely_asked():
    def width(*cells):
        row = _by_stratum(standardised(_asked(*cells)))["S4"]
        return row["high"] - row["low"]

    even = [(family, stratum, 33, 16) for family in ("Order", "Counting") for stratum in ("S1", "S4")]
    uneven = [("Order", "S1", 60, 30), ("Order", "S4", 6, 3), ("Counting", "S1", 6, 3), ("Counting", "S4", 60, 30)]
    assert width(*uneven) > 1.3 * width(*even)


def test_rows_keep_their_contract():
    assert check("standardised_metrics", standardised(_asked(*MIXED))).height == 3
