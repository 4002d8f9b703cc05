"""Whose frames a question is shown in place of its own: another episode's of the same kind (SPEC section 4)."""

from collections.abc import Callable, Mapping, Sequence

from schemas.seeds import generator
from tasks.questions.record import Question
from tasks.rungs.footage import Footage

_TRIES = 64
Key = tuple[str | int, ...]


def lenders(
    questions: Sequence[Question], footage: Mapping[str, Footage], count: Callable[[Question], int], seed: int
) -> dict[str, Question]:
    """For each question id a question of another house whose pictures are lent to it.

    It has the family, the stratum and the number of pictures in common. Rooms-visited is matched without the stratum,
    for there the stratum is the answer. Where no question of another house is like it, first the stratum is given up,
    then the family, then the number; a question without another house gets none.

    Args:
        questions: Those with footage.
        footage: By episode id.
        count: How many pictures a question has.
        seed: Decides, with the question's id alone, who lends to whom.
    """
    keyed = {question.question_id: _keys(question, footage, count(question)) for question in questions}
    alike: dict[Key, list[Question]] = {}
    for question in sorted(questions, key=lambda each: each.question_id):
        for key in keyed[question.question_id]:
            alike.setdefault(key, []).append(question)
    found = {}
    for question in questions:
        for key in keyed[question.question_id]:
            lender = _drawn(question, alike[key], footage, seed)
            if lender is not None:
                found[question.question_id] = lender
                break
    return found


def _keys(question: Question, footage: Mapping[str, Footage], count: int) -> tuple[Key, ...]:
    """From the closest likeness to none."""
    stratum = "" if question.family == "Rooms-visited" else footage[question.episode_id].stratum
    return (question.family, count, stratum), (question.family, count), (count,), ()


def _drawn(question: Question, alike: Sequence[Question], footage: Mapping[str, Footage], seed: int) -> Question | None:
    house_id = footage[question.episode_id].house_id
    rng = generator(seed, "lender", question.question_id)
    for _ in range(_TRIES):  # nearly always the first try does; a list for each question would take long over many
        lender = alike[int(rng.integers(len(alike)))]
        if footage[lender.episode_id].house_id != house_id:
            return lender
    others = [each for each in alike if footage[each.episode_id].house_id != house_id]
    return others[int(rng.integers(len(others)))] if others else None
