import random
from collections import Counter
from dataclasses import replace

import pytest

from schemas.seeds import generator
from schemas.vocabulary import TYPES
from tasks.questions.evidence import settle
from tasks.questions.recipe_paper import SHARES, draw_families, write_paper_questions
from tasks.questions.strip import evenly_spaced
from tasks.questions.wording import mentions

ROOMS = ["b", "k", "h", "l", "t", "b2"]
TARGETS = ["Knife", "Toilet", "Bed", "Desk", "Bottle", "Cup"]
N_WALKS = 300


def wander(walk, seed):
    """A made-up walk: one to six rooms, each with things of its own that come in and out of view."""
    draw = random.Random(seed)
    frames = []
    for room in draw.sample(ROOMS, draw.randint(1, len(ROOMS))):
        names = [*draw.sample(TYPES, 9), "Painting", "Chair", "Chair"]
        things = [f"{name}{ord(room[0])}{index}" for index, name in enumerate(names)]
        n_frames = draw.randint(3, 9)
        frames += [" ".join([room, *(name for name in things if draw.random() < 0.35)]) for _ in range(n_frames)]
    return replace(walk(*frames, rooms=["h"], target=draw.choice(TARGETS)), episode_id=f"ep_{seed:05d}")


@pytest.fixture(scope="module")
def written(walk):
    """Many walks, each with its questions."""
    walks = [wander(walk, seed) for seed in range(N_WALKS)]
    return [(trajectory, write_paper_questions(trajectory, 7, ("test", trajectory.episode_id))) for trajectory in walks]


def of_family(written, family):
    found = [(walk, question) for walk, questions in written for question in questions if question.family == family]
    assert len(found) > 20
    return found


def records(trajectory, moments):
    return [trajectory.frames[t] for t in moments]


def closed_over_cited(trajectory, question):
    return settle(question, records(trajectory, question.frame_refs), len(trajectory.frames), "closed")


def test_the_same_seed_writes_the_same_questions_and_another_seed_others(walk):
    trajectory = wander(walk, 1)
    first = write_paper_questions(trajectory, 7, ("test", "ep_00001"))
    assert write_paper_questions(trajectory, 7, ("test", "ep_00001")) == first
    assert write_paper_questions(trajectory, 8, ("test", "ep_00001")) != first
    assert write_paper_questions(trajectory, 7, ("train", "ep_00001")) != first


def test_an_episode_has_four_questions_of_different_families_numbered_from_one(written):
    for trajectory, questions in written:
        assert [question.question_id for question in questions] == [
            f"{trajectory.episode_id}_q{i}" for i in (1, 2, 3, 4)
        ]
        assert len({question.family for question in questions}) == 4


def test_no_question_names_the_target(written):
    for trajectory, questions in written:
        for question in questions:
            assert trajectory.target_type not in question.types
            assert not mentions(" | ".join([question.text, *question.options]), trajectory.target_type)


def test_gold_is_what_the_universe_shows(written):
    for trajectory, questions in written:
        for question in questions:
            moments = question.strip if question.universe == "strip" else range(len(trajectory.frames))
            assert settle(question, records(trajectory, moments), len(trajectory.frames), "closed") == question.gold
            assert question.strip == evenly_spaced(len(trajectory.frames))


def test_evidence_is_one_to_six_frames_of_the_strip(written):
    for _, questions in written:
        for question in questions:
            assert 1 <= len(question.frame_refs) <= 6
            assert set(question.frame_refs) <= set(question.strip)


def test_chance_is_close_to_that_of_the_paper(written):
    questions = [question for _, questions in written for question in questions]
    assert sum(1 / len(question.options) for question in questions) / len(questions) == pytest.approx(0.3302, abs=0.01)
    assert {len(question.options) for question in questions} == {2, 3, 4}


def test_families_are_drawn_with_the_shares_of_the_paper():
    drawn = Counter(name for index in range(4000) for name in draw_families(generator(1, "draw", index))[:4])
    for name, n_of_800 in SHARES.items():
        assert drawn[name] / 20 == pytest.approx(n_of_800, abs=10)


def test_each_draw_holds_all_eight_families_so_that_an_impossible_one_is_replaced():
    for index in range(50):
        assert sorted(draw_families(generator(1, "draw", index))) == sorted(SHARES)


def test_letters_of_gold_are_even(written):
    for n_options in (2, 4):
        letters = Counter(q.answer for _, questions in written for q in questions if len(q.options) == n_options)
        expected = sum(letters.values()) / n_options
        assert all(abs(count - expected) < 4 * expected**0.5 for count in letters.values())


def test_a_walk_with_little_to_ask_about_has_fewer_questions(walk):
    questions = write_paper_questions(walk("b", "b", "h"), 7, ("test", "ep_00001"))
    assert [question.family for question in questions] == ["Rooms-visited"]


def test_a_walk_that_shows_the_target_alone_asks_nothing_about_it(walk):
    questions = write_paper_questions(walk("b", "b Toilet1", "t Toilet1"), 7, ("test", "ep_00001"))
    assert [question.family for question in questions] == ["Rooms-visited"]


def test_unknown_types_are_not_asked_about(walk):
    questions = write_paper_questions(walk("b Gizmo1", "b Gizmo1", "h"), 7, ("test", "ep_00001"))
    assert [question.family for question in questions] == ["Rooms-visited"]


def test_two_rooms_of_one_type_are_not_asked_about_by_that_type(walk):
    trajectory = walk("b Bed1", "b2 Bed2", "b Sofa1")
    for seed in range(20):
        families = [question.family for question in write_paper_questions(trajectory, seed, ("test",), n_questions=8)]
        assert "Counting" not in families


# The defects that the audits must find.


def test_a_presence_change_yes_cites_the_first_and_last_sighting_and_misses_the_absence(written):
    found = [(walk, question) for walk, question in of_family(written, "Presence-change") if question.gold == "Yes"]
    for trajectory, question in found:
        seen = [t for t in question.strip if any(s.object_type in question.types for s in trajectory.frames[t].seen)]
        assert question.frame_refs == tuple(sorted({seen[0], seen[-1]}))
        assert closed_over_cited(trajectory, question) == "No"
        assert question.decisive_frames == ()


def test_all_other_families_but_rooms_visited_cite_enough_for_gold(written):
    for trajectory, questions in written:
        for question in questions:
            if question.family != "Rooms-visited" and (question.family, question.gold) != ("Presence-change", "Yes"):
                assert closed_over_cited(trajectory, question) == question.gold


def test_the_number_of_frames_often_is_the_answer_to_rooms_visited(written):
    found = of_family(written, "Rooms-visited")
    hits = sum(str(len(question.frame_refs)) == question.gold for _, question in found)
    majority = Counter(question.gold for _, question in found).most_common(1)[0][1]
    assert hits > 1.3 * majority


def test_rooms_visited_counts_rooms_that_its_strip_missed(walk):
    frames = ["b"] * 9 + ["h"] + ["k"] * 9
    trajectory = walk(*frames)
    (question,) = write_paper_questions(trajectory, 7, ("test",))
    assert (question.gold, len(question.frame_refs), question.universe) == ("3", 2, "trajectory")


def test_global_count_speaks_of_the_house_and_counts_the_strip(written):
    for trajectory, question in of_family(written, "Global-count"):
        ids = {
            s.object_id for t in question.strip for s in trajectory.frames[t].seen if s.object_type in question.types
        }
        assert "house" in question.text
        assert question.gold == str(len(ids))


def test_the_memory_flag_looks_at_rooms_and_often_contradicts_the_computed_need(written):
    mismatches = 0
    for trajectory, questions in written:
        for question in questions:
            last = trajectory.frames[question.frame_refs[-1]]
            later = trajectory.frames[last.t :]
            assert question.memory_required == any(frame.room_id != last.room_id for frame in later)
            mismatches += question.memory_required != (question.needs_past and question.needs_integration)
    assert mismatches > 100


def test_the_worked_sample_of_the_paper_comes_out(walk):
    """J.1: seven frames in a bedroom, the bed in view in frames 0 and 1 only."""
    trajectory = walk("b Bed1", "b Bed1", "b", "b", "b", "b", "b", target="Painting")
    questions = write_paper_questions(trajectory, 7, ("train", "ep_00001"), n_questions=8)
    (question,) = [question for question in questions if question.family == "Presence-change"]
    assert question.text == "Was a bed in view at some point and then gone from view later?"
    assert question.gold == "Yes"
    assert question.frame_refs == (0, 1)
    assert question.memory_required is False
    assert question.needs_past is True
