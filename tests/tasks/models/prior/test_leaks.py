"""A probe that finds nothing where nothing is, and something where ten points are: otherwise it is no probe."""

from dataclasses import replace

import pytest

from tasks.models.prior.choice import PROBES
from tasks.models.prior.wording import mention, ranks

FAMILIES = ("Existence", "Counting", "Order", "Room Identification", "Rooms-visited")


def _a_word(item, gold, holds, rng):
    """One wording goes with Yes, the other with No."""
    if (gold == "Yes") == holds:
        return replace(item, question=item.question.replace("any moment", "any time")), gold
    return item, gold


def _the_label(item, gold, holds, rng):
    """In a kitchen the answer tends to be Yes, in a bathroom No."""
    return replace(item, room_label="kitchen" if (gold == "Yes") == holds else "bathroom"), gold


def _the_thing_with_the_label(item, gold, holds, rng):
    """Neither says anything alone: in the kitchen an apple means Yes and a bed No, in the bedroom the other way."""
    thing, other = ("an apple", "a bed") if (gold == "Yes") == holds else ("a bed", "an apple")
    in_kitchen = rng.random() < 0.5
    question = f"Was {thing if in_kitchen else other} in view at any moment of the recorded tour?"
    return replace(item, question=question, room_label="kitchen" if in_kitchen else "bedroom"), gold


def _the_larger_number(item, gold, holds, rng):
    places = ranks(item.options)
    return item, item.options[places.index(1 if holds else 0)]


def _the_thing_named_first(item, gold, holds, rng):
    places = [mention(option, item.question) for option in item.options]
    return item, item.options[places.index(0 if holds else 1)]


def _the_first_letter(item, gold, holds, rng):
    return item, item.options[0 if holds else 1]


LEAKS = {
    "a word": ("Existence", _a_word),
    "the room label": ("Existence", _the_label),
    "the thing with the label": ("Existence", _the_thing_with_the_label),
    "the larger number": ("Counting", _the_larger_number),
    "the thing named first": ("Order", _the_thing_named_first),
    "the first letter": ("Existence", _the_first_letter),
}
BLIND_TO = {"neighbour": ("a word", "the larger number", "the thing named first", "the first letter")}
"""Neighbours vote on whole texts: they are slow to notice one word, and know neither ranks nor letters."""

SINGLE = [(leak, probe) for leak in LEAKS for probe in PROBES if leak not in BLIND_TO.get(probe, ())]
CHOSEN = [pytest.param(leak, None, marks=pytest.mark.slow) for leak in LEAKS]


@pytest.mark.parametrize(("leak", "probe"), [*SINGLE, *CHOSEN])
def test_a_planted_leak_of_ten_points_is_found_in_houses_never_seen(leak, probe, lessons, judge):
    family, plant = LEAKS[leak]
    train = lessons(1800, seed=1, families=[family], leak=plant)
    test = lessons(1800, seed=2, families=[family], leak=plant, split="test")
    found = judge(train, test, probe)[family]
    assert found["leaks"]
    # The best rule is right in 60 %; a test of 1,800 moves that by 2.3 points at two standard errors.
    assert 0.55 < found["accuracy"] < 0.63
    assert found["low"] > 0.53


@pytest.mark.parametrize("seed", [3, 4, 5])
@pytest.mark.parametrize("probe", PROBES)
def test_on_shuffled_gold_every_family_is_at_chance(probe, seed, lessons, judge):
    train = lessons(300, seed=seed, families=FAMILIES)
    test = lessons(600, seed=seed, families=FAMILIES, split="test")
    for family, row in judge(train, test, probe, level=0.01).items():
        assert not row["leaks"], family
        # Golds by lot: the count of right answers is binomial whatever the probe has learned.
        assert abs(row["accuracy"] - row["chance"]) < 3.3 * (row["chance"] * (1 - row["chance"]) / row["n"]) ** 0.5


@pytest.mark.slow
def test_choosing_the_best_probe_finds_nothing_in_shuffled_gold_either(lessons, judge):
    train = lessons(400, seed=3, families=FAMILIES)
    test = lessons(1200, seed=3, families=FAMILIES, split="test")
    assert [family for family, row in judge(train, test, level=0.01).items() if row["leaks"]] == []


def test_a_leak_in_the_label_is_out_of_reach_without_it(lessons, judge):
    train = lessons(1200, seed=1, leak=_the_label)
    test = lessons(1200, seed=2, leak=_the_label, split="test")
    assert judge(train, test, "ngrams")["Existence"]["leaks"]
    assert not judge(train, test, "ngrams", view="question")["Existence"]["leaks"]


def test_a_leak_in_one_family_leaves_the_answers_to_the_others_as_they_were(lessons, judge):
    def plant(item, gold, holds, rng):
        return _a_word(item, gold, holds, rng) if item.family == "Existence" else (item, gold)

    families = ["Existence", "Counting"]
    test = lessons(300, seed=7, families=families, split="test")
    leaky = judge(lessons(600, seed=6, families=families, leak=plant), test, "ngrams")
    clean = judge(lessons(600, seed=6, families=families), test, "ngrams")
    assert leaky["Counting"]["accuracy"] == clean["Counting"]["accuracy"]
