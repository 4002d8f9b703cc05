import polars as pl
import pytest

from schemas.contract import check
from tasks.analysis.cells import coded
from tasks.analysis.intervals import clustered
from tasks.analysis.rates import episode_counts, rates


@pytest.fixture
def asked():
    """Three houses; e1 and e2 in one of them. In h2 an answer could not be read."""
    rows = [
        ("Existence", "S1", "h1", "e1", True, True),
        ("Order", "S1", "h1", "e1", True, False),
        ("Order", "S2", "h1", "e2", True, True),
        ("Existence", "S2", "h2", "e3", False, False),
        ("Order", "S2", "h2", "e3", True, True),
        ("Order", "S1", "h3", "e4", True, False),
    ]
    frame = pl.DataFrame(
        rows, schema=["family", "stratum", "house_id", "episode_id", "parsed", "correct"], orient="row"
    )
    return frame.with_columns(
        run_id=pl.lit("eval-0"),
        split=pl.lit("test"),
        rung=pl.lit("E2"),
        answerer=pl.lit("reader"),
        executed=True,
        answered=True,
        scored=True,
        chance=0.5,
    )


def _row(table, family="all", stratum="all"):
    return table.row(by_predicate=(pl.col("family") == family) & (pl.col("stratum") == stratum), named=True)


def test_the_episode_stands_beside_the_house(asked):
    row = _row(rates(asked))
    assert (row["n_houses"], row["n_episodes"]) == (3, 4)
    by_episode = clustered([1, 1, 1, 0], [2, 1, 2, 1])
    assert (row["low_episodes"], row["high_episodes"]) == (
        pytest.approx(by_episode.low),
        pytest.approx(by_episode.high),
    )


def test_of_parsed_answers_the_interval_is_its_own_where_some_are_missing(asked):
    row = _row(rates(asked))
    assert row["accuracy_parsed"] == pytest.approx(3 / 5)
    assert row["low_parsed"] < 3 / 5 < row["high_parsed"]
    assert (row["low_parsed"], row["high_parsed"]) != (row["low"], row["high"])


def test_of_parsed_answers_the_interval_is_that_of_all_where_none_is_missing(asked):
    row = _row(rates(asked), family="Order")
    assert (row["accuracy_parsed"], row["low_parsed"], row["high_parsed"]) == (row["accuracy"], row["low"], row["high"])


def test_where_no_answer_could_be_read_there_is_nothing_to_say_of_parsed_ones(asked):
    row = _row(rates(asked.with_columns(parsed=False, correct=False)))
    assert (row["accuracy"], row["accuracy_parsed"], row["low_parsed"]) == (0.0, None, None)


def test_texts_as_numbers_give_the_same_tables(asked):
    assert rates(coded(asked)).equals(rates(asked))
    assert episode_counts(coded(asked)).equals(episode_counts(asked))


def test_rates_keep_their_contract(asked):
    assert check("rung_metrics", rates(asked)).height == 9
