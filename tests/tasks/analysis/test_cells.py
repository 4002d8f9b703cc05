import polars as pl
import pytest

from tasks.analysis.cells import cells, coded, groups, keyed, plain


@pytest.fixture
def rows():
    return pl.DataFrame(
        [
            ("E0", "Existence", "S1", "h1", "e1", True, 0.5),
            ("E0", "Existence", "S1", "h1", "e1", False, 0.5),
            ("E0", "Order", "S1", "h2", "e2", True, 0.25),
            ("E0", "Order", "S2", "h2", "e3", True, 0.25),
            ("E2", "Order", "S2", "h2", "e3", False, 0.25),
        ],
        schema=["rung", "family", "stratum", "house_id", "episode_id", "right", "credit"],
        orient="row",
    )


def _sums(summed, *names):
    keys = summed.keys.rows()
    return dict(zip(keys, zip(*[summed.sums(name).tolist() for name in names], strict=True), strict=True))


def test_each_row_counts_in_its_own_family_and_stratum_and_in_their_sums(rows):
    assert _sums(cells(rows, ["rung"], ["right"]), "n", "right") == {
        ("E0", "Existence", "S1"): (2, 1),
        ("E0", "Existence", "all"): (2, 1),
        ("E0", "Order", "S1"): (1, 1),
        ("E0", "Order", "S2"): (1, 1),
        ("E0", "Order", "all"): (2, 2),
        ("E0", "all", "S1"): (3, 2),
        ("E0", "all", "S2"): (1, 1),
        ("E0", "all", "all"): (4, 3),
        ("E2", "Order", "S2"): (1, 0),
        ("E2", "Order", "all"): (1, 0),
        ("E2", "all", "S2"): (1, 0),
        ("E2", "all", "all"): (1, 0),
    }


def test_floats_are_added_up_as_floats(rows):
    assert _sums(cells(rows, ["rung"], ["credit"]), "credit")["E0", "all", "all"] == (1.5,)


def test_the_spread_is_over_the_clusters_asked_for(rows):
    for cluster, n in (("house_id", 2), ("episode_id", 3)):
        summed = cells(rows.filter(pl.col("rung") == "E0"), [], ["right"], cluster)
        assert summed.spread("right").clusters[-1] == n
        assert summed.spread("right").mean[-1] == pytest.approx(0.75)


def test_what_is_counted_in_parts_is_divided_by_their_number(rows):
    summed = cells(rows.with_columns(parts=pl.col("right").cast(pl.Int64) * 12), ["rung"], ["parts"])
    assert summed.spread("parts", unit=12).mean[7] == pytest.approx(0.75)


def test_another_column_can_stand_in_the_place_of_the_stratum(rows):
    sized = rows.with_columns(size=pl.lit("large"))
    summed = cells(sized, [], ["right"], across="size", values=("small", "large"))
    assert summed.keys.columns == ["family", "size"]
    assert summed.keys["size"].unique().sort().to_list() == ["all", "large"]


def test_texts_as_numbers_give_the_same_cells(rows):
    one, other = cells(rows, ["rung"], ["right"]), cells(coded(rows), ["rung"], ["right"])
    assert one.keys.equals(plain(other.keys))
    assert (one.column("right") == other.column("right")).all()


def test_groups_come_in_the_order_of_their_keys(rows):
    assert [mine.height for _, mine in groups(rows.reverse(), ["rung"])] == [4, 1]


def _names(rows):
    return pl.DataFrame(rows, schema=["split", "question_id"], orient="row")


@pytest.mark.parametrize("most", [1 << 64, 1])
def test_rows_have_one_key_where_all_their_texts_are_the_same(monkeypatch, most):
    monkeypatch.setattr("tasks.analysis.cells._MOST_KEYS", most)
    one, other = _names([("test", "q1"), ("train", "q1")]), _names([("train", "q1"), ("test", "q2"), ("test", "q1")])
    mine, theirs = (rows["key"].to_list() for rows in keyed([one, other], ["split", "question_id"], "key"))
    assert mine == [theirs[2], theirs[0]]
    assert len(set(theirs)) == 3


def test_a_family_that_is_none_is_an_error():
    rows = pl.DataFrame({"family": ["Order", "Colour"], "stratum": ["S1", "S1"], "house_id": ["a", "b"]})
    with pytest.raises(ValueError, match="`family` holds something else"):
        cells(coded(rows), [], [])
