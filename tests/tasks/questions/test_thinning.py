from collections import Counter

import pytest

from schemas.seeds import generator
from schemas.vocabulary import confusable
from tasks.questions.thinning import LEAST_TEXTS, MOST_OF_A_FAMILY, TextKey, draw, expected, fit


def text(name, family="Existence", room="Kitchen"):
    return TextKey(family, f"Was a {name} in view?", (name,), ("Yes", "No"), room)


BED, MUG, CUP = text("Bed"), text("Mug"), text("Cup")
LEFT = text("Bed", "Presence-change")
SHARES = {"Presence-change": {"Yes": 2.0, "No: still": 1.0, "No: never": 1.0}}


def alone(*slots):
    """Episodes of one slot each."""
    return [[slot] for slot in slots]


def slots_of(n_yes, n_no, key=BED):
    """One candidate a slot: nothing but refusing can balance them."""
    return alone(*[{(key, "Yes"): 1}] * n_yes, *[{(key, "No"): 1}] * n_no)


@pytest.mark.parametrize(("n_yes", "n_no"), [(5, 5), (1, 40), (90, 10)])
def test_each_value_is_expected_equally_often(n_yes, n_no):
    episodes = slots_of(n_yes, n_no)
    mass = expected(episodes, fit(episodes, {}))
    assert mass[BED, "Yes"] == pytest.approx(mass[BED, "No"], rel=1e-3)
    assert mass[BED, "Yes"] == pytest.approx(min(n_yes, n_no), rel=1e-3)


def test_texts_that_compete_for_a_slot_are_balanced_together():
    episodes = alone(
        {(BED, "Yes"): 3, (MUG, "No"): 1}, {(BED, "No"): 1, (MUG, "Yes"): 5}, {(BED, "Yes"): 1, (MUG, "Yes"): 1}
    )
    mass = expected(episodes, fit(episodes, {}))
    for key in (BED, MUG):
        assert mass[key, "Yes"] == pytest.approx(mass[key, "No"], rel=1e-3)


def test_kinds_of_a_value_have_their_stated_shares():
    slots = [{(LEFT, "Yes"): 1}] * 9 + [{(LEFT, "No: still"): 2}] * 4 + [{(LEFT, "No: never"): 1}] * 30
    episodes = alone(*slots)
    mass = expected(episodes, fit(episodes, SHARES))
    total = sum(mass.values())
    assert mass[LEFT, "Yes"] / total == pytest.approx(0.5, abs=1e-3)
    assert mass[LEFT, "No: still"] / total == pytest.approx(0.25, abs=1e-3)


def test_the_same_words_under_another_room_label_are_balanced_for_themselves():
    other = text("Bed", room="Bedroom")
    episodes = [*slots_of(9, 1), *slots_of(1, 9, other)]
    mass = expected(episodes, fit(episodes, {}))
    assert [mass[key] for key in sorted(mass)] == pytest.approx([1.0] * 4, rel=1e-3)


def test_a_text_without_one_of_its_values_is_never_drawn():
    episodes = [*slots_of(3, 3), [{(MUG, "Yes"): 2}]]
    accepted = fit(episodes, {})
    assert (MUG, "Yes") not in accepted
    assert draw([(MUG, "Yes")], accepted, generator(1, "draw")) is None


def test_nothing_to_balance_is_nothing_accepted():
    assert fit([[{}, {(MUG, "Yes"): 2}]], {}) == {}
    assert expected([[{}]], {}) == {}


def test_probabilities_are_probabilities_and_one_value_of_each_text_is_always_accepted():
    accepted = fit([*slots_of(7, 2), *slots_of(1, 4, MUG)], {})
    assert all(0 < value <= 1 for value in accepted.values())
    for key in (BED, MUG):
        assert max(accepted[key, "Yes"], accepted[key, "No"]) == 1


COMPANY = [
    [{(BED, "Yes"): 4, (CUP, "No"): 1}, {(LEFT, "Yes"): 1, (text("Mug", "Presence-change"), "Yes"): 2}],
    [{(BED, "Yes"): 1, (CUP, "Yes"): 1}, {(LEFT, "No: still"): 2, (text("Mug", "Presence-change"), "No: still"): 1}],
    [{(BED, "No"): 2, (CUP, "No"): 1}, {(LEFT, "No: never"): 1, (text("Mug", "Presence-change"), "No: never"): 1}],
]


def played(episodes, accepted, n_rounds):
    """How often each value stands, by drawing slot after slot as the recipe does."""
    standing: Counter = Counter()
    for repeat in range(n_rounds):
        for number, slots in enumerate(episodes):
            drawn: set[str] = set()
            for place, slot in enumerate(slots):
                keys = [key for key in sorted(slot) for _ in range(slot[key])]
                index = draw(keys, accepted, generator(1, "draw", number, place, repeat))
                if index is not None:
                    types = keys[index][0].types
                    if drawn.isdisjoint(types):
                        standing[keys[index]] += 1
                    drawn |= {alike for name in types for alike in confusable(name)}
    return {key: n / n_rounds for key, n in standing.items()}


def test_what_stands_in_the_end_has_its_values_equally_often_though_slots_push_each_other_out():
    accepted = fit(COMPANY, SHARES)
    mass = expected(COMPANY, accepted)
    for key in {key for key, _ in mass}:
        yes = mass[key, "Yes"]
        assert yes == pytest.approx(
            sum(n for (other, kind), n in mass.items() if other == key and kind != "Yes"), rel=1e-3
        )
    found = played(COMPANY, accepted, 3000)
    assert found == pytest.approx({key: n for key, n in mass.items() if n > 0.001}, abs=0.04)
    assert min(found.values()) > 0.05


def test_a_cup_drawn_first_pushes_out_a_mug_drawn_second():
    mug = text("Mug", "Persistence")
    episodes = [[{(CUP, "Yes"): 1}, {(mug, "Yes"): 1}]]
    assert expected(episodes, {(CUP, "Yes"): 1.0, (mug, "Yes"): 1.0}) == {(CUP, "Yes"): 1.0, (mug, "Yes"): 0.0}


def test_no_text_is_expected_to_fill_more_than_its_part_of_a_family():
    names = ["Bed", "Sofa", "Toilet", "Fridge", "Apple", "Laptop", "Bread", "Painting"]
    assert len(names) == LEAST_TEXTS
    episodes = [
        each for name in names for each in slots_of(50 if name == "Bed" else 2, 50 if name == "Bed" else 2, text(name))
    ]
    mass = expected(episodes, fit(episodes, {}))
    bed = mass[text("Bed"), "Yes"] + mass[text("Bed"), "No"]
    assert bed / sum(mass.values()) == pytest.approx(MOST_OF_A_FAMILY, abs=2e-3)
    assert mass[text("Sofa"), "Yes"] == pytest.approx(2.0, rel=1e-3)


def test_a_family_of_few_texts_keeps_all_that_it_has():
    episodes = [*slots_of(5, 5), *slots_of(1, 1, MUG)]
    assert sum(expected(episodes, fit(episodes, {})).values()) == pytest.approx(12.0, rel=1e-3)
