import polars as pl
import pytest

from schemas.errors import ConfigError
from schemas.vocabulary import room_display
from tasks.models.answerers import make_answerer
from tasks.models.base import Prompt, PromptKey
from tasks.models.prior.answerer import Prior
from tasks.models.prior.choice import PROBES, fitted
from tasks.models.prior.item import Item, Lesson

YES_NO = ("Yes", "No")


def _prompt(options=YES_NO, family="Existence", question="", room_label=""):
    return Prompt(PromptKey("ep_00001", "ep_00001_q1"), family, "", options, (), "none", question, room_label)


def _letters(answerer, *prompts):
    return [response.raw for response in answerer.answer(prompts)]


def _taught(*taught):
    """Lessons from (times, family, question, label, gold), options in either order, a house each."""
    return tuple(
        Lesson(Item(family, question, label, YES_NO if number % 2 else YES_NO[::-1]), gold, f"house-{number}")
        for times, family, question, label, gold in taught
        for number in range(times)
    )


def _split(n=12, rooms=("Kitchen", "LivingRoom"), golds=("Yes", "No")):
    """A train split of `n` episodes in `n` houses, a question each; gold and room go round."""
    episodes = [f"ep_{number:05}" for number in range(n)]
    questions = {
        "episode_id": episodes,
        "question_id": [f"{episode}_q1" for episode in episodes],
        "family": ["Existence"] * n,
        "text": ["Was a mug in view?"] * n,
        "options": [list(YES_NO)] * n,
        "gold": [golds[number % len(golds)] for number in range(n)],
    }
    houses = [f"house-{number}" for number in range(n)]
    return pl.DataFrame(questions), pl.DataFrame(
        {
            "episode_id": episodes,
            "house_id": houses,
            "target_room": [rooms[number % len(rooms)] for number in range(n)],
        }
    )


# what it may see


@pytest.mark.parametrize("probe", [None, *PROBES])
def test_it_answers_with_what_goes_with_the_label(probe):
    taught = _taught(
        (40, "Existence", "Was a mug in view?", "kitchen", "Yes"),
        (40, "Existence", "Was a mug in view?", "bedroom", "No"),
    )
    asked = [_prompt(question="Was a mug in view?", room_label=label) for label in ("kitchen", "bedroom")]
    assert _letters(Prior(taught, probe), *asked) == ["A", "B"]


def test_without_the_label_a_prompt_that_shows_it_gets_the_answer_of_one_that_does_not():
    taught = _taught(
        (40, "Existence", "Was a mug in view?", "kitchen", "Yes"),
        (60, "Existence", "Was a mug in view?", "bedroom", "No"),
    )
    blind = Prior(taught, "ngrams", with_label=False)
    asked = [_prompt(question="Was a mug in view?", room_label=label) for label in ("kitchen", "bedroom", "")]
    assert _letters(blind, *asked) == ["B", "B", "B"]


def test_where_the_question_is_withheld_its_family_is_not_used_either():
    taught = _taught((30, "Existence", "Was a mug in view?", "", "Yes"), (20, "Persistence", "Was a bed?", "", "No"))
    prior = Prior(taught, "ngrams")
    hidden = [_prompt(family=family) for family in ("Existence", "Persistence")]
    shown = [
        _prompt(family="Existence", question="Was a mug in view?"),
        _prompt(family="Persistence", question="Was a bed?"),
    ]
    assert _letters(prior, *hidden) == ["A", "A"]
    assert _letters(prior, *shown) == ["A", "B"]


def test_a_family_that_train_does_not_hold_is_answered_from_its_options():
    prior = Prior(_taught((20, "Existence", "Was a mug in view?", "", "No")))
    assert _letters(prior, _prompt(family="Presence-change", question="Was a mug in view and then gone?")) == ["B"]


@pytest.mark.parametrize("probe", PROBES)
def test_options_that_train_does_not_hold_still_get_an_answer(probe):
    prior = Prior(_taught((20, "Existence", "Was a mug in view?", "", "No")), probe)
    (letter,) = _letters(prior, _prompt(("3", "1", "2"), "Global-count", "How many xylophones came into view?"))
    assert letter in "ABC"


# the choice


def test_the_choice_is_made_on_houses_left_out():
    # Every house asks about things of its own and answers all its questions alike: nothing carries over to another
    # house, yet folds that split houses would find every answer among the neighbours.
    taught = tuple(
        Lesson(Item("Existence", f"Was thing{house} in view?", "", YES_NO), YES_NO[house % 2], f"house-{house}")
        for house in range(40)
        for _ in range(8)
    )
    chosen = fitted(taught, "question", None)["Existence"]
    assert chosen.n == 320
    assert max(chosen.right.values()) < 0.7 * chosen.n


def test_each_family_is_given_the_probe_with_the_most_right_answers():
    taught = _taught(
        (30, "Existence", "Was a mug in view?", "", "Yes"), (30, "Persistence", "Was a mug in view twice?", "", "No")
    )
    for chosen in fitted(taught, "question", None).values():
        assert set(chosen.right) == set(PROBES)
        assert chosen.right[chosen.probe] == max(chosen.right.values())


def test_a_single_house_is_enough_to_learn_from():
    lesson = Lesson(Item("Existence", "Was a mug in view?", "", YES_NO), "No", "house-1")
    assert _letters(Prior((lesson,) * 4), _prompt(question="Was a mug in view?")) == ["B"]


# making one


def test_it_learns_from_the_rows_of_the_train_split():
    prior = Prior.fit("", *_split())
    assert [lesson.item.room_label for lesson in prior.lessons[:2]] == ["kitchen", room_display("LivingRoom")]
    assert {lesson.house_id for lesson in prior.lessons} == {f"house-{number}" for number in range(12)}


@pytest.mark.parametrize(
    "spec", ["prior", "prior:ngrams", "prior:boosting", "prior:neighbour:no-label", "prior:no-label"]
)
def test_a_spec_makes_the_probe_of_that_name_with_a_digest_of_what_it_learned(spec):
    made = make_answerer(spec, 7, *_split())
    name, _, digest = made.name.rpartition(":")
    assert (name, len(digest)) == (spec, 8)
    assert make_answerer(spec, 7, *_split(golds=("No", "No", "Yes"))).name != made.name
    assert make_answerer(spec, 7, *_split(rooms=("Bathroom",))).name != made.name


def test_neither_the_order_of_rows_nor_of_prompts_changes_an_answer(lessons):
    def stored(taught):
        questions = {
            "episode_id": [f"ep_{number:05}" for number in range(len(taught))],
            "question_id": [f"ep_{number:05}_q1" for number in range(len(taught))],
            "family": [lesson.item.family for lesson in taught],
            "text": [lesson.item.question for lesson in taught],
            "options": [list(lesson.item.options) for lesson in taught],
            "gold": [lesson.gold for lesson in taught],
        }
        where = {"house_id": [lesson.house_id for lesson in taught], "target_room": ["Kitchen"] * len(taught)}
        return pl.DataFrame(questions), pl.DataFrame({"episode_id": questions["episode_id"]} | where)

    questions, episodes = stored(lessons(200, seed=8, families=("Existence", "Order")))
    one = Prior.fit("", questions, episodes)
    asked = [
        _prompt(each.item.options, each.item.family, each.item.question)
        for each in lessons(60, seed=9, families=("Order", "Existence"))
    ]
    first = _letters(one, *asked)
    fitted.cache_clear()
    other = Prior.fit("", questions.reverse(), episodes.reverse())
    assert other.name == one.name
    assert _letters(other, *asked[::-1])[::-1] == first


def test_an_empty_train_split_is_refused():
    questions, episodes = _split()
    with pytest.raises(ConfigError, match="nothing to learn from"):
        Prior.fit("", questions.clear(), episodes)


@pytest.mark.parametrize("spec", ["prior:forest", "prior:ngrams:boosting", "prior:ngrams:label"])
def test_a_spec_that_names_no_probe_is_refused_in_one_sentence(spec):
    with pytest.raises(ConfigError, match="after the colon comes one of ngrams, boosting, neighbour, `no-label`"):
        make_answerer(spec, 7, *_split())


def test_without_a_train_split_there_is_no_prior():
    with pytest.raises(ConfigError, match="`prior` needs the train split's questions and episodes"):
        make_answerer("prior", 7)
