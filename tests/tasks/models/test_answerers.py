import polars as pl
import pytest

from schemas.errors import ConfigError
from tasks.models.answerers import is_privileged, make_answerer
from tasks.models.base import Privileged, PromptKey, Response
from tasks.models.majority import Majority
from tasks.models.parse import parse_answer
from tasks.models.reader import CANNOT_TELL, NO_PICTURES, Reader
from tasks.models.scripted import Scripted
from tasks.models.uniform import Uniform
from tasks.questions.record import FrameRecord, Seen


def _train(*golds):
    return pl.DataFrame(golds, schema=["family", "gold"], orient="row")


def _letters(answerer, prompts):
    return [response.raw for response in answerer.answer(prompts)]


# uniform


def test_uniform_gives_a_question_the_same_answer_in_any_order(make_prompt):
    prompts = [make_prompt(f"ep_00001_q{i}", options=("1", "2", "3")) for i in range(1, 10)]
    forward = {response.key: response.raw for response in Uniform(7).answer(prompts)}
    backward = {response.key: response.raw for response in Uniform(7).answer(reversed(prompts))}
    assert forward == backward


def test_uniform_does_not_look_at_what_it_is_shown(make_prompt):
    shown = make_prompt(text="with pictures", mode="closed")
    blind = make_prompt(text="without", mode="none")
    assert _letters(Uniform(7), [shown]) == _letters(Uniform(7), [blind])


def test_uniform_draws_every_option_about_equally_often(make_prompt):
    prompts = [make_prompt(f"ep_00001_q{i}", options=("1", "2", "3")) for i in range(3000)]
    drawn = _letters(Uniform(7), prompts)
    # Three standard deviations of a binomial count with n = 3000 and p = 1/3 are 77.
    assert all(abs(drawn.count(letter) - 1000) < 78 for letter in "ABC")


def test_another_seed_draws_other_answers(make_prompt):
    prompts = [make_prompt(f"ep_00001_q{i}", options=("1", "2", "3", "4")) for i in range(50)]
    assert _letters(Uniform(7), prompts) != _letters(Uniform(8), prompts)


# majority


def test_majority_takes_the_value_that_its_family_had_most_often(make_prompt):
    majority = Majority.fit(_train(("Existence", "Yes"), ("Existence", "Yes"), ("Existence", "No"), ("Order", "No")))
    assert _letters(majority, [make_prompt(options=("No", "Yes")), make_prompt(options=("Yes", "No"))]) == ["B", "A"]


def test_majority_looks_only_among_the_options(make_prompt):
    majority = Majority.fit(_train(*[("Counting", "1")] * 3, *[("Counting", "3")] * 2, ("Counting", "2")))
    assert _letters(majority, [make_prompt(family="Counting", options=("2", "3"))]) == ["B"]


def test_majority_falls_back_to_all_families_where_its_own_says_nothing(make_prompt):
    majority = Majority.fit(_train(("Counting", "2"), ("Counting", "2"), ("Global-count", "3")))
    assert _letters(majority, [make_prompt(family="Order", options=("3", "2"))]) == ["B"]


def test_majority_breaks_a_tie_by_text_and_never_by_letter(make_prompt):
    majority = Majority.fit(_train(("Existence", "Yes"), ("Existence", "No")))
    assert _letters(majority, [make_prompt(options=("Yes", "No")), make_prompt(options=("No", "Yes"))]) == ["B", "A"]


def test_majority_is_the_same_after_being_stored(make_prompt):
    majority = Majority.fit(_train(("Existence", "Yes"), ("Order", "bed")))
    again = Majority.from_json(majority.to_json())
    assert again == majority
    assert again.name == majority.name


def test_majority_is_named_by_what_it_learned():
    assert Majority.fit(_train(("Order", "a"))).name != Majority.fit(_train(("Order", "b"))).name


def test_majority_refuses_an_empty_train_split():
    with pytest.raises(ConfigError, match="nothing to learn from"):
        Majority.fit(_train())


# reader


def _record(t, *types):
    return FrameRecord(t, "room|1", "room|1", tuple(Seen(f"{name}|1", name, "room|1") for name in types))


def test_reader_names_the_option_that_its_pictures_settle(make_question, make_prompt):
    held = (_record(2, "Kettle"), _record(4))
    (response,) = Reader().answer([Privileged(make_prompt(), make_question(), held, 7, "closed")])
    assert response.raw == "B"


def test_reader_takes_pictures_as_the_prompt_declares_them(make_question, make_prompt):
    held = (_record(2), _record(4))
    ask = [Privileged(make_prompt(mode=mode), make_question(), held, 7, mode) for mode in ("closed", "open")]
    assert _letters(Reader(), ask) == ["A", CANNOT_TELL]


def test_reader_cannot_tell_without_pictures(make_question, make_prompt):
    assert _letters(Reader(), [Privileged(make_prompt(mode="none"), make_question(), (), 7, "none")]) == [NO_PICTURES]


@pytest.mark.parametrize("text", [CANNOT_TELL, NO_PICTURES])
@pytest.mark.parametrize("options", [("No", "Yes"), ("2", "3"), ("Kitchen", "Bedroom")])
def test_what_reader_says_where_it_cannot_tell_is_read_as_a_refusal(text, options):
    assert parse_answer(text, options).status == "refusal"


# scripted


def test_scripted_gives_the_replies_that_were_written(make_prompt):
    cut = Response(PromptKey("ep_00001", "ep_00001_q2"), "B. beca", "length")
    scripted = Scripted("A", {"ep_00001_q1": "Answer: B", "ep_00001_q2": cut})
    prompts = [make_prompt(f"ep_00001_q{i}") for i in (1, 2, 3)]
    assert [(r.raw, r.finish_reason) for r in scripted.answer(prompts)] == [
        ("Answer: B", "stop"),
        ("B. beca", "length"),
        ("A", "stop"),
    ]


# specs


@pytest.mark.parametrize(
    ("spec", "name"),
    [("uniform", "uniform:7"), ("uniform:3", "uniform:3"), ("reader", "reader"), ("scripted:B", "scripted:B")],
)
def test_a_spec_makes_the_answerer_of_that_name(spec, name):
    assert make_answerer(spec, 7).name == name


def test_only_reader_takes_records():
    made = [
        make_answerer(spec, 7, _train(("Order", "bed"))) for spec in ("uniform", "majority", "reader", "scripted:A")
    ]
    assert [is_privileged(answerer) for answerer in made] == [False, False, True, False]


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("oracle", "no answerer `oracle`: there are uniform, majority, prior, reader, scripted"),
        ("uniform:x", "the seed is not a whole number"),
        ("reader:x", "`reader` takes nothing after a colon"),
        ("majority", "needs the train split's questions"),
        ("scripted", "has no reply to give"),
    ],
)
def test_a_spec_that_names_no_answerer_is_refused_in_one_sentence(spec, sentence):
    with pytest.raises(ConfigError, match=sentence):
        make_answerer(spec, 7)
