"""Two rungs over twelve houses of two questions each, written out by hand."""

import polars as pl
import pytest

from schemas.contract import check
from schemas.values import FAMILIES
from tasks.analysis.cells import coded
from tasks.analysis.contrast_table import contrast_table

HOUSES = 12


def _rung(rung, right, parsed=None, content=0, families=("Existence", "Order"), answerer="model"):
    """A question a house and family; `right` and `parsed` say which houses' questions are."""
    rows = [
        {
            "run_id": "eval-000000000000",
            "split": "test",
            "rung": rung,
            "answerer": answerer,
            "episode_id": f"ep-{house}",
            "question_id": f"q-{house}-{family}",
            "family": family,
            "stratum": f"S{house % 4 + 1}",
            "house_id": f"house-{house:02}",
            "chance": 0.5,
            "parsed": True if parsed is None else house in parsed,
            "correct": house in right and (parsed is None or house in parsed),
            "content": content or hash((rung, house)) % 2**32,
        }
        for house in range(HOUSES)
        for family in families
    ]
    return pl.DataFrame(rows, schema_overrides={"content": pl.UInt64})


def _row(table, rung="E2", against="E0", family="all", stratum="all"):
    at = {"rung": rung, "against": against, "family": family, "stratum": stratum}
    return table.row(by_predicate=pl.all_horizontal(pl.col(name) == value for name, value in at.items()), named=True)


@pytest.fixture
def table():
    """E2 right in 10 houses, E0 in 4 of those: 6 houses gain, none loses."""
    return contrast_table(coded(pl.concat([_rung("E0", range(4)), _rung("E2", range(10))])))


def test_the_difference_is_the_first_rung_minus_the_second(table):
    row = _row(table)
    assert (row["accuracy"], row["accuracy_against"]) == (pytest.approx(10 / 12), pytest.approx(4 / 12))
    assert row["difference"] == pytest.approx(0.5)
    assert (row["better"], row["worse"], row["n"], row["n_houses"]) == (12, 0, 24, 12)


def test_the_p_value_flips_houses_and_not_questions(table):
    row = _row(table)
    assert row["p_sign_flip"] == pytest.approx(2 / 2**6)
    assert row["p_mcnemar"] == pytest.approx(2 / 2**12)


def test_holm_is_over_the_families_of_a_contrast(table):
    families = [_row(table, family=family) for family in ("Existence", "Order")]
    assert [row["p_holm"] for row in families] == pytest.approx([2 * row["p_sign_flip"] for row in families])
    assert _row(table)["p_holm"] is None


def test_what_is_called_different_is_so_after_correction_over_the_families():
    rungs = [_rung("E0", range(5), families=FAMILIES), _rung("E2", range(11), families=FAMILIES)]
    table = contrast_table(pl.concat(rungs))
    order = _row(table, family="Order")
    assert order["low"] > 0  # alone it would be called so
    assert order["p_sign_flip"] < 0.05 < order["p_holm"]
    assert (order["verdict"], _row(table)["verdict"]) == ("cannot tell", "different")


def test_margins_are_those_fixed_beforehand_and_none_within_a_stratum(table):
    assert _row(table)["margin"] == 0.05
    assert _row(table, family="Order")["margin"] == 0.10
    within = _row(table, stratum="S1")
    assert within["margin"] is None
    assert within["power"] is None


def test_chance_is_compared_question_by_question_and_without_flipping_signs(table):
    row = _row(table, "E0", "chance")
    assert row["difference"] == pytest.approx(4 / 12 - 1 / 2)
    assert (row["p_sign_flip"], row["p_mcnemar"]) == (None, None)
    assert 0 < row["p_t"] < 1
    assert _row(table, "E0", "chance", "Order")["p_holm"] is not None


def test_a_missing_answer_is_wrong_and_the_conditional_difference_leaves_it_out():
    table = contrast_table(pl.concat([_rung("E0", range(4)), _rung("E2", range(10), parsed=range(8))]))
    row = _row(table)
    assert row["difference"] == pytest.approx(8 / 12 - 4 / 12)
    assert row["n_parsed_both"] == 16
    assert row["difference_parsed"] == pytest.approx(1 - 4 / 8)


def test_questions_that_are_put_alike_are_counted_as_one_measurement():
    table = contrast_table(pl.concat([_rung("E2", range(10), content=9), _rung("E5", range(10), content=9)]))
    row = _row(table, "E5", "E2")
    assert (row["n_same"], row["n"], row["difference"]) == (24, 24, 0.0)


def test_a_question_that_was_answered_under_neither_is_not_among_the_answered():
    rungs = [_rung(rung, range(4), content=9) for rung in ("E2", "E5")]
    silent = [rows.with_columns(content=pl.when(pl.col("family") == "Order").then("content")) for rows in rungs]
    row = _row(contrast_table(pl.concat(silent)), "E5", "E2")
    assert (row["n_same"], row["n_answered"], row["n"]) == (12, 12, 24)


def test_where_nothing_moved_the_interval_is_the_bound_of_none_among_the_houses():
    table = contrast_table(pl.concat([_rung("E2", range(10)), _rung("E5", range(10))]))
    row = _row(table, "E5", "E2")
    # Wilson's upper end of 0 in 12.
    assert (row["low"], row["high"]) == (pytest.approx(-0.24249, abs=1e-4), pytest.approx(0.24249, abs=1e-4))
    assert (row["p_sign_flip"], row["verdict"]) == (1.0, "cannot tell")


def test_rungs_are_compared_on_the_questions_that_both_were_asked():
    one_family = _rung("E5", range(12), families=("Order",))
    table = contrast_table(pl.concat([_rung("E2", range(6)), one_family]))
    assert _row(table, "E5", "E2")["n"] == 12


def test_each_answerer_is_compared_with_itself():
    both = [_rung("E0", range(4)), _rung("E2", range(10)), _rung("E0", range(12), answerer="other")]
    table = contrast_table(pl.concat(both))
    assert table.filter(pl.col("answerer") == "other")["against"].unique().to_list() == ["chance"]


def test_a_family_that_the_stratum_decides_has_no_row_within_one():
    families = ("Rooms-visited", "Order")
    table = contrast_table(
        pl.concat([_rung("E0", range(4), families=families), _rung("E2", range(9), families=families)])
    )
    rooms = table.filter(pl.col("family") == "Rooms-visited")
    assert rooms["stratum"].unique().to_list() == ["all"]


def test_comparisons_keep_their_contract(table):
    assert check("contrasts", table).height == table.height > 0


def test_nothing_asked_gives_no_rows():
    assert contrast_table(_rung("E0", range(4)).clear()).is_empty()
