from collections import Counter

import polars as pl
import pytest

from schemas.contract import check
from schemas.tables import rows_frame
from tasks.questions.cells import Facts, plan_menus
from tasks.questions.evidence import Asked
from tasks.questions.families.base import Subject
from tasks.questions.ledger import acceptance_of, empty_rows, facts_of, slot_rows, thinning_rows
from tasks.questions.recipe_sound import Candidate, Slot
from tasks.questions.thinning import TextKey, fit

ORDER = TextKey("Order", "Which came first, a bed or a mug?", ("Bed", "Mug"), ("bed", "mug"), "Kitchen")
BED = TextKey("Existence", "Was a bed in view?", ("Bed",), ("Yes", "No"), "Kitchen")
EPISODES = [
    [{(ORDER, "bed"): 1}, {(BED, "Yes"): 2}],
    [{(ORDER, "mug"): 1}, {(BED, "No"): 1}],
    [{(ORDER, "mug"): 1}, {(BED, "Yes"): 1}],
    [{(BED, "No"): 1}],
]
NO_MENUS = plan_menus([], 7, "test")


def slot_of(counts):
    family = next(iter(counts))[0].family
    asked = Asked(family, Subject(("Bed",)), ("Yes", "No"))
    found = [Candidate(asked, key[1], (0, 1, 2, 3, 4, 5), key) for key, n in counts.items() for _ in range(n)]
    return Slot(family, tuple(found), Counter({"grey_loose": 2}))


def rows_of(episodes=EPISODES):
    pairs = [slot_rows(f"ep_{number:05d}", map(slot_of, slots)) for number, slots in enumerate(episodes)]
    return [
        rows_frame(table, [row for pair in pairs for row in pair[place]])
        for place, table in enumerate(["candidates", "drops"])
    ]


def contract(table, frame):
    return check(table, frame.with_columns(run_id=pl.lit("gen-0"), split=pl.lit("test")))


def test_thinning_is_fitted_to_the_slots_as_they_were_counted():
    candidates, _ = rows_of()
    found = acceptance_of(thinning_rows(candidates, NO_MENUS))
    assert found == pytest.approx(dict(fit(EPISODES, {})))
    assert len(found) == 4


def test_thinning_does_not_depend_on_how_rows_came_in():
    candidates, _ = rows_of()
    assert thinning_rows(candidates, NO_MENUS).equals(thinning_rows(candidates.reverse(), NO_MENUS))


def test_a_text_that_cannot_be_balanced_is_kept_with_no_chance():
    candidates, _ = rows_of([[{(BED, "Yes"): 1}]])
    rows = thinning_rows(candidates, NO_MENUS)
    assert rows.select("n_slots", "acceptance", "expected").rows() == [(1, 0.0, 0.0)]
    assert acceptance_of(rows) == {}


def test_rooms_visited_is_written_down_as_it_was_thinned_and_then_always_asked():
    episodes = [Facts(f"ep_{n:05d}", "S1", "Kitchen", min(n + 1, 4), min(n + 1, 4), 30) for n in range(8)]
    rows = thinning_rows(rows_of([])[0], plan_menus(episodes, 7, "test"))
    assert dict(rows.select("value", "n_slots").rows()) == {"1": 1, "2": 1, "3": 1, "4 or more": 5}
    chances = dict(rows.select("value", "expected").rows())
    assert len({round(chance, 9) for chance in chances.values()}) == 1
    assert set(acceptance_of(rows).values()) == {1.0}


def test_the_contracts_take_the_rows():
    candidates, drops = rows_of()
    assert contract("candidates", candidates).height == 7
    assert contract("thinning", thinning_rows(candidates, NO_MENUS)).height == 4
    assert contract("drops", drops)["n"].sum() == 14
    assert contract("drops", rows_frame("drops", empty_rows("ep_00001", {"Order": "unfilled"}))).height == 1


def test_facts_count_the_rooms_and_spaces_that_frames_stand_in():
    episodes = pl.DataFrame({"episode_id": ["ep_00000"], "stratum": ["S2"], "target_room": ["Kitchen"]})
    frames = pl.DataFrame({"episode_id": ["ep_00000"] * 3, "room_id": ["a", "b", "a"], "space_id": ["a", "a", "a"]})
    assert facts_of(episodes, frames) == [Facts("ep_00000", "S2", "Kitchen", 2, 1, 3)]
