import random
from collections import Counter
from dataclasses import replace

import pytest

from schemas.vocabulary import TYPES, confusable
from tasks.questions.cells import Facts, plan_menus
from tasks.questions.evidence import Asked, decisive, settle
from tasks.questions.families import FAMILIES
from tasks.questions.families.base import Held
from tasks.questions.forms import KINDS, NEVER, STILL
from tasks.questions.readings import Readings
from tasks.questions.recipe_sound import RULES, SHARES_A_TYPE, UNFILLED, slots, write_sound_questions
from tasks.questions.thinning import fit
from tasks.questions.walks import Walk
from tasks.questions.wording import mentions

THINGS = ["Bed", "Desk", "Painting", "Chair", "Television", "Toilet", "Fridge", "Microwave", "HousePlant", "Laptop"]
ROOMS = ["b", "k", "h", "l", "t", "b2"]
SEED = 7


def stroll(walk, seed):
    """A made-up walk of one to six rooms, in each a few things that may stand in any room, in view now and then."""
    choose = random.Random(seed)
    frames = []
    for room in choose.sample(ROOMS, choose.randint(1, len(ROOMS))):
        things = [f"{name}{ord(room[0])}{index}" for index, name in enumerate(choose.choices(THINGS, k=6))]
        n_frames = choose.randint(3, 7)
        frames += [" ".join([room, *(name for name in things if choose.random() < 0.3)]) for _ in range(n_frames)]
    trajectory = replace(walk(*frames, target="Sofa", rooms=ROOMS), episode_id=f"ep_{seed:05d}")
    # The loose record sees one thing more.
    extra = walk(*(f"{text} Laptop9" if t == 1 else text for t, text in enumerate(frames))).frames
    spaces = {room: room for room in ROOMS} | ({"l": "k"} if choose.random() < 0.2 else {})
    return Walk(trajectory, extra, spaces, choose.choice(["Bedroom", "Kitchen"]), "test")


def facts(item):
    rooms = {frame.room_id for frame in item.trajectory.frames}
    spaces = {item.spaces[room] for room in rooms}
    stratum = f"S{min(4, len(rooms))}"
    n_frames = len(item.trajectory.frames)
    return Facts(item.trajectory.episode_id, stratum, item.target_room, len(rooms), len(spaces), n_frames)


@pytest.fixture(scope="module")
def walks(walk):
    return [stroll(walk, seed) for seed in range(120)]


@pytest.fixture(scope="module")
def planned(walks):
    return plan_menus(map(facts, walks), SEED, "test")


@pytest.fixture(scope="module")
def menus(walks, planned):
    return [planned.families[item.trajectory.episode_id] for item in walks]


@pytest.fixture(scope="module")
def first_pass(walks, menus):
    return [slots(item, menu, SEED) for item, menu in zip(walks, menus, strict=True)]


@pytest.fixture(scope="module")
def accepted(first_pass, planned):
    counts = [[slot.counts for slot in found if slot.family != "Rooms-visited"] for found in first_pass]
    return {**fit(counts, KINDS), **dict.fromkeys(planned.accepted, 1.0)}


@pytest.fixture(scope="module")
def written(walks, menus, accepted):
    return [(item, *write_sound_questions(item, menu, accepted, SEED)) for item, menu in zip(walks, menus, strict=True)]


def every(written):
    found = [(item, question) for item, questions, _ in written for question in questions]
    assert len(found) > 240
    assert {question.family for _, question in found} == set(FAMILIES)
    return found


def test_six_cited_frames_taken_for_all_there_is_give_gold(written):
    for item, question in every(written):
        assert len(set(question.frame_refs)) == 6
        assert list(question.frame_refs) == sorted(question.frame_refs)
        cited = [item.trajectory.frames[t] for t in question.frame_refs]
        assert settle(question, cited, len(item.trajectory.frames), "closed") == question.gold


def test_gold_is_the_answer_over_the_whole_walk(written):
    for item, question in every(written):
        frames = item.trajectory.frames
        assert question.universe == "trajectory"
        assert settle(question, frames, len(frames), "open") == question.gold


def test_every_reading_gives_gold_over_the_walk_and_over_the_cited_frames(written):
    for item, question in every(written):
        readings = Readings(item.trajectory, item.loose, item.spaces)
        assert readings.grey(Asked.of(question), question.gold, question.frame_refs) is None


def test_forms_are_those_of_the_table(written):
    for item, question in every(written):
        options = sorted(question.options)
        if question.family == "Rooms-visited":
            assert options == ["1", "2", "3", "4 or more"]
        elif question.family in ("Counting", "Global-count"):
            low, high = map(int, options)
            assert high == low + 1
            assert low >= 1
        elif question.family == "Room Identification":
            entered = {frame.room_type for frame in item.trajectory.frames}
            named = {"kitchen": "Kitchen", "living room": "LivingRoom", "bedroom": "Bedroom", "bathroom": "Bathroom"}
            assert {named.get(option, "Hallway") for option in options} <= entered
            assert len(options) == 2
        elif question.family == "Order":
            assert len(options) == 2
        else:
            assert options == ["No", "Yes"]


def test_flags_are_those_of_the_cited_frames_taken_for_all_that_exists(written):
    for item, question in every(written):
        frames = item.trajectory.frames
        cited = [frames[t] for t in question.frame_refs]
        asked = Asked.of(question)
        moments = question.frame_refs

        def settles(held, asked=asked, moments=moments):
            return asked.settled_by(Held.of(held, moments))

        assert question.decisive_frames == decisive(question, cited)
        assert question.n_decisive == len(question.decisive_frames) >= 1
        assert question.decisive_age == len(frames) - 1 - question.decisive_frames[-1]
        assert question.needs_integration == all(settles([frame]) != question.gold for frame in cited)
        if frames[-1].t in moments:
            assert question.needs_past == (settles([frames[-1]]) != question.gold)
        assert question.memory_required == (question.needs_past and question.needs_integration)


def test_no_question_names_the_target(written):
    for item, question in every(written):
        assert not mentions(" | ".join([question.text, *question.options]), item.trajectory.target_type)


def test_a_type_whose_name_holds_the_targets_is_not_asked_about(walk):
    item = replace(stroll(walk, 1), trajectory=replace(stroll(walk, 1).trajectory, target_type="Knife"))
    named = {
        name
        for slot in slots(item, ("Existence",), SEED)
        for each in slot.candidates
        for name in each.asked.subject.types
    }
    assert named
    assert not named & {"Knife", "ButterKnife"}


def test_no_two_questions_of_an_episode_speak_of_types_that_may_be_taken_for_one_another(written):
    for _, questions, _ in written:
        for question in questions:
            alike = {other for name in question.types for other in confusable(name)}
            others = {name for other in questions if other is not question for name in other.types}
            assert not alike & others


def test_a_thing_that_the_loose_record_alone_holds_is_not_asked_about(written):
    for item, question in every(written):
        in_record = any(seen.object_type == "Laptop" for frame in item.trajectory.frames for seen in frame.seen)
        assert in_record or "Laptop" not in question.types


def test_an_order_of_two_that_came_into_view_together_is_not_asked(walk):
    together = walk("k Bed1 Mug1", "k", "k", "k", "k", "k", "k", rooms=ROOMS)
    item = Walk(together, together.frames, {room: room for room in ROOMS}, "Kitchen", "test")
    (slot,) = slots(item, ("Order",), SEED)
    assert slot.candidates == ()
    assert slot.drops["no_answer"] == 1


def test_what_was_never_in_view_may_be_asked_about_where_no_is_an_answer(first_pass):
    unseen = {
        each.value[1]
        for found in first_pass
        for slot in found
        for each in slot.candidates
        if slot.family == "Existence"
    }
    kinds = {
        each.value[1]
        for found in first_pass
        for slot in found
        for each in slot.candidates
        if slot.family == "Presence-change"
    }
    assert unseen == {"Yes", "No"}
    assert kinds == {"Yes", STILL, NEVER}


def test_what_falls_away_is_counted_under_the_name_of_its_rule(first_pass, walks):
    drops = sum((slot.drops for found in first_pass for slot in found), Counter())
    assert set(drops) <= set(RULES)
    assert {"no_answer", "names_target", "grey_loose", "grey_confusables", "grey_spaces"} <= set(drops)
    for found in first_pass:
        for slot in (each for each in found if each.family == "Existence"):
            assert len(slot.candidates) + slot.drops.total() == len(TYPES)


def test_a_menu_is_filled_or_its_empty_places_are_named_with_the_rule(written, menus):
    for (_, questions, empty), menu in zip(written, menus, strict=True):
        assert sorted([*(question.family for question in questions), *empty]) == sorted(menu)
        assert set(empty.values()) <= {UNFILLED, SHARES_A_TYPE}


def test_the_same_seed_writes_the_same_questions_and_another_seed_others(walks, menus, accepted, written):
    one = [questions for _, questions, _ in written]
    again = [write_sound_questions(item, menu, accepted, SEED)[0] for item, menu in zip(walks, menus, strict=True)]
    other = [write_sound_questions(item, menu, accepted, SEED + 1)[0] for item, menu in zip(walks, menus, strict=True)]
    assert again == one
    assert other != one


def test_the_second_pass_finds_the_candidates_that_the_first_has_counted(walks, menus, accepted, first_pass):
    for item, menu, found in list(zip(walks, menus, first_pass, strict=True))[:20]:
        for before, after in zip(found, slots(item, menu, SEED, accepted), strict=True):
            assert [each for each in before.candidates if each.value in accepted] == list(after.candidates)


def test_every_letter_is_gold_about_equally_often(written):
    letters = Counter(question.answer for _, question in every(written) if len(question.options) == 2)
    n = letters.total()
    assert abs(letters["A"] - n / 2) < 4 * (n / 4) ** 0.5


def test_options_are_not_in_one_order(written):
    orders = {question.options for _, question in every(written) if question.family == "Existence"}
    assert orders == {("Yes", "No"), ("No", "Yes")}


def test_over_many_draws_every_answer_of_a_text_comes_equally_often(walks, menus, accepted):
    golds: dict[str, Counter[str]] = {}
    for seed in range(12):
        for item, menu in zip(walks, menus, strict=True):
            for question in write_sound_questions(item, menu, accepted, SEED + 100 * seed)[0]:
                golds.setdefault(question.family, Counter())[question.gold] += 1
    for family in ("Existence", "Persistence", "Presence-change"):
        n = golds[family].total()
        assert n > 300
        assert abs(golds[family]["Yes"] - n / 2) < 4 * (n / 4) ** 0.5
