"""What holds of every question over every walk, whatever is held of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tasks.questions.evidence import decisive, settle
from tasks.questions.recipe_paper import write_paper_questions

THINGS = ["Bed1", "Bed2", "Sofa1", "Mug1", "Mug2", "Apple1", "Painting1", "Painting2", "Desk1"]
pictures = st.builds(
    lambda room, things: " ".join([room, *sorted(things)]),
    st.sampled_from(["b", "k", "h", "b2"]),
    st.sets(st.sampled_from(THINGS), max_size=5),
)
walks = st.lists(pictures, min_size=2, max_size=14)


@pytest.fixture(scope="module")
def questions_of(walk):
    def written(frames, seed):
        trajectory = walk(*frames)
        return trajectory, write_paper_questions(trajectory, seed, ("test",), n_questions=8)

    return written


def universe(trajectory, question):
    return list(question.strip) if question.universe == "strip" else list(range(len(trajectory.frames)))


@settings(max_examples=150, deadline=None)
@given(frames=walks, seed=st.integers(0, 99), data=st.data())
def test_open_mode_is_monotone_in_the_frames_held(questions_of, frames, seed, data):
    trajectory, questions = questions_of(frames, seed)
    for question in questions:
        moments = data.draw(st.permutations(universe(trajectory, question)))
        settled = None
        for n_held in range(len(moments) + 1):
            held = [trajectory.frames[t] for t in moments[:n_held]]
            now = settle(question, held, len(frames), "open")
            assert settled in (None, now)
            settled = now
        assert settled == question.gold


@settings(max_examples=150, deadline=None)
@given(frames=walks, seed=st.integers(0, 99))
def test_decisive_frames_are_cited_and_there_are_none_where_the_cited_ones_do_not_give_gold(questions_of, frames, seed):
    trajectory, questions = questions_of(frames, seed)
    for question in questions:
        cited = [trajectory.frames[t] for t in question.frame_refs]
        assert question.decisive_frames == decisive(question, cited)
        assert set(question.decisive_frames) <= set(question.frame_refs)
        settles_it = settle(question, cited, len(frames), "closed") == question.gold
        assert settles_it or question.decisive_frames == ()


@settings(max_examples=150, deadline=None)
@given(frames=walks, seed=st.integers(0, 99))
def test_open_and_closed_mode_agree_once_the_whole_universe_is_held(questions_of, frames, seed):
    trajectory, questions = questions_of(frames, seed)
    for question in questions:
        held = [trajectory.frames[t] for t in universe(trajectory, question)]
        for mode in ("open", "closed"):
            assert settle(question, held, len(frames), mode) == question.gold
