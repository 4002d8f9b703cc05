import pytest

from schemas import vocabulary
from schemas.vocabulary import TYPES, canonical, confusable, display, is_known, plural, room_display, with_article


def test_there_are_104_types_in_order():
    assert len(TYPES) == 104
    assert list(TYPES) == sorted(TYPES)


def test_fittings_of_the_building_are_no_types():
    assert not {"Doorframe", "Doorway", "Window", "Blinds", "LightSwitch"} & set(TYPES)


@pytest.mark.parametrize(
    ("object_type", "words", "many"),
    [
        ("DiningTable", "dining table", "dining tables"),
        ("RemoteControl", "remote control", "remote controls"),
        ("CD", "CD", "CDs"),
        ("TVStand", "TV stand", "TV stands"),
        ("Knife", "knife", "knives"),
        ("Lettuce", "head of lettuce", "heads of lettuce"),
        ("TissueBox", "tissue box", "tissue boxes"),
        ("GrandPiano", "grand piano", "grand pianos"),
        ("WallClockTimer", "wall clock timer", "wall clock timers"),
        ("Glass", "glass", "glasses"),
        ("TeaCaddy", "tea caddy", "tea caddies"),
    ],
)
def test_types_read_as_english(object_type, words, many):
    assert (display(object_type), plural(object_type)) == (words, many)


@pytest.mark.parametrize(
    ("object_type", "words"),
    [
        ("Mug", "a mug"),
        ("AlarmClock", "an alarm clock"),
        ("ArmChair", "an armchair"),
        ("CD", "a CD"),
        ("Ottoman", "an ottoman"),
        ("TVStand", "a TV stand"),
    ],
)
def test_articles_fit_the_sound(object_type, words):
    assert with_article(object_type) == words


def test_no_two_types_share_a_name():
    names = [name for object_type in TYPES for name in (display(object_type), plural(object_type))]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("name", "object_type"),
    [
        ("TVStand", "TVStand"),
        ("tv stand", "TVStand"),
        ("TV_STAND", "TVStand"),
        ("knives", "Knife"),
        ("AppleSliced", "Apple"),
        ("couch", "Sofa"),
    ],
)
def test_other_spellings_mean_the_same_type(name, object_type):
    assert canonical(name) == object_type


def test_every_type_means_itself():
    assert [canonical(object_type) for object_type in TYPES] == list(TYPES)


def test_an_unknown_name_is_kept():
    assert canonical("Grand Piano") == "Grand Piano"
    assert not is_known("Grand Piano")


def test_every_other_name_leads_to_a_known_type():
    assert set(vocabulary._TABLE["aliases"].values()) <= set(TYPES)


def test_likeness_is_symmetric_and_holds_for_oneself():
    for object_type in TYPES:
        assert object_type in confusable(object_type)
        assert all(object_type in confusable(other) for other in confusable(object_type))


@pytest.mark.parametrize(
    ("one", "other"), [("Mug", "Cup"), ("Knife", "ButterKnife"), ("Pen", "Pencil"), ("SaltShaker", "PepperShaker")]
)
def test_look_alikes_are_known(one, other):
    assert other in confusable(one)


def test_an_unknown_type_is_like_itself_only():
    assert confusable("GrandPiano") == {"GrandPiano"}


def test_rooms_read_as_english():
    assert [room_display(room) for room in ("LivingRoom", "Kitchen", "HomeOffice")] == [
        "living room",
        "kitchen",
        "home office",
    ]


def test_the_hash_is_that_of_the_table():
    assert len(vocabulary.VOCABULARY_HASH) == 64
    assert vocabulary.VOCABULARY_VERSION == 1
