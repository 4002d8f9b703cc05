"""The control of the controls: what `reader` must score under each, worked out from the questions' rows alone.

`reader` answers by logic from the records of the pictures that it is shown. So what it scores under a control follows
from what the control does, and from nothing else: a control that is built wrongly scores something else. The table below
says for each recipe the chance, question by question, that it is right; nothing of the logic under test is used for that.
A score may be off by its 99 % interval; where all chances are 0 or 1 that interval is a point.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import pytest

from schemas.vocabulary import display
from tasks.models.prompting import built_in
from tasks.models.reader import Reader
from tasks.policies.policies import PolicyMeans, make_policy
from tasks.questions.evidence import of_another_walk, settle
from tasks.questions.record import FrameRecord, Question
from tasks.rungs.ask import ask
from tasks.rungs.choose import WHOLE_WALK_PICTURES
from tasks.rungs.footage import Footage
from tasks.rungs.rungs import RUNGS

pytestmark = pytest.mark.slow

Z_99 = 2.5758
Chance = Callable[[Question, Footage], float | None]
"""That `reader` is right, 0 to 1; None where nothing is claimed."""


def certain(question: Question, footage: Footage) -> float:
    return 1.0


def never(question: Question, footage: Footage) -> float:
    return 0.0


def _showing(frame: FrameRecord, name: str) -> bool:
    return name in {seen.object_type for seen in frame.seen}


def _cited(question: Question, footage: Footage) -> list[FrameRecord]:
    return [footage.records[t] for t in question.frame_refs]


def _all_strip_cited(question: Question) -> bool:
    return question.frame_refs == question.strip


def _largest(question: Question) -> bool:
    return int(question.gold.split()[0]) == max(int(option.split()[0]) for option in question.options)


# What the faults of `paper` come to (A, sections 4 and 6).


def cited_in_paper(question: Question, footage: Footage) -> float:
    """All but two families: a Presence-change Yes cites no later absence, Rooms-visited only rooms the strip caught."""
    if question.family == "Presence-change":
        return float(question.gold == "No")
    if question.family == "Rooms-visited":
        return float(str(len(question.frame_refs)) == question.gold)
    return 1.0


def strip_in_paper(question: Question, footage: Footage) -> float:
    """The strip is what questions were written from, but for Rooms-visited, which asks of the walk."""
    return cited_in_paper(question, footage) if question.family == "Rooms-visited" else 1.0


def whole_walk_in_paper(question: Question, footage: Footage) -> float | None:
    """Rooms-visited is right where no frame is left out; what the others say of the walk is theirs (a grey zone)."""
    whole = len(footage.records) <= WHOLE_WALK_PICTURES
    return 1.0 if question.family == "Rooms-visited" and whole else None


def shown_in_paper(question: Question, footage: Footage) -> float:
    """By family, what the cited frames show of the strip when the strip's others are unknown."""
    match question.family:
        case "Existence" | "Room Identification":
            return 1.0
        case "Order":  # an earlier frame of the strip could show either
            return float(question.frame_refs[0] == question.strip[0])
        case "Persistence":
            return float(question.gold == "Yes" or _all_strip_cited(question))
        case "Presence-change":  # a sighting in the last picture settles it, and nothing else that is cited can
            return float(question.gold == "No")
        case "Rooms-visited":
            caught = len(question.frame_refs) == int(question.gold)
            return float(caught and (_largest(question) or len(footage.records) == len(question.frame_refs)))
        case _:
            return float(_largest(question) or _all_strip_cited(question))


def even6_in_paper(question: Question, footage: Footage) -> float:
    """The strip *is* six even frames, so nothing of it is unknown; of a longer walk much is."""
    if question.family != "Rooms-visited":
        return 1.0
    caught = str(len(question.frame_refs)) == question.gold
    return float(caught and (_largest(question) or len(footage.records) == len(question.strip)))


# What SPEC section 3 says of `sound`.


def shown_in_sound(question: Question, footage: Footage) -> float:
    """Yes, the larger count, still or no longer in the last picture, where it was seen from, four rooms; Order only
    where nothing before the first sighting is missing."""
    cited = _cited(question, footage)
    if len(cited) == len(footage.records):
        return 1.0  # nothing is missing
    match question.family:
        case "Existence" | "Persistence":
            return float(question.gold == "Yes")
        case "Counting" | "Global-count" | "Rooms-visited":
            return float(_largest(question))
        case "Room Identification":
            return 1.0
        case "Order":
            first = next(frame.t for frame in cited if any(_showing(frame, name) for name in question.types))
            return float(set(range(first)) <= set(question.frame_refs))
        case _:  # the last picture is cited; without a sighting before it, one may be missing
            return float(any(_showing(frame, question.types[0]) for frame in cited))


def shuffled(question: Question, footage: Footage) -> float:
    """Each cited frame is as likely to come first, or last, as any other."""
    cited = _cited(question, footage)
    if question.family == "Order":
        one, other = (
            sum(_showing(frame, name) and not _showing(frame, another) for frame in cited)
            for name, another in (question.types, question.types[::-1])
        )
        both = sum(all(_showing(frame, name) for name in question.types) for frame in cited)
        first = dict(zip(map(display, question.types), (one, other), strict=True))
        return first.get(question.gold, both) / (one + other + both)
    if question.family == "Presence-change":
        seen = sum(_showing(frame, question.types[0]) for frame in cited)
        if question.gold == "Yes":
            return (len(cited) - seen) / len(cited)
        return seen / len(cited) if seen else 1.0
    return 1.0


def unclaimed(question: Question, footage: Footage) -> None:
    return None


def shuffled_in_paper(question: Question, footage: Footage) -> float:
    return shuffled(question, footage) if question.family == "Order" else cited_in_paper(question, footage)


TABLE: dict[str, dict[str, Chance]] = {
    "E0b": {"sound": never, "paper": never},
    "E0": {"sound": never, "paper": never},
    "E0-no-label": {"sound": never, "paper": never},
    "E0-renamed": {"sound": never, "paper": never},
    "E0-shuffled": {"sound": never, "paper": never},
    "E0-question": {"sound": never, "paper": never},
    "E2": {"sound": certain, "paper": cited_in_paper},
    "E5": {"sound": certain, "paper": cited_in_paper},
    "E2-open": {"sound": shown_in_sound, "paper": shown_in_paper},
    "E2-blank": {"sound": never, "paper": never},
    "E2-shuffled": {"sound": shuffled, "paper": shuffled_in_paper},
    "E2-budget": {"sound": certain, "paper": cited_in_paper},
    "E2-strip": {"sound": certain, "paper": strip_in_paper},
    "E2-all": {"sound": certain, "paper": whole_walk_in_paper},
    "E2-other": {"sound": unclaimed, "paper": unclaimed},
    "E5-even6": {"sound": unclaimed, "paper": even6_in_paper},
    "E5-even6c": {"sound": unclaimed, "paper": strip_in_paper},
    "E2-rot1": {"sound": certain, "paper": cited_in_paper},
    "E2-rot2": {"sound": certain, "paper": cited_in_paper},
    "E2-rot3": {"sound": certain, "paper": cited_in_paper},
}
"""What `reader` must score under each rung, by recipe; what is unclaimed here has a test of its own below."""


@dataclass(frozen=True)
class Told:
    question: Question
    answered: bool
    right: bool


@pytest.fixture(scope="module")
def own(records, roll_out_in) -> dict[str, Footage]:
    """The closed loop's own walks."""
    return roll_out_in(records, make_policy("frontier", PolicyMeans(7))).own


@pytest.fixture(scope="module")
def told(records, request):
    """What `reader` says under a rung; each rung is asked once."""

    @cache
    def of(name: str) -> list[Told]:
        rung = RUNGS[name]
        own = request.getfixturevalue("own") if rung.shows_own else None
        rows = ask(rung, records.questions, records.footage, Reader(), built_in(), own=own, seed=7)
        raw = {row["question_id"]: row["raw"] for row in rows}
        return [
            Told(each, len(raw[each.question_id]) == 1, raw[each.question_id] == _letter(each, rung.rotation))
            for each in records.questions
            if each.question_id in raw
        ]

    return of


def _letter(question: Question, rotation: int) -> str:
    n = len(question.options)
    return "ABCD"[(question.options.index(question.gold) - rotation) % n]


def _off(expected: list[float], right: int) -> tuple[float, float]:
    """How far a number of right answers is from what was expected, and how far it may be."""
    return abs(right - sum(expected)), Z_99 * math.sqrt(sum(p * (1 - p) for p in expected))


@pytest.mark.parametrize("name", TABLE)
def test_reader_scores_what_the_control_says(name, told, records):
    chance_of = TABLE[name][records.recipe]
    by_family: dict[str, list[tuple[float, bool]]] = {}
    for each in told(name):
        chance = chance_of(each.question, records.footage[each.question.episode_id])
        if chance is not None:
            by_family.setdefault(each.question.family, []).append((chance, each.right))
    for family, pairs in by_family.items():
        off, allowed = _off([chance for chance, _ in pairs], sum(right for _, right in pairs))
        assert off <= allowed + 1e-9, f"{family}: {off:.2f} of {len(pairs)} answers off, {allowed:.2f} allowed"


def test_every_question_is_asked_under_every_rung_without_a_walk_of_its_own(told, records):
    for name in TABLE:
        n_options = RUNGS[name].rotation + 1
        assert len(told(name)) == sum(len(each.options) >= n_options for each in records.questions)


@pytest.mark.parametrize("name", ["E2s", "E2-open", "E5-even6"])
def test_in_open_mode_reader_is_right_or_cannot_tell(name, told):
    assert any(each.answered for each in told(name))
    assert all(each.right for each in told(name) if each.answered)


def test_shuffled_order_is_right_as_often_as_wrong_in_sound(told, records):
    if records.recipe == "paper":
        pytest.skip("A's third option, a tie, is another's to win")
    order = [each for each in told("E2-shuffled") if each.question.family == "Order" and each.answered]
    off, allowed = _off([0.5] * len(order), sum(each.right for each in order))
    assert off <= allowed


@pytest.mark.parametrize("name", ["E2-other", "E3-other"])
def test_another_episodes_frames_leave_reader_at_chance_among_those_it_answers(name, told, records):
    if records.recipe == "paper":
        pytest.skip("A's questions are no more balanced than A's texts: frames of any house tell what is common")
    answered = [each for each in told(name) if each.answered]
    assert answered
    off, allowed = _off([1 / len(each.question.options) for each in answered], sum(each.right for each in answered))
    assert off <= allowed


def test_in_paper_pictures_of_any_house_answer_rooms_visited_by_their_number(told, records):
    """A's input-count leak (section 4), without one picture of the house: as right as from the cited frames."""
    if records.recipe == "sound":
        pytest.skip("six pictures, whatever the answer")
    rooms = [each for each in told("E2-other") if each.question.family == "Rooms-visited"]
    houses: dict[int, set[str]] = {}
    for each in rooms:
        house_id = records.footage[each.question.episode_id].house_id
        houses.setdefault(len(each.question.frame_refs), set()).add(house_id)
    lent = [each for each in rooms if len(houses[len(each.question.frame_refs)]) > 1]
    assert len(lent) > len(rooms) / 2
    assert all(
        each.right == bool(cited_in_paper(each.question, records.footage[each.question.episode_id])) for each in lent
    )


# The closed loop


def test_a_blank_walk_tells_nothing(told):
    assert not any(each.answered for each in told("E3-blank"))


def test_the_spawn_view_is_a_picture_of_the_tour_and_never_says_what_the_tour_does_not(told, records):
    answered = [each for each in told("E3-spawn") if each.answered]
    if records.recipe == "sound":  # of A's questions most speak of a strip, which a picture may add to
        assert all(each.right for each in answered)
    assert len(answered) <= len(told("E3"))


def test_six_chosen_frames_settle_all_that_the_whole_walk_settles(told, own, records):
    for each in told("E3-select6"):
        question, n_frames = each.question, len(records.footage[each.question.episode_id].records)
        whole = of_another_walk(own[question.episode_id].records, n_frames)
        settled = settle(question, whole, n_frames, "open")
        if settled is not None:
            assert (each.answered, each.right) == (True, settled == question.gold)


def test_six_even_frames_settle_no_more_than_six_chosen_ones(told):
    even, chosen = (sum(each.right for each in told(name)) for name in ("E3", "E3-select6"))
    assert 0 < even <= chosen
