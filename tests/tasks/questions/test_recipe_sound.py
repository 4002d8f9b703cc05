import random
from collections import Counter
from dataclasses import replace

import pytest

from schemas.vocabulary import confusable
from tasks.questions.cells import menu
from tasks.questions.evidence import settle
from tasks.questions.recipe_sound import DROPS, KINDS, Walk, candidates, slot, write_sound_questions
from tasks.questions.thinning import fit
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
    trajectory = replace(walk(*frames, target="Sofa"), episode_id=f"ep_{seed:05d}")
    stratum = f"S{min(4, len({frame.room_id for frame in trajectory.frames}))}"
    # The loose record sees one thing more.
    extra = walk(*(f"{text} Laptop9" if t == 1 else text for t, text in enumerate(frames))).frames
    target_room = choose.choice(["Bedroom", "Kitchen"])
    return Walk(trajectory, extra, target_room, stratum, ("test", trajectory.episode_id))


@pytest.fixture(scope="module")
def walks(walk):
    return [stroll(walk, seed) for seed in range(60)]


@pytest.fixture(scope="module")
def menus(walks):
    turns: Counter[str] = Counter()
    found = []
    for item in walks:
        found.append(menu(item.stratum, turns[item.stratum]))
        turns[item.stratum] += 1
    return found


@pytest.fixture(scope="module")
def accepted(walks, menus):
    pairs = [(item, name) for item, families in zip(walks, menus, strict=True) for name in families]
    return fit([slot(candidates(item, name, SEED)[0]) for item, name in pairs], KINDS)


@pytest.fixture(scope="module")
def written(walks, menus, accepted):
    return [
        (item, *write_sound_questions(item, families, accepted, SEED))
        for item, families in zip(walks, menus, strict=True)
    ]


def every(written):
    found = [(item, question) for item, questions, _ in written for question in questions]
    assert len(found) > 120
    return found


def test_six_cited_frames_taken_for_all_there_is_give_gold(written):
    for item, question in every(written):
        assert len(question.frame_refs) == 6
        cited = [item.trajectory.frames[t] for t in question.frame_refs]
        assert settle(question, cited, len(item.trajectory.frames), "closed") == question.gold


def test_gold_is_the_answer_over_the_whole_walk(written):
    for item, question in every(written):
        frames = item.trajectory.frames
        assert question.universe == "trajectory"
        assert settle(question, frames, len(frames), "open") == question.gold


def test_forms_are_those_of_the_table(written):
    for _, question in every(written):
        if question.family == "Rooms-visited":
            assert sorted(question.options) == ["1", "2", "3", "4 or more"]
        else:
            assert len(question.options) == 2
        if question.family in ("Counting", "Global-count"):
            low, high = sorted(map(int, question.options))
            assert high == low + 1


def test_memory_is_required_just_where_the_past_and_several_frames_are(written):
    for _, question in every(written):
        assert question.memory_required == (question.needs_past and question.needs_integration)
        assert question.n_decisive == len(question.decisive_frames) >= 1


def test_no_question_names_the_target_and_no_two_of_an_episode_share_a_type(written):
    for item, questions, _ in written:
        touched = [alike for question in questions for name in question.types for alike in confusable(name)]
        assert len(touched) == len(set(touched))
        for question in questions:
            assert not mentions(" | ".join([question.text, *question.options]), item.trajectory.target_type)


def test_a_thing_that_the_loose_record_alone_holds_is_not_asked_about(written):
    for item, question in every(written):
        in_record = any(seen.object_type == "Laptop" for frame in item.trajectory.frames for seen in frame.seen)
        assert in_record or "Laptop" not in question.types


def test_what_falls_away_is_counted_under_the_name_of_its_rule(written):
    drops = sum((dropped for _, _, dropped in written), Counter())
    assert set(drops) <= set(DROPS)
    assert {"no_answer", "grey_loose", "shares_a_type"} <= set(drops)


def test_a_menu_is_filled_or_its_empty_places_are_counted(written, menus):
    for (_, questions, drops), families in zip(written, menus, strict=True):
        assert len(questions) + drops["empty_slot"] == len(families)
        assert {question.family for question in questions} <= set(families)


def test_the_same_seed_writes_the_same_questions(walks, menus, accepted, written):
    for item, families, (_, questions, _) in list(zip(walks, menus, written, strict=True))[:6]:
        assert write_sound_questions(item, families, accepted, SEED)[0] == questions


def test_a_yes_is_no_likelier_than_a_no(written):
    golds = Counter(
        question.gold for _, question in every(written) if question.family in ("Existence", "Presence-change")
    )
    n = golds["Yes"] + golds["No"]
    assert n > 40
    assert abs(golds["Yes"] - golds["No"]) < 3 * n**0.5
