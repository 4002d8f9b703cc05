import pytest

from tasks.models.prior.wording import Reading, mention, ngrams, number, ranks, read
from tasks.questions.families import FAMILIES


@pytest.mark.parametrize("form", ["paper", "sound"])
@pytest.mark.parametrize("family", FAMILIES)
def test_the_things_of_every_text_are_read_and_leave_the_same_template(family, form):
    def text(one, other):
        return read(FAMILIES[family].templates[form].render([one, other], "Kitchen"))

    first, second = text("AlarmClock", "DiningTable"), text("Mug", "TVStand")
    assert first.template == second.template
    assert set(first.things) <= {"AlarmClock", "DiningTable"}
    assert set(second.things) <= {"Mug", "TVStand"}


def test_a_long_name_is_not_read_as_the_short_one_within_it():
    assert read("Was a dog bed in the bedroom?") == Reading("Was # in the bedroom?", ("DogBed",))


def test_ngrams_are_words_and_neighbouring_pairs():
    assert ngrams("Was a mug, a MUG?") == ("a", "a mug", "mug", "mug a", "was", "was a")


@pytest.mark.parametrize(("option", "value"), [("3", 3), ("4 or more", 4), ("12", 12), ("Yes", None), ("4 beds", None)])
def test_a_number_is_read_from_an_option_that_is_one(option, value):
    assert number(option) == value


def test_ranks_go_from_the_least_number_up():
    assert ranks(("4 or more", "1", "3", "2")) == [3, 0, 2, 1]
    assert ranks(("Yes", "No")) == [None, None]


def test_an_option_is_known_by_its_place_in_the_question():
    question = "Which came into view first, an apple or a dog bed?"
    assert [mention(option, question) for option in ("dog bed", "apple", "bed")] == [1, 0, None]
