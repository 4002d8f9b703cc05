from dataclasses import replace

import pytest

from tasks.questions.sufficiency import is_sufficient, sufficiency


@pytest.mark.parametrize(
    ("cited", "expected"), [((1,), True), ((0,), False), ((0, 1), True), ((0, 2), False), ((5,), False)]
)
def test_cited_frames_suffice_where_taken_for_all_there_is_they_give_gold(walk, ask, cited, expected):
    seen = walk("k", "k Mug1", "b")
    question = replace(ask("Existence", ("Yes", "No"), "Yes", types=("Mug",)), frame_refs=cited)
    assert is_sufficient(question, seen) is expected


def test_a_row_a_question(walk, ask):
    seen = walk("k", "k Mug1")
    rows = sufficiency([ask("Existence", ("Yes", "No"), "Yes", types=("Mug",), strip=(1,))], [seen])
    assert rows.rows() == [("ep_00001", "ep_00001_q1", True)]
