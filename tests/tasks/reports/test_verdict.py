import polars as pl
import pytest

from schemas.tables import empty
from tasks.reports.ladder import Figures
from tasks.reports.verdict import control_sentences, headline, sentences
from tasks.rungs.rungs import RUNGS

NO_WALK = empty("navigation_metrics")


def _row(rung, answerer, correct, low, high, family="all", designated=100, answered=None):
    return {
        "run_id": "eval-0123456789ab",
        "split": "test",
        "rung": rung,
        "answerer": answerer,
        "family": family,
        "stratum": "all",
        "designated": designated,
        "executed": designated if answered is None else answered,
        "answered": designated if answered is None else answered,
        "scored": designated if answered is None else answered,
        "parsed": designated if answered is None else answered,
        "correct": correct,
        "accuracy": correct / designated,
        "accuracy_parsed": correct / designated,
        "low": low,
        "high": high,
        "n_houses": 20,
        "chance": 0.33,
    }


def _figures(*rows):
    return Figures.of(pl.DataFrame(list(rows), schema=empty("rung_metrics").schema))


def _said(*rows, navigation=NO_WALK):
    return " ".join(sentences(_figures(*rows), navigation)).replace("\u202f", " ")


def test_the_headline_sets_text_beside_pictures():
    figures = _figures(_row("E0", "majority:1", 45, 0.38, 0.52), _row("E5", "reader", 90, 0.84, 0.96))
    assert headline(figures).replace("\u202f", " ") == (
        "Without a single picture, `majority` is right on 45.0 % of 100 questions (38 to 52 %); from the pictures "
        "that they cite, `reader` is right on 90.0 % of 100 (84 to 96 %). Chance is 33.0 %."
    )


def test_text_is_above_chance_only_where_the_whole_interval_is():
    assert "above chance (33.0 %)" in _said(_row("E0", "majority:1", 45, 0.38, 0.52))
    assert "cannot be told from chance (33.0 %)" in _said(_row("E0", "majority:1", 36, 0.30, 0.42))
    assert "below chance (33.0 %)" in _said(_row("E0", "majority:1", 20, 0.12, 0.28))


def test_a_guesser_and_a_reader_without_pictures_say_nothing_of_the_text():
    assert _said(_row("E0", "uniform:7", 45, 0.38, 0.52), _row("E0", "reader", 0, 0.0, 0.1)) == ""


def test_rungs_that_say_the_same_are_said_once():
    said = _said(_row("E0b", "majority:1", 45, 0.38, 0.52), _row("E0", "majority:1", 45, 0.38, 0.52))
    assert said.startswith("E0b (options only) and E0 (text only): `majority` is right on")
    assert said.count("above chance") == 1


def test_what_lies_in_the_evidence_needs_intervals_that_do_not_overlap():
    apart = _said(_row("E5", "reader", 90, 0.84, 0.96), _row("E5", "majority:1", 45, 0.38, 0.52))
    overlapping = _said(_row("E5", "reader", 50, 0.40, 0.60), _row("E5", "majority:1", 45, 0.38, 0.52))
    below = _said(_row("E5", "reader", 20, 0.12, 0.28), _row("E5", "majority:1", 45, 0.38, 0.52))
    assert "+45.0 points, which lie in the evidence" in apart
    assert "cannot tell them apart" in overlapping
    assert "−25.0 points, so the pictures as given mislead" in below


def test_families_that_the_cited_pictures_leave_open_are_named_with_their_n():
    said = _said(
        _row("E5", "reader", 90, 0.84, 0.96),
        _row("E5", "reader", 2, 0.0, 0.4, "Presence-change", 10),
        _row("E5", "reader", 8, 0.6, 1.0, "Counting", 10),
        _row("E5", "reader", 80, 0.95, 1.0, "Order", 80),
    )
    assert "For 10 of 100 answered questions" in said
    assert "Presence-change (8 of 10), Counting (2 of 10): a score on those does not come from the pictures." in said
    assert "Order" not in said


def test_walks_that_did_not_run_are_not_blamed_on_the_pictures():
    said = _said(
        _row("E5", "reader", 90, 0.84, 0.96, answered=90), _row("E5", "reader", 90, 0.84, 0.96, "Order", answered=90)
    )
    assert "do not give the gold answer" not in said


def test_a_models_step_from_text_to_pictures_is_told():
    said = _said(_row("E0", "hf:qwen", 45, 0.38, 0.52), _row("E5", "hf:qwen", 57, 0.50, 0.64))
    assert "`hf:qwen` goes from 45.0 % of 100 questions (38 to 52 %, 20 houses) without pictures to 57.0 %" in said


@pytest.mark.parametrize(
    ("identical", "sentence"),
    [
        (1.0, "one measurement, not two"),
        (0.9, ", and 90.0 % of the frames equal the stored ones; the rest drift."),
        (None, "(90 to 100 %)."),
    ],
)
def test_replayed_frames_that_equal_the_stored_ones_are_no_second_confirmation(identical, sentence):
    walk = {"run_id": "eval-0123456789ab", "split": "test", "rung": "E5", "stratum": "all", "designated": 40}
    walk |= {"executed": 40, "reached": 39, "success_low": 0.9, "success_high": 1.0, "frames_identical": identical}
    said = _said(navigation=pl.DataFrame([walk], schema=NO_WALK.schema))
    assert "the target was reached on 39 of 40 reference walks (90 to 100 %)" in said
    assert sentence in said


def test_a_run_of_one_rung_says_that_it_cannot_say():
    assert "too few rungs" in headline(_figures(_row("E0", "uniform:7", 30, 0.2, 0.4)))


# The closed loop


def _walk(rung="E3", reached=0, designated=40):
    walk = {"run_id": "eval-0123456789ab", "split": "test", "rung": rung, "stratum": "all", "designated": designated}
    walk |= {"executed": designated, "reached": reached, "success_low": 0.0, "success_high": 0.09}
    return pl.DataFrame([walk], schema=NO_WALK.schema)


def test_an_accuracy_above_chance_beside_no_target_reached_is_called_answers_without_arriving():
    said = _said(_row("E3", "prior:1", 45, 0.38, 0.52), navigation=_walk())
    assert (
        "E3 (closed loop) reached none of 40 targets (0 to 9 %). `prior` is right on 45.0 % of 100 questions "
        "(38 to 52 %, 20 houses), above chance (33.0 %). These answers without arriving tell nothing of the walk."
        in said
    )


def test_who_saw_the_pictures_of_its_walk_is_only_said_not_to_have_arrived():
    """The walk may have passed the evidence on the way to nowhere; the counts tell."""
    said = _said(_row("E3", "hf:qwen", 45, 0.38, 0.52), navigation=_walk())
    assert (
        "`hf:qwen` is right on 45.0 % of 100 questions (38 to 52 %, 20 houses), above chance (33.0 %), without arriving."
        in said
    )
    assert "tell nothing" not in said


def test_a_score_of_which_nothing_had_evidence_tells_nothing_of_the_walk():
    figures = _figures(_row("E3", "hf:qwen", 45, 0.38, 0.52))
    (said,) = sentences(figures, _walk(), _apart("hf:qwen", right_without_evidence=45))
    assert "These answers without arriving tell nothing of the walk. 45 of its 45 right answers had no evidence" in said


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.29, 0.37, "within 5 points of chance (33.0 %)"),
        (0.20, 0.45, "which cannot be told from chance (33.0 %)"),
        (0.10, 0.30, "below chance (33.0 %)"),
    ],
)
def test_beside_no_target_a_score_is_only_called_what_its_interval_allows(low, high, words):
    said = _said(_row("E3", "prior:1", 33, low, high), navigation=_walk())
    assert words in said
    assert "without arriving" not in said


def test_a_score_that_null_answers_hold_down_says_how_many_were_answered():
    said = _said(_row("E4", "prior:1", 20, 0.10, 0.30, answered=40), navigation=_walk("E4", reached=3))
    assert (
        "`prior` answered 40 of 100 questions and is right on 20.0 % of all (10 to 30 %, 20 houses), below chance "
        "(33.0 %)." in said
    )


def test_a_score_after_some_arrivals_is_not_called_unearned():
    said = _said(_row("E3", "prior:1", 45, 0.38, 0.52), navigation=_walk(reached=12))
    assert "reached 12 of 40 targets" in said
    assert "without arriving" not in said


def test_a_walk_that_only_reader_or_lot_answered_is_told_without_a_score():
    said = _said(_row("E3", "reader", 45, 0.38, 0.52), _row("E3", "uniform:7", 33, 0.3, 0.4), navigation=_walk())
    assert said.count("E3 (closed loop)") == 1
    assert "reached none of 40 targets (0 to 9 %)." in said


def test_only_a_replay_is_said_to_have_executed_reference_walks():
    assert "reference walks" not in _said(navigation=_walk("E3"))
    assert "reference walks" in _said(navigation=_walk("E5"))


def test_reader_is_printed_in_both_modes_and_the_difference_is_named():
    figures = _figures(_row("E2", "reader", 100, 0.96, 1.0), _row("E2-open", "reader", 50, 0.40, 0.60))
    said = " ".join(control_sentences(figures)).replace("\u202f", " ")
    assert "(closed, E2), the cited frames give `reader` 100.0 % of 100 answers" in said
    assert "(open, E2-open), 50.0 % of 100 (40 to 60 %). The difference is what only absence shows." in said


def _apart(*answerers, right_without_evidence=30):
    counts = {"right": 45, "right_without_evidence": right_without_evidence}
    counts |= {"has_evidence": 25, "wrong_with_evidence": 10}
    key = {"run_id": "eval-0123456789ab", "split": "test", "rung": "E3", "family": "all", "stratum": "all"}
    rows = [
        key
        | {"answerer": answerer, "gold_by": "all", "statistic": name, "n": 100, "n_houses": 20, "count": count}
        | {"share": count / 100, "low": 0.2, "high": 0.5}
        for name, count in counts.items()
        for answerer in answerers
    ]
    return pl.DataFrame(rows, schema=empty("closed_loop_metrics").schema)


def test_the_closed_loop_is_told_in_three_sentences_walk_score_evidence():
    figures = _figures(_row("E3", "hf:qwen", 45, 0.38, 0.52), _row("E3", "reader", 20, 0.1, 0.3))
    (said,) = sentences(figures, _walk(), _apart("hf:qwen", "reader"))
    walk, score, evidence = said.split(". ")
    assert walk.startswith("E3 (closed loop) reached none of 40 targets")
    assert score.endswith("without arriving")
    assert evidence == "30 of its 45 right answers had no evidence in the pictures given."
    assert "`reader`" not in said


def test_of_several_answerers_the_best_model_is_told_and_the_tables_have_the_rest():
    rows = [_row("E3", "hf:a", 40, 0.3, 0.5), _row("E3", "hf:b", 41, 0.3, 0.5), _row("E3", "majority:1", 50, 0.4, 0.6)]
    (said,) = [each for each in sentences(_figures(*rows), _walk()) if each.startswith("E3")]
    assert "`hf:b` is right on" in said


@pytest.mark.parametrize("rungs", [("E0", "E2"), tuple(RUNGS)], ids=["few", "all"])
def test_it_is_told_in_eight_findings_however_many_rungs_and_answerers_there_are(rungs):
    answerers = ("hf:a", "hf:b", "reader", "majority:1", "prior:1", "uniform:7")
    told = [
        _row(rung, answerer, 40 + place, 0.35, 0.50, family)
        for rung in rungs
        for place, answerer in enumerate(answerers)
        for family in ("all", "Order")
    ]
    walks = pl.concat([_walk(rung) for rung in ("E3", "E4", "E5") if rung in rungs] or [NO_WALK])
    said = sentences(_figures(*told), walks, _apart(*answerers))
    assert 3 <= len(said) <= 8
    assert not [name for name, rung in RUNGS.items() if rung.is_control and any(f"{name} " in each for each in said)]


def test_of_several_models_the_best_goes_from_text_to_pictures():
    rows = [
        _row(rung, f"hf:{name}", right, 0.3, 0.5) for rung in ("E0", "E5") for name, right in (("a", 40), ("b", 44))
    ]
    assert "`hf:b`, the best of 2 models, goes from 44.0 %" in _said(*rows)
