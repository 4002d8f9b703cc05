import polars as pl
import pytest

from expectations.mentions import named_types


def names(text: str, object_type: str) -> bool:
    named: bool = named_types(pl.Series([text]), pl.Series([object_type]))[0]
    return named


@pytest.mark.parametrize(
    ("text", "object_type"),
    [
        ("Was a desk in view?", "Desk"),
        ("How many desks were in view?", "Desk"),
        ("WAS A DESK IN VIEW?", "Desk"),
        ("Was the desk's lamp on?", "Desk"),
        ("the desk", "Desk"),
        ("Was a DiningTable in view?", "DiningTable"),
        ("Was a dining table in view?", "DiningTable"),
        ("How many knives came into view?", "Knife"),
        ("Was any bread in view?", "Bread"),
        ("Was a desk lamp in view, or a desk?", "Desk"),
        ("Was a grand piano in view?", "GrandPiano"),
    ],
)
def test_a_type_is_named_by_its_words_in_any_number_and_case(text, object_type):
    assert names(text, object_type)


@pytest.mark.parametrize(
    ("text", "object_type"),
    [
        ("Was a desk lamp in view?", "Desk"),
        ("Was a bed in the bedroom?", "Desk"),
        ("Which bedroom was entered first?", "Bed"),
        ("Was a butter knife in view?", "Knife"),
        ("Was a roll of toilet paper in view?", "Toilet"),
        ("Was an armchair in view?", "Chair"),
        ("in the last picture", "Painting"),
    ],
)
def test_a_longer_name_or_a_part_of_a_word_names_another_thing(text, object_type):
    assert not names(text, object_type)


def test_each_text_is_judged_against_its_own_type():
    texts = pl.Series(["a mug", "a mug", "a mug", "nothing"])
    assert named_types(texts, pl.Series(["Mug", "Cup", None, "Mug"])).to_list() == [True, False, None, False]
