import polars as pl
import pytest

from schemas.contract import check
from schemas.values import FAMILIES
from tasks.questions.quotas import account, quotas

MENUS = [("Existence", "Order", "Global-count", "Rooms-visited")] * 200
NO_DROPS = pl.DataFrame(schema={"rule": pl.String, "n": pl.Int32})


def questions(family, *counts):
    """As many questions as the counts say, of one text a count."""
    texts = [f"{family} {index}?" for index, count in enumerate(counts) for _ in range(count)]
    return pl.DataFrame(
        {"family": [family] * len(texts), "text": texts}, schema={"family": pl.String, "text": pl.String}
    )


def row(family, *counts, menus=MENUS):
    return quotas(questions(family, *counts), menus).row(by_predicate=pl.col("family") == family, named=True)


@pytest.mark.parametrize(
    ("counts", "falls_short"),
    [
        ([10] * 8, False),
        ([10] * 7 + [9], True),
        ([12] * 7, True),
        ([20] + [10] * 8, False),
        ([21] + [10] * 8, True),
    ],
)
def test_a_family_needs_eighty_questions_over_eight_texts_none_above_a_fifth(counts, falls_short):
    assert row("Existence", *counts)["falls_short"] is falls_short


def test_rooms_visited_has_one_text():
    assert not row("Rooms-visited", 80)["falls_short"]
    assert row("Rooms-visited", 79)["falls_short"]


@pytest.mark.parametrize("menus", [MENUS[:40], MENUS, MENUS * 5], ids=["40 episodes", "200", "1000"])
def test_a_split_of_any_size_needs_eighty(menus):
    """A family of sixteen questions is no less weak because its split is small."""
    assert row("Existence", *[2] * 8, menus=menus)["least_questions"] == 80
    assert row("Existence", *[2] * 8, menus=menus)["falls_short"]


def test_every_family_has_a_row_that_the_contract_takes():
    rows = quotas(questions("Existence", 3), MENUS)
    assert rows["family"].to_list() == list(FAMILIES)
    check("quotas", rows.with_columns(run_id=pl.lit("gen-0"), split=pl.lit("test")))


def test_the_account_says_who_falls_short_by_how_much_and_what_rules_dropped():
    drops = pl.DataFrame({"rule": ["grey_loose", "unfilled", "grey_loose"], "n": [3, 1, 4]})
    lines = account(quotas(questions("Existence", 40, 5), MENUS), drops)
    assert lines[0] == "45 questions in 800 places. Dropped: grey_loose 7, unfilled 1."
    assert lines[1:] == [
        "Fewer than 80 questions: " + ", ".join(f"{f} {45 if f == 'Existence' else 0}" for f in FAMILIES) + ".",
        "Fewer than 8 texts: " + ", ".join(f"{f} {2 if f == 'Existence' else 0}" for f in FAMILIES) + ".",
        "One text above 20%: Existence 89%.",
    ]


def test_an_account_of_enough_is_one_line():
    every = pl.concat(questions(family, *[10] * 8) for family in FAMILIES)
    assert account(quotas(every, MENUS), NO_DROPS) == ["640 questions in 800 places. Dropped: nothing."]
