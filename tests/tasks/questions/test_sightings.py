"""The index against the families themselves, over whole walks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.questions.evidence import Asked
from tasks.questions.families import FAMILIES
from tasks.questions.families.base import Held
from tasks.questions.sightings import Sightings, settled_over, value_over

TYPES = ("Bed", "Mug", "Painting")
pictures = st.builds(
    lambda room, things: " ".join([room, *sorted(things)]),
    st.sampled_from(["b", "k", "h"]),
    st.sets(st.sampled_from(["Bed1", "Bed2", "Mug1", "Painting1", "Painting2", "Desk1"]), max_size=4),
)
walks = st.lists(pictures, min_size=1, max_size=10)
OPTIONS = {"Counting": ("1", "2"), "Global-count": ("1", "2"), "Rooms-visited": ("1", "2"), "Order": ("bed", "mug")}


def subjects(family, frames):
    return list(FAMILIES[family].subjects(frames, TYPES))


@pytest.mark.parametrize("family", FAMILIES)
@settings(max_examples=60, deadline=None)
@given(frames=walks)
def test_the_frames_that_show_a_type_give_the_answer_of_the_whole_walk(walk, family, frames):
    records = walk(*frames).frames
    index = Sightings.of(records)
    for subject in subjects(family, records):
        found = value_over(family, subject, index.showing(subject.types), len(records) - 1)
        assert found == FAMILIES[family].answer(records, subject)


@pytest.mark.parametrize("family", FAMILIES)
@settings(max_examples=60, deadline=None)
@given(frames=walks, data=st.data())
def test_so_do_those_among_some_frames_for_these_frames(walk, family, frames, data):
    records = walk(*frames).frames
    index = Sightings.of(records)
    chosen = data.draw(st.sets(st.integers(0, len(records) - 1), min_size=1))
    held = Held.whole(records[t] for t in chosen)
    for subject in subjects(family, records):
        asked = Asked(family, subject, OPTIONS.get(family, ("Yes", "No")))
        frames_shown = index.within(subject.types, chosen)
        assert settled_over(asked, frames_shown, max(chosen)) == asked.settled_by(held)


def test_of_two_types_the_first_sightings_are_kept_and_one_moment_is_one_frame(walk):
    index = Sightings.of(walk("k Bed1", "k Mug1 Bed1", "k Desk1 Painting1", "k Bed1").frames)

    def shown(*types):
        return [(frame.t, [seen.object_id for seen in frame.seen]) for frame in index.showing(types)]

    assert shown("Bed", "Mug") == [(0, ["Bed1"]), (1, ["Mug1"])]
    assert shown("Desk", "Painting") == [(2, ["Desk1", "Painting1"])]
    assert shown("Bed") == [(0, ["Bed1"]), (1, ["Bed1"]), (3, ["Bed1"])]
