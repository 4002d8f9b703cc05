import pytest

from schemas.vocabulary import TYPES
from tasks.questions.families import FAMILIES
from tasks.questions.options import OR_MORE
from tasks.questions.wording import Template, mentions

ROOMS = ["Kitchen", "LivingRoom", "Bedroom", "Bathroom", "Hallway"]


@pytest.mark.parametrize(
    ("text", "object_type", "expected"),
    [
        ("Was a bed in view?", "Bed", True),
        ("How many Beds came into view?", "Bed", True),
        ("Was a butter knife in view?", "Knife", True),
        ("How many butter knives came into view?", "Knife", True),
        ("From which room: the bedroom?", "Bed", False),
        ("Was a television in view?", "TVStand", False),
        ("The answer names DiningTable.", "DiningTable", True),
        ("both at the same moment", "Mug", False),
    ],
)
def test_a_type_is_named_by_whole_words_only(text, object_type, expected):
    assert mentions(text, object_type) is expected


def test_a_text_that_begins_with_a_place_begins_with_a_capital():
    assert Template("t", 1, "{plural} of the {room}: {a}, {b}.").render(["Mug", "AlarmClock"], "LivingRoom") == (
        "Mugs of the living room: a mug, an alarm clock."
    )


@pytest.mark.parametrize("form", ["paper", "sound"])
@pytest.mark.parametrize("family", FAMILIES)
def test_every_template_reads_as_a_finished_question(family, form):
    template = FAMILIES[family].templates[form]
    text = template.render(["AlarmClock", "Mug"], "LivingRoom")
    assert text.endswith("?")
    assert "{" not in text
    assert text[0].isupper()
    assert template.id == f"{family.lower().replace(' ', '_').replace('-', '_')}.{form}"


@pytest.mark.parametrize("object_type", TYPES)
def test_no_type_is_named_by_the_fixed_words_of_questions_and_options(object_type):
    fixed = [
        template.pattern.format(a="", b="", noun="", plural="", room=room)
        for family in FAMILIES.values()
        for template in family.templates.values()
        for room in ROOMS
    ]
    words = [
        "Yes",
        "No",
        OR_MORE,
        "both at the same moment",
        "kitchen",
        "living room",
        "bedroom",
        "bathroom",
        "hallway",
    ]
    assert not any(mentions(text, object_type) for text in [*fixed, *words])
