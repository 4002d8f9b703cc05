import polars as pl
import pytest

from schemas.contract import check
from tasks.analysis.baselines import baselines


@pytest.fixture
def asked():
    rows = [
        ("q1", "Existence", ["Yes", "No"], "Yes", 2, "S1"),
        ("q2", "Existence", ["Yes", "No"], "Yes", 2, "S2"),
        ("q3", "Existence", ["Yes", "No"], "No", 2, "S2"),
        ("q4", "Counting", ["1", "2", "3"], "2", 2, "S1"),
        ("q5", "Counting", ["2", "3", "4 or more"], "4 or more", 5, "S2"),
        ("q6", "Counting", ["1", "2", "3"], "1", 6, "S2"),
    ]
    questions = pl.DataFrame(
        [("test", f"e{number}", *row[:4], list(range(row[4]))) for number, row in enumerate(rows)],
        schema=["split", "episode_id", "question_id", "family", "options", "gold", "frame_refs"],
        orient="row",
    )
    episodes = pl.DataFrame(
        [("test", f"e{number}", f"h{number // 2}", row[5]) for number, row in enumerate(rows)],
        schema=["split", "episode_id", "house_id", "stratum"],
        orient="row",
    )
    return questions, episodes


def _row(table, family="all", stratum="all"):
    return table.row(by_predicate=(pl.col("family") == family) & (pl.col("stratum") == stratum), named=True)


def test_the_mix_of_option_counts_is_told(asked):
    row = _row(baselines(*asked))
    assert [row[f"n_options_{number}"] for number in (2, 3, 4)] == [3, 3, 0]
    assert row["chance"] == pytest.approx((3 / 2 + 3 / 3) / 6)


def test_the_usual_answer_of_a_family_is_right_as_often_as_it_is_gold(asked):
    assert _row(baselines(*asked), "Existence")["majority"] == pytest.approx(2 / 3)


def test_the_number_of_pictures_is_an_answer_only_where_options_are_numbers(asked):
    table = baselines(*asked)
    # Two pictures for "2", five for "4 or more", six for "1".
    assert _row(table, "Counting")["image_count"] == pytest.approx(2 / 3)
    assert _row(table, "Existence")["image_count"] is None
    assert (_row(table)["n_counted"], _row(table)["image_count"]) == (3, pytest.approx(2 / 3))


def test_rows_keep_their_contract(asked):
    table = baselines(*asked).with_columns(run_id=pl.lit("eval-000000000000"))
    assert check("baselines", table).height == 9
