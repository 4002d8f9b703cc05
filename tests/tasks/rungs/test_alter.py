"""How a control alters what is shown; two houses, three episodes, records written by hand."""

import hashlib
from dataclasses import fields, replace

import numpy as np
import pytest

from tasks.questions.record import FrameRecord, Question, Seen
from tasks.rungs.alter import Scene, blank_hash, evidence_of
from tasks.rungs.footage import Footage
from tasks.rungs.lend import lenders
from tasks.rungs.rungs import RUNGS

TYPES = {"k": "Kitchen", "b": "Bedroom", "c": "Kitchen"}


def walk(*texts):
    return tuple(
        FrameRecord(t, room, room, tuple(Seen(word, word.rstrip("0123456789"), room) for word in words), TYPES[room])
        for t, (room, *words) in enumerate(text.split() for text in texts)
    )


def footage(house, *texts, stratum="S2", **changes):
    records = walk(*texts)
    hashes = {frame.t: f"{house}-{frame.t}" for frame in records}
    return Footage("Kitchen", records, hashes, lambda t: (house, t), "Sofa", house, stratum, image_size=8, **changes)


def question(episode_id="ep_00001", frame_refs=(0, 2, 3), **changes):
    values = {field.name: () for field in fields(Question)} | {"family": "Existence", "options": ("Yes", "No")}
    values |= {"question_id": f"{episode_id}_q1", "episode_id": episode_id, "room": None, "types": ("Mug",)}
    return Question(**values | {"frame_refs": frame_refs, "universe": "trajectory"} | changes)


HERE = Scene(footage("house-a", "k Mug1", "k", "b Mug1", "b Sofa1", "b"))
THERE = Scene(footage("house-b", "c Cup1", "c Mug7", "b", "c"))


def shown(name, asked=None, scene=HERE, lent=None, seed=7):
    return evidence_of(RUNGS[name], asked or question(), scene, lent, seed)


def test_a_blank_picture_is_black_of_the_same_size_and_its_hash_is_that_of_its_pixels():
    evidence = shown("E2-blank")
    pixels = [picture.load() for picture in evidence.pictures]
    assert [picture.t for picture in evidence.pictures] == [0, 2, 3]
    assert all(each.shape == (8, 8, 3) and each.dtype == np.uint8 and not each.any() for each in pixels)
    assert {picture.pixel_hash for picture in evidence.pictures} == {hashlib.sha256(bytes(8 * 8 * 3)).hexdigest()}
    assert blank_hash(256) != blank_hash(8)


def test_who_holds_blank_pictures_holds_nothing():
    assert shown("E2-blank").held == ()
    assert len(shown("E2").held) == 3


def test_another_episodes_pictures_come_from_the_lenders_own_cited_frames():
    lender = question("ep_00002", (1, 2, 3))
    evidence = shown("E2-other", lent=(lender, THERE))
    assert evidence.episode_id == "ep_00002"
    assert [picture.load() for picture in evidence.pictures] == [("house-b", 1), ("house-b", 2), ("house-b", 3)]


@pytest.mark.parametrize(("frames", "taken"), [((0, 1, 2, 3), (0, 2, 3)), ((1,), (1, 1, 1)), ((1, 3), (1, 3, 3))])
def test_a_lender_with_more_or_fewer_frames_gives_as_many_as_the_question_has(frames, taken):
    evidence = shown("E2-other", lent=(question("ep_00002", frames), THERE))
    assert tuple(picture.t for picture in evidence.pictures) == taken


def test_rooms_of_another_house_are_not_this_houses_rooms_whatever_their_names():
    held = shown("E2-other", lent=(question("ep_00002", (0, 2, 3)), THERE)).held
    assert {frame.room_id for frame in held}.isdisjoint({"k", "b", "c"})
    assert len({frame.room_id for frame in held}) == 2


def test_the_kitchen_of_a_question_is_whatever_kitchen_one_sees():
    asked = question(room="k")
    held = shown("E2-other", asked, lent=(question("ep_00002", (0, 2, 3)), THERE)).held
    assert [frame.room_id for frame in held] == ["k", "ep_00002/b", "k"]


def test_shuffled_frames_are_the_same_ones_and_the_first_shown_is_taken_for_the_first():
    orders = {tuple(picture.t for picture in shown("E2-shuffled", seed=seed).pictures) for seed in range(60)}
    assert orders == {(0, 2, 3), (0, 3, 2), (2, 0, 3), (2, 3, 0), (3, 0, 2), (3, 2, 0)}
    evidence = shown("E2-shuffled")
    rooms = [HERE.recorded.records[picture.t].seen for picture in evidence.pictures]
    assert [frame.t for frame in evidence.held] == [0, 2, 3]
    assert [frame.seen for frame in evidence.held] == rooms


def test_a_fixed_budget_shows_six_pictures_and_holds_what_was_cited():
    evidence = shown("E2-budget")
    assert [picture.t for picture in evidence.pictures] == [0, 0, 2, 2, 3, 3]
    assert {frame.t for frame in evidence.held} == {0, 2, 3}


def test_all_frames_are_as_many_pictures_for_every_episode():
    assert len(shown("E2-all").pictures) == len(shown("E2-all", question(frame_refs=(0, 1)), THERE).pictures) == 64


OWN = Scene(HERE.recorded, footage("house-a", *["k Mug1", "k", *["b"] * 10, "b Cup3"]))


def test_frames_of_a_walk_of_ones_own_tell_nothing_of_when():
    evidence = shown("E3", scene=OWN)
    assert [picture.t for picture in evidence.pictures] == [0, 2, 5, 7, 10, 12]
    assert [frame.t for frame in evidence.held] == [5, 6, 7, 8, 9, 10]


def test_copies_of_the_spawn_view_are_as_many_as_the_frames_they_replace():
    evidence = shown("E3-spawn", scene=OWN)
    assert [picture.t for picture in evidence.pictures] == [0] * 6
    assert {seen.object_type for frame in evidence.held for seen in frame.seen} == {"Mug"}


def test_another_walks_own_frames_come_from_that_walk_and_not_from_its_record():
    there = Scene(THERE.recorded, footage("house-b own", *["c Cup1"] * 6))
    evidence = shown("E3-other", scene=OWN, lent=(question("ep_00002"), there))
    assert [picture.load() for picture in evidence.pictures] == [("house-b own", t) for t in range(6)]


# Who lends


def _split(n_houses=3, strata=("S1", "S2"), families=("Existence", "Rooms-visited")):
    scenes, asked = {}, []
    for number in range(24):
        episode_id, house = f"ep_{number:05d}", f"house-{number % n_houses}"
        scenes[episode_id] = footage(house, *["k"] * 8, stratum=strata[number // n_houses % len(strata)])
        asked += [
            replace(question(episode_id), question_id=f"{episode_id}_q{place}", family=family)
            for place, family in enumerate(families, 1)
        ]
    return scenes, asked


def test_a_lender_is_of_another_house_and_of_the_same_family_stratum_and_number():
    scenes, asked = _split()
    counts = {each.question_id: 2 + int(each.episode_id[3:]) // 12 for each in asked}
    found = lenders(asked, scenes, lambda each: counts[each.question_id], 7)
    assert len(found) == len(asked)
    for each in asked:
        lender = found[each.question_id]
        here, there = scenes[each.episode_id], scenes[lender.episode_id]
        assert here.house_id != there.house_id
        assert each.family == lender.family
        assert counts[each.question_id] == counts[lender.question_id]
        if each.family != "Rooms-visited":
            assert here.stratum == there.stratum


def test_rooms_visited_borrows_from_any_stratum_for_there_the_stratum_is_the_answer():
    scenes, asked = _split()
    found = lenders(asked, scenes, lambda each: 6, 7)
    rooms = [each for each in asked if each.family == "Rooms-visited"]
    assert any(scenes[each.episode_id].stratum != scenes[found[each.question_id].episode_id].stratum for each in rooms)


def test_who_has_no_like_in_another_house_borrows_from_the_next_best():
    scenes, asked = _split(n_houses=2, strata=("S1",), families=("Order",))
    lonely = replace(asked[0], family="Counting")
    found = lenders([lonely, *asked[1:]], scenes, lambda each: 6, 7)
    assert scenes[found[lonely.question_id].episode_id].house_id == "house-1"


def test_where_there_is_one_house_nobody_lends():
    scenes, asked = _split(n_houses=1)
    assert lenders(asked, scenes, lambda each: 6, 7) == {}


def test_who_lends_hangs_on_the_seed_and_the_question_alone():
    scenes, asked = _split()
    forward, backward = (lenders(each, scenes, lambda each: 6, 7) for each in (asked, asked[::-1]))
    assert forward == backward
    assert forward != lenders(asked, scenes, lambda each: 6, 8)
