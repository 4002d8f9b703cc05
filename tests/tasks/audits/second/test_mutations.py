"""Wrong logic planted in the first derivation, one bug at a time: the second one finds each.

The walks are drawn at random and the questions are written by the recipe `paper`, which asks all eight families.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from schemas.seeds import generator
from tasks.audits import agreement
from tasks.questions import draft, evidence
from tasks.questions.families import FAMILIES
from tasks.questions.families.base import Counts, Held, Labels, instances, sightings, yes_no
from tasks.questions.recipe_paper import write_paper_questions
from tasks.questions.record import FrameRecord, Seen

N_WALKS = 120
ROOMS = ("room|2", "room|3", "room|4", "room|10")
KINDS = ("Bed", "Mug", "Sofa", "Painting", "Vase", "Book")


def random_scene(scene):
    """Walks of 7 to 13 frames through rooms in any order; some objects are too small to count or lack the flag."""
    made = scene()
    for number in range(N_WALKS):
        episode_id, rng = f"ep_{number:05d}", generator(11, "mutations", number)
        n_frames = 7 + int(rng.integers(7))
        turns = [ROOMS[int(rng.integers(4))] for _ in range(3)]
        made.rooms[episode_id] = [turns[t * 3 // n_frames] for t in range(n_frames)]
        made.homes[episode_id] = f"house-{number // 3:012x}"
        for kind in KINDS:
            for nth in range(int(rng.integers(4))):
                object_id, room = f"{kind}|{episode_id}|{nth}", ROOMS[int(rng.integers(4))]
                for t in range(n_frames):
                    if rng.random() < 0.25:
                        pixels, flag = (int(rng.integers(1, 70)), bool(rng.random() < 0.8))
                        made.seen.append((episode_id, t, object_id, kind, room, flag, pixels))
    return made


def possible(family: str, change: Callable[[Callable], Callable]):
    def plant(monkeypatch):
        right = FAMILIES[family]
        monkeypatch.setitem(FAMILIES, family, replace(right, possible=change(right.possible)))

    return plant


def a_second_sighting(right):
    """A type counts as seen from its second sighting on."""

    def wrong(held, subject):
        names = [name for name in subject.types if len(sightings(held, name)) == 1]
        frames = tuple(
            replace(frame, seen=tuple(item for item in frame.seen if item.object_type not in names))
            for frame in held.frames
        )
        return right(replace(held, frames=frames), subject)

    return wrong


def sightings_for_objects(right):
    def wrong(held, subject):
        frames = [frame for frame in held.frames if frame.room_id == subject.room]
        least = sum(len(instances([frame], subject.types[0])) for frame in frames)
        return Counts(least, None if held.gaps else least)

    return wrong


def in_any_room(right):
    """Objects seen from elsewhere are counted with those seen from the room."""

    def wrong(held, subject):
        there = right(held, subject)
        least = len(instances(held.frames, subject.types[0])) if there.least else 0
        return Counts(least, None if held.gaps else least)

    return wrong


def most_in_one_picture(right):
    def wrong(held, subject):
        least = max((len(instances([frame], subject.types[0])) for frame in held.frames), default=0)
        return Counts(least, None if held.gaps else least)

    return wrong


def room_of_the_last_sighting(right):
    def wrong(held, subject):
        seen = sightings(held, subject.types[0])
        return right(replace(held, frames=seen[-1:]), subject) if seen else right(held, subject)

    return wrong


def the_last_sighting(right):
    """Order by when a type was last in view."""

    def wrong(held, subject):
        turned = tuple(replace(frame, t=-frame.t) for frame in reversed(held.frames))
        return right(Held(turned, tuple(-t for t in reversed(held.gaps)), 0), subject)

    return wrong


def two_pictures_for_two_rooms(right):
    def wrong(held, subject):
        seen = sightings(held, subject.types[0])
        return yes_no(yes=len(seen) + len(held.gaps) >= 2, no=len(seen) <= 1)

    return wrong


def any_absence_for_the_last(right):
    def wrong(held, subject):
        seen = sightings(held, subject.types[0])
        gone = bool(seen) and seen[0].t < max((frame.t for frame in held.frames if frame not in seen), default=-1)
        return yes_no(yes=gone or bool(held.gaps), no=not gone)

    return wrong


def entries_for_rooms(right):
    def wrong(held, subject):
        rooms = [frame.room_id for frame in held.frames]
        entries = 1 + sum(one != other for one, other in pairwise(rooms))
        return Counts(entries, entries + len(held.gaps))

    return wrong


def a_tie_for_the_first(right):
    def wrong(held, subject):
        labels = right(held, subject).labels
        tied = labels == frozenset(["both at the same moment"])
        return Labels(frozenset([subject.types[0].lower()])) if tied else Labels(labels)

    return wrong


def latest_of_equals(monkeypatch):
    right = evidence._decisive

    def wrong(asked, cited, gold):
        frames = right(asked, cited, gold)
        every = sorted({frame.t for frame in cited})
        return tuple(every[-len(frames) :]) if frames else ()

    monkeypatch.setattr(evidence, "_decisive", wrong)


def the_last_cited_for_the_last(monkeypatch):
    right = evidence.need
    monkeypatch.setattr(draft, "need", lambda asked, gold, cited, terminal: right(asked, gold, cited, cited[-1]))


def rewritten(made, episode_id, rule):
    trajectory = made.walk(episode_id)
    mine = [row for row in sorted(made.seen, key=lambda row: row[2]) if row[0] == episode_id and rule(row[5], row[6])]
    frames = tuple(
        FrameRecord(
            frame.t,
            frame.room_id,
            frame.space_id,
            tuple(Seen(row[2], row[3], row[4]) for row in mine if row[1] == frame.t),
            frame.room_type,
        )
        for frame in trajectory.frames
    )
    return replace(trajectory, frames=frames)


BUGS = {
    "Existence wants a second sighting": possible("Existence", a_second_sighting),
    "Counting counts sightings": possible("Counting", sightings_for_objects),
    "Counting forgets the room": possible("Counting", in_any_room),
    "Global-count takes the fullest picture": possible("Global-count", most_in_one_picture),
    "Room Identification takes the last room of several": possible("Room Identification", room_of_the_last_sighting),
    "Order takes the last sighting": possible("Order", the_last_sighting),
    "Order gives a tie to the first": possible("Order", a_tie_for_the_first),
    "Persistence counts pictures": possible("Persistence", two_pictures_for_two_rooms),
    "Presence-change takes any absence": possible("Presence-change", any_absence_for_the_last),
    "Rooms-visited counts entries": possible("Rooms-visited", entries_for_rooms),
    "decisive frames are the latest": latest_of_equals,
    "the past begins at the last cited frame": the_last_cited_for_the_last,
}
RECORD_BUGS = {
    "every pixel counts": lambda flag, pixels: flag and pixels > 0,
    "33 pixels are too few": lambda flag, pixels: flag and pixels > 33,
    "the flag is not asked for": lambda flag, pixels: pixels > 32,
}


def questions_of(made, walk):
    return [
        question
        for episode_id in made.rooms
        for question in write_paper_questions(walk(made, episode_id), 7, ("test", episode_id))
    ]


def disagreeing(made, dataset, questions):
    return [each for each in agreement.audit(dataset(made.tables(questions))) if each.fails]


@pytest.fixture(scope="module")
def made(scene):
    return random_scene(scene)


def plain(made, episode_id):
    return made.walk(episode_id)


def test_the_derivations_agree_where_no_bug_is_planted(made, dataset):
    questions = questions_of(made, plain)
    assert {question.family for question in questions} == set(FAMILIES)
    assert disagreeing(made, dataset, questions) == []


@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_in_the_first_derivation_is_found(made, dataset, monkeypatch, bug):
    BUGS[bug](monkeypatch)
    questions = questions_of(made, plain)
    monkeypatch.undo()
    found = disagreeing(made, dataset, questions)
    assert found
    assert all(each.ids for each in found)
    family = bug.split()[0]
    if family in FAMILIES:
        assert {each.family for each in found} == {family}


@pytest.mark.parametrize("bug", RECORD_BUGS)
def test_a_wrong_rule_for_the_record_is_found(made, dataset, bug):
    questions = questions_of(made, lambda scene, episode_id: rewritten(scene, episode_id, RECORD_BUGS[bug]))
    assert disagreeing(made, dataset, questions)
