import pytest

from schemas.seeds import generator
from tasks.questions.citing import cite
from tasks.questions.evidence import Asked
from tasks.questions.families.base import Subject

FRAMES = ["b Bed1", "b", "b Sofa1", "h", "h", "k Bed2 Bed3", "k", "k Bed1", "k", "l Mug1"]


def order(seed):
    return generator(seed, "cite").permutation(len(FRAMES)).tolist()


@pytest.mark.parametrize(
    ("family", "types", "options", "core"),
    [
        ("Existence", ["Bed"], ("Yes", "No"), {0}),
        ("Existence", ["Cup"], ("Yes", "No"), set()),
        ("Global-count", ["Bed"], ("2", "3"), {0, 5}),
        ("Persistence", ["Bed"], ("Yes", "No"), {0, 5}),
        ("Presence-change", ["Sofa"], ("Yes", "No"), {2, 9}),
        ("Order", ["Bed", "Mug"], ("bed", "mug"), {0, 9}),
        ("Rooms-visited", [], ("3", "4"), {0, 3, 5, 9}),
    ],
)
def test_six_frames_hold_what_decides_and_others_drawn_by_seed(walk, family, types, options, core):
    asked = Asked(family, Subject(tuple(types)), options)
    drawn = [cite(asked, walk(*FRAMES).frames, order(seed)) for seed in range(20)]
    for cited in drawn:
        assert len(cited) == 6
        assert cited == tuple(sorted(set(cited)))
        assert core <= set(cited)
    assert len(set(drawn)) > 5
    assert drawn[3] == cite(asked, walk(*FRAMES).frames, order(3))


def test_frames_that_hold_nothing_of_what_is_asked_may_be_left_out(walk):
    frames = walk(*FRAMES).frames
    asked = Asked("Global-count", Subject(("Bed",)), ("2", "3"))
    assert cite(asked, [frames[t] for t in (0, 5, 7)], order(1)) == cite(asked, frames, order(1))


def test_a_walk_of_less_than_six_frames_cannot_be_cited_from(walk):
    asked = Asked("Existence", Subject(("Bed",)), ("Yes", "No"))
    assert cite(asked, walk("b", "k").frames, [1, 0]) is None
