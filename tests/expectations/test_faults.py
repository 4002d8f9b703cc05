"""Each expectation fails on a planted fault, and names the rows that hold it."""

from collections.abc import Callable, Iterable
from typing import Any

import polars as pl
import pytest

from expectations.check import Generation
from expectations.narrow import MOST_KEPT, narrow
from expectations.suites import suites

Frames = dict[str, pl.DataFrame]
Fault = Callable[[Frames], None]

_EP = (pl.col("split") == "test") & (pl.col("episode_id") == "ep_00001")
_Q3 = (pl.col("split") == "test") & (pl.col("question_id") == "ep_00001_q3")
_PILLOW = (pl.col("split") == "test") & (pl.col("types") == ["Pillow"])
_HOUSE = (pl.col("split") == "test") & (pl.col("house_id") == "house-16f583289ccb")
_LAST = 7


def change(table: str, where: pl.Expr, column: str, value: Any) -> Fault:
    """Another value in some rows; the column keeps its type."""

    def plant(frames: Frames) -> None:
        frame = frames[table]
        new = value if isinstance(value, pl.Expr) else pl.lit(value, dtype=frame.schema[column])
        frames[table] = frame.with_columns(pl.when(where).then(new).otherwise(pl.col(column)).alias(column))

    return plant


def lose(table: str, where: pl.Expr) -> Fault:
    def plant(frames: Frames) -> None:
        frames[table] = frames[table].filter(~where)

    return plant


def repeat(table: str, where: pl.Expr, **others: Any) -> Fault:
    """The same rows a second time, with other values in some columns."""

    def plant(frames: Frames) -> None:
        copies = frames[table].filter(where).with_columns(**{name: pl.lit(value) for name, value in others.items()})
        frames[table] = pl.concat([frames[table], copies.cast(dict(frames[table].schema))])

    return plant


def action(nth: int, name: str, magnitude: float) -> pl.Expr:
    """The episode's actions with another one in the nth place."""
    new = pl.struct(name=pl.lit(name), magnitude=pl.lit(magnitude))
    actions = pl.col("actions")
    return pl.concat_list(
        actions.list.head(nth), new.implode().over("split", "episode_id"), actions.list.slice(nth + 1)
    )


def share_a_house(frames: Frames) -> None:
    """A house of the test split has the layout of the train split's."""
    content = frames["houses"].filter(split="train")["content_hash"][0]
    change("houses", _HOUSE, "content_hash", content)(frames)


EPISODE = ["test/ep_00001"]
QUESTION = ["test/ep_00001/ep_00001_q3"]
PILLOWS = [f"test/ep_{number:05d}/ep_{number:05d}_q3" for number in range(4)]
PILLOW = [
    f"test/Existence/During the recorded tour, was a pillow in view at any moment?/Yes / No/Bedroom/{value}"
    for value in ("No", "Yes")
]
DROP = "test/ep_00000/Order/unfilled"
QUOTA = "test/Existence"
ALL_FRAMES = [f"test/ep_00001/{t}" for t in range(_LAST + 1)]

FAULTS: list[tuple[str, str, str, Fault, list[str]]] = [
    (
        "shared",
        "houses",
        "splits_share_no_house",
        share_a_house,
        ["train/house-c9eb1f5deacb", "test/house-16f583289ccb"],
    ),
    (
        "repeated",
        "houses",
        "key_is_unique",
        repeat("houses", _HOUSE),
        ["test/house-16f583289ccb", "test/house-16f583289ccb#2"],
    ),
    ("lost", "episodes", "house_exists", lose("houses", pl.col("source") == "embedded/train/0"), ["train/ep_00000"]),
    ("repeated", "episodes", "key_is_unique", repeat("episodes", _EP), [*EPISODE, "test/ep_00001#2"]),
    ("relabelled", "episodes", "stratum_is_the_room_count", change("episodes", _EP, "stratum", "S1"), EPISODE),
    ("a pixel", "episodes", "target_invisible_at_spawn", change("episodes", _EP, "target_pixels_at_spawn", 1), EPISODE),
    (
        "an observation",
        "episodes",
        "target_invisible_at_spawn",
        repeat("observations", _EP & (pl.col("t") == _LAST) & (pl.col("object_id") == "Desk|2|1"), t=0),
        EPISODE,
    ),
    ("too near", "episodes", "spawn_is_far_enough", change("episodes", _EP, "spawn_distance_m", 4.4), EPISODE),
    (
        "odd move",
        "episodes",
        "actions_are_on_the_menu",
        change("episodes", _EP, "actions", action(2, "MoveAhead", 0.3)),
        EPISODE,
    ),
    (
        "odd turn",
        "episodes",
        "actions_are_on_the_menu",
        change("episodes", _EP, "actions", action(0, "RotateLeft", 60.0)),
        EPISODE,
    ),
    (
        "odd look",
        "episodes",
        "actions_are_on_the_menu",
        change("episodes", _EP, "actions", action(0, "LookUp", 45.0)),
        EPISODE,
    ),
    (
        "unknown",
        "episodes",
        "actions_are_on_the_menu",
        change("episodes", _EP, "actions", action(0, "Teleport", 0.0)),
        EPISODE,
    ),
    (
        "done early",
        "episodes",
        "actions_are_on_the_menu",
        change("episodes", _EP, "actions", action(3, "Done", 0.0)),
        EPISODE,
    ),
    (
        "never done",
        "episodes",
        "actions_are_on_the_menu",
        change("episodes", _EP, "actions", action(7, "MoveAhead", 1.0)),
        EPISODE,
    ),
    ("miscounted", "episodes", "action_count_is_in_range", change("episodes", _EP, "n_actions", 9), EPISODE),
    ("lost", "episodes", "frames_are_complete", lose("frames", _EP & (pl.col("t") == 3)), EPISODE),
    ("beyond the end", "episodes", "frames_are_complete", repeat("frames", _EP & (pl.col("t") == _LAST), t=8), EPISODE),
    (
        "turned",
        "episodes",
        "first_frame_is_the_spawn",
        change("frames", _EP & (pl.col("t") == 0), "yaw", 15.0),
        EPISODE,
    ),
    ("shortened", "episodes", "path_length_is_the_walk", change("episodes", _EP, "path_length_m", 5.9), EPISODE),
    ("too far", "episodes", "walk_ends_at_the_target", change("episodes", _EP, "final_distance_m", 1.6), EPISODE),
    ("too small", "episodes", "walk_ends_at_the_target", change("episodes", _EP, "final_area", 0.004), EPISODE),
    (
        "unseen",
        "episodes",
        "walk_ends_at_the_target",
        lose("observations", _EP & (pl.col("t") == _LAST) & (pl.col("object_id") == "Desk|2|1")),
        EPISODE,
    ),
    (
        "one short",
        "episodes_by_stratum",
        "strata_are_balanced",
        lose("episodes", _EP),
        [f"test/S{i}" for i in (1, 2, 3, 4)],
    ),
    (
        "repeated",
        "rejections",
        "key_is_unique",
        repeat("rejections", pl.lit(True)),
        ["test/ep_00000/0", "test/ep_00000/0#2"],
    ),
    (
        "repeated",
        "frames",
        "key_is_unique",
        repeat("frames", _EP & (pl.col("t") == 3)),
        ["test/ep_00001/3", "test/ep_00001/3#2"],
    ),
    ("orphaned", "frames", "episode_exists", lose("episodes", _EP), ALL_FRAMES),
    (
        "other action",
        "frames",
        "action_is_the_reference",
        change("frames", _EP & (pl.col("t") == 3), "magnitude", 0.5),
        ["test/ep_00001/3"],
    ),
    (
        "action at spawn",
        "frames",
        "action_is_the_reference",
        change("frames", _EP & (pl.col("t") == 0), "action", "Done"),
        ["test/ep_00001/0"],
    ),
    (
        "half drawn",
        "frames",
        "episode_is_drawn_whole",
        change("frames", _EP & (pl.col("t") == 3), "pixel_hash", None),
        ALL_FRAMES,
    ),
    ("lost", "frames", "picture_is_stored", lose("images", _EP & (pl.col("t") == 3)), ["test/ep_00001/3"]),
    (
        "all lost",
        "frames",
        "picture_is_stored",
        lose("images", pl.lit(True)),
        [f"test/ep_0000{i}/{t}" for i in range(4) for t in range(8)],
    ),
    (
        "repeated",
        "images",
        "key_is_unique",
        repeat("images", _EP & (pl.col("t") == 3)),
        ["test/ep_00001/3", "test/ep_00001/3#2"],
    ),
    (
        "other pixels",
        "images",
        "frame_has_the_same_hash",
        change("images", _EP & (pl.col("t") == 3), "pixel_hash", "0" * 64),
        ["test/ep_00001/3"],
    ),
    (
        "orphaned",
        "observations",
        "frame_exists",
        lose("frames", _EP & (pl.col("t") == 3)),
        ["test/ep_00001/3/DeskLamp|1|1"],
    ),
    (
        "repeated",
        "observations",
        "key_is_unique",
        repeat("observations", _EP & (pl.col("t") == 3)),
        ["test/ep_00001/3/DeskLamp|1|1", "test/ep_00001/3/DeskLamp|1|1#2"],
    ),
    (
        "another thing",
        "observations",
        "object_keeps_its_type",
        change(
            "observations",
            _EP & (pl.col("object_id") == "Desk|2|1") & (pl.col("t") == _LAST),
            "object_type",
            "SideTable",
        ),
        [f"test/ep_00001/{t}/Desk|2|1" for t in (6, 7)],
    ),
    ("repeated", "questions", "key_is_unique", repeat("questions", _Q3), [*QUESTION, f"{QUESTION[0]}#2"]),
    (
        "orphaned",
        "questions",
        "episode_exists",
        change("questions", _Q3, "episode_id", "ep_00009"),
        ["test/ep_00009/ep_00001_q3"],
    ),
    (
        "in the text",
        "questions",
        "no_target_mention",
        change("questions", _Q3, "text", "Was a Desk in view?"),
        QUESTION,
    ),
    (
        "in an option",
        "questions",
        "no_target_mention",
        change("questions", _Q3, "options", ["two desks", "No"]),
        QUESTION,
    ),
    ("as its subject", "questions", "no_target_mention", change("questions", _Q3, "types", ["Sofa", "Desk"]), QUESTION),
    ("one short", "questions", "evidence_count", change("questions", _Q3, "frame_refs", [0, 1, 2, 3, 4]), QUESTION),
    (
        "one more",
        "questions",
        "evidence_count",
        change("questions", _Q3, "frame_refs", [0, 1, 2, 3, 4, 5, 6]),
        QUESTION,
    ),
    (
        "beyond the end",
        "questions",
        "evidence_count",
        change("questions", _Q3, "frame_refs", [0, 1, 2, 3, 4, 8]),
        QUESTION,
    ),
    (
        "before the start",
        "questions",
        "evidence_count",
        change("questions", _Q3, "frame_refs", [-1, 1, 2, 3, 4, 5]),
        QUESTION,
    ),
    (
        "out of order",
        "questions",
        "evidence_count",
        change("questions", _Q3, "frame_refs", [0, 2, 1, 3, 4, 5]),
        QUESTION,
    ),
    (
        "cited twice",
        "questions",
        "evidence_count",
        change("questions", _Q3, "frame_refs", [0, 1, 1, 3, 4, 5]),
        QUESTION,
    ),
    ("beyond the end", "questions", "strip_lies_in_the_walk", change("questions", _Q3, "strip", [0, 8]), QUESTION),
    ("not cited", "questions", "decisive_frames_are_cited", change("questions", _Q3, "decisive_frames", [2]), QUESTION),
    ("miscounted", "questions", "decisive_frames_are_cited", change("questions", _Q3, "n_decisive", 2), QUESTION),
    ("insufficient", "questions", "sufficient", change("question_checks", _Q3, "sufficient", False), QUESTION),
    ("not worked out", "questions", "sufficient", lose("question_checks", _Q3), QUESTION),
    (
        "always A",
        "questions_by_letter",
        "letter_is_no_cue",
        change("questions", pl.col("split") == "test", "answer", "A"),
        ["test/2/A", "test/2/B"],
    ),
    ("never accepted", "questions", "could_be_drawn", change("thinning", _PILLOW, "acceptance", 0.0), PILLOWS),
    (
        "with another option",
        "questions",
        "could_be_drawn",
        change("thinning", _PILLOW, "option_set", "No / Si"),
        PILLOWS,
    ),
    (
        "asked twice",
        "questions",
        "shares_no_type",
        change("questions", _Q3, "types", ["Laptop"]),
        ["test/ep_00001/ep_00001_q2", "test/ep_00001/ep_00001_q3"],
    ),
    (
        "untold",
        "questions",
        "has_an_account",
        lose("quotas", pl.lit(True)),
        [f"test/ep_{number:05d}/ep_{number:05d}_q{nth}" for number in range(4) for nth in range(1, 9)],
    ),
    ("left out", "candidates", "was_thinned", lose("thinning", _PILLOW & (pl.col("value") == "No")), PILLOW[:1]),
    ("repeated", "thinning", "key_is_unique", repeat("thinning", _PILLOW), [*PILLOW, *(f"{key}#2" for key in PILLOW)]),
    ("miscounted", "thinning", "was_counted", change("thinning", _PILLOW, "n_slots", 9), PILLOW),
    (
        "more than places",
        "thinning",
        "expectation_within_places",
        change("thinning", _PILLOW, "expected", 4.5),
        PILLOW,
    ),
    ("repeated", "drops", "key_is_unique", repeat("drops", pl.lit(True)), [DROP, f"{DROP}#2"]),
    (
        "orphaned",
        "drops",
        "episode_exists",
        change("drops", pl.lit(True), "episode_id", "ep_00009"),
        [DROP.replace("ep_00000", "ep_00009")],
    ),
    ("repeated", "quotas", "key_is_unique", repeat("quotas", pl.lit(True)), [QUOTA, f"{QUOTA}#2"]),
    ("too many", "quotas", "adds_up", change("quotas", pl.lit(True), "n_questions", 40), [QUOTA]),
    ("said to be enough", "quotas", "adds_up", change("quotas", pl.lit(True), "falls_short", False), [QUOTA]),
]


def _names(cases: Iterable[tuple[str, str, str, Fault, list[str]]]) -> list[str]:
    return [f"{table}-{expectation}-{name.replace(' ', '_')}" for name, table, expectation, _, _ in cases]


@pytest.mark.parametrize(("table", "expectation", "plant", "keys"), [case[1:] for case in FAULTS], ids=_names(FAULTS))
def test_a_planted_fault_is_found_in_the_rows_that_hold_it(generation, table, expectation, plant, keys):
    plant(generation)
    whole = Generation(generation, "sound")
    frame = next(narrow(suite, whole) for suite in suites(whole) if suite.table == table)
    kept = frame.kept("gen-0123456789ab", expectation)
    assert kept.select(pl.concat_str("split", "key", separator="/")).to_series().to_list() == keys


def test_the_gate_fails_every_expectation_over_all_faults_and_keeps_what_it_counts(generation, gate):
    failed = set()
    for are_losses in (True, False):  # what is lost can hold no other fault
        frames = dict(generation)
        for _, _, _, plant, _ in FAULTS:
            if plant.__qualname__.startswith("lose.") == are_losses:
                plant(frames)
        result = gate(frames)
        ours = result.rows.filter((pl.col("expectation") != "has_rows") & (pl.col("status") == "failed"))
        kept = result.quarantine.group_by("table", "expectation").len("kept")
        counted = ours.join(kept, on=("table", "expectation"), how="left")
        assert counted["n_failed"].to_list() == counted["kept"].to_list()
        failed |= set(ours.select("table", "expectation").iter_rows())
    assert failed == {(table, expectation) for _, table, expectation, _, _ in FAULTS}


def test_every_expectation_has_a_planted_fault_and_none_fails_without(generation, gate):
    ours = gate(generation).rows.filter(pl.col("expectation") != "has_rows")
    assert {(table, expectation) for _, table, expectation, _, _ in FAULTS} == set(
        ours.select("table", "expectation").iter_rows()
    )
    assert set(ours["status"]) == {"passed"}


def test_a_fault_in_everything_keeps_some_rows_and_counts_all(generation, gate):
    generation["rejections"] = pl.concat([generation["rejections"]] * (MOST_KEPT + 1))
    result = gate(generation)
    (row,) = result.rows.filter(table="rejections", expectation="key_is_unique").to_dicts()
    assert row["n_failed"] == MOST_KEPT + 1
    assert row["detail"].endswith(f", ...; {MOST_KEPT} of them are in quarantine)")
    assert result.quarantine.height == MOST_KEPT
