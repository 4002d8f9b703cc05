"""The screening table: each class by its rule, on the faultless generation with other answers or other evidence."""

from dataclasses import replace

import polars as pl
import pytest

from tasks.audits.audits import run_audits
from tasks.audits.text_only import text_answers


def classes(data, family):
    return [each.statistic for each in run_audits(data) if each.audit == "screening" and each.family == family]


def answered(data, is_right):
    """The same data with text-only answers that are right where the expression holds."""
    about = data.questions.select("question_id", "family", "gold", n_options=pl.col("options").list.len())
    told = data.predictions.join(about, on="question_id", maintain_order="left").with_columns(
        is_right=is_right, answerer=pl.lit("prior:5")
    )
    return replace(data, predictions=told.select(data.predictions.columns))


def beside(data, answerer, is_right):
    """The same data with another answerer's text-only answers beside those that are there."""
    other = data.predictions.with_columns(answerer=pl.lit(answerer), is_right=is_right)
    return replace(data, predictions=pl.concat([data.predictions, other]))


def share_right(share):
    """Right in every so many questions, spread evenly over a family."""
    nth = pl.int_range(pl.len()).over("rung", "family")
    return ((nth + 1) * share).floor() > (nth * share).floor()


def test_a_family_that_text_answers_is_probe_sensitive(clean):
    assert classes(answered(clean, share_right(0.9)), "Order") == ["probe-sensitive"]


def test_a_family_at_chance_has_low_probes(clean):
    assert classes(answered(clean, share_right(0.5)), "Existence") == ["low probe"]


@pytest.mark.parametrize("idle", ["reader", "uniform:7", "scripted:A"])
def test_an_answerer_that_reads_no_words_keeps_no_probe_from_being_low(clean, idle):
    """Without pictures `reader` says that it cannot tell, and is right on nothing."""
    assert classes(beside(answered(clean, share_right(0.5)), idle, pl.lit(False)), "Existence") == ["low probe"]


def test_an_answerer_that_reads_no_words_makes_no_family_probe_sensitive(clean):
    assert classes(beside(answered(clean, share_right(0.5)), "scripted:A", pl.lit(True)), "Order") == ["low probe"]


def test_a_family_that_only_such_answerers_were_asked_is_unprobed(clean):
    assert classes(clean, "Counting") == ["unprobed"]


@pytest.mark.parametrize("rung", ["E0", "E0b"])
def test_probes_are_called_low_only_where_both_rungs_are(clean, rung):
    data = answered(clean, share_right(0.5))
    one = replace(data, predictions=data.predictions.filter(pl.col("rung") == rung))
    assert classes(one, "Existence") == ["moderate"]


@pytest.mark.parametrize("share", [0.6, 0.4])
def test_a_family_between_the_rules_is_moderate(clean, share):
    assert classes(answered(clean, share_right(share)), "Persistence") == ["moderate"]


def test_a_constant_answer_that_scores_well_makes_no_family_probe_sensitive(clean):
    """Above chance is not enough: whoever always says Yes where Yes is frequent has read nothing."""
    leaning = clean.questions.with_columns(
        gold=pl.when((pl.col("family") == "Existence") & ~pl.col("question_id").str.contains("[05]_q"))
        .then(pl.lit("Yes"))
        .otherwise("gold")
    )
    always_yes = answered(replace(clean, questions=leaning), pl.col("gold") == "Yes")
    assert text_answers(always_yes).filter(pl.col("family") == "Existence")["is_right"].mean() > 0.8
    assert "probe-sensitive" not in classes(always_yes, "Existence")


def test_a_family_that_nobody_answered_is_unprobed(clean):
    assert classes(replace(clean, predictions=clean.predictions.clear()), "Counting") == ["unprobed"]


def test_evidence_and_count_classes_come_from_the_other_audits(tables, dataset):
    rooms = pl.col("family") == "Rooms-visited"
    count = pl.col("gold").str.extract(r"(\d+)").cast(pl.Int64)
    cited = pl.when(rooms).then(pl.col("frame_refs").list.head(count)).otherwise("frame_refs")
    data = answered(
        dataset(tables | {"questions": tables["questions"].with_columns(frame_refs=cited)}), share_right(0.33)
    )
    assert classes(data, "Rooms-visited") == ["evidence mismatch", "count leak"]
    assert classes(data, "Order") == ["moderate"]
