"""Questions in the project's own wording whose answers are drawn by lot, with or without a planted leak."""

import polars as pl
import pytest

from schemas.seeds import generator
from schemas.vocabulary import display
from tasks.analysis.probes import probe_bounds
from tasks.models.prior.answerer import Prior
from tasks.models.prior.item import Item, Lesson, seen_in
from tasks.questions.families import FAMILIES
from tasks.questions.options import shuffled

THINGS = ("Apple", "Bed", "Book", "DogBed", "Fridge", "Knife", "Laptop", "Mug", "Painting", "Sofa", "Toilet", "TVStand")
ROOMS = ("kitchen", "bathroom", "bedroom", "living room")
QUESTIONS_A_HOUSE = 6


def _blind(family, rng):
    things = [THINGS[index] for index in rng.choice(len(THINGS), 2, replace=False)]
    low = int(rng.integers(1, 4))
    options = {
        "Existence": ("Yes", "No"),
        "Persistence": ("Yes", "No"),
        "Counting": (str(low), str(low + 1)),
        "Order": tuple(map(display, things)),
        "Room Identification": ROOMS,
        "Rooms-visited": ("1", "2", "3", "4 or more"),
    }[family]
    asks = {"Order": things, "Rooms-visited": []}.get(family, things[:1])
    text = FAMILIES[family].templates["sound"].render(asks, "Bedroom" if family == "Counting" else None)
    return Item(family, text, ROOMS[int(rng.integers(len(ROOMS)))], shuffled(options, rng))


@pytest.fixture(scope="session")
def lessons():
    """`n` lessons a family, golds by lot. A leak turns (item, gold, whether its rule holds, a draw) into another lesson.

    The rule holds for 60 % of the questions.
    """

    def make(n, *, seed, families=("Existence",), leak=None, split="train"):
        made = []
        for family in families:
            for index in range(n):
                rng = generator(seed, "lesson", split, family, index)
                item = _blind(family, rng)
                gold = shuffled(item.options, rng)[0]
                if leak:
                    item, gold = leak(item, gold, rng.random() < 0.6, rng)
                made.append(Lesson(item, gold, f"{split}-{index // QUESTIONS_A_HOUSE}"))
        return tuple(made)

    return make


@pytest.fixture(scope="session")
def judge():
    """The rows of `probe_bounds`, by family, for a probe (or the chosen ones) fitted on train and asked the test."""

    def bounds(train, test, probe=None, *, view="labelled", **settings):
        items = [seen_in(view, lesson.item) for lesson in test]
        answers = Prior(train, probe).choices(items)
        scored = pl.DataFrame(
            {
                "family": [lesson.item.family for lesson in test],
                "probe": probe or "prior",
                "question_id": [str(number) for number in range(len(test))],
                "house_id": [lesson.house_id for lesson in test],
                "right": [lesson.item.options[a] == lesson.gold for lesson, a in zip(test, answers, strict=True)],
                "chance": [1 / len(item.options) for item in items],
            }
        )
        return {row["family"]: row for row in probe_bounds(scored, **settings).iter_rows(named=True)}

    return bounds
