import polars as pl
import pytest

from schemas.errors import ConfigError
from tasks.analysis.comparison import Run, compare
from tasks.analysis.sameness import ONE_MEASUREMENT
from tasks.reports.comparison import headline, in_words

RUNGS = ("E0", "E2")


def _run(run_id, answers, *, answerers=("reader",), rungs=RUNGS, n=20, settings=None, **changes):
    """A run of n Order questions, of which the first `answers` are right under every rung; a house an episode."""
    number = range(n)
    questions = pl.DataFrame(
        {
            "split": "test",
            "episode_id": [f"ep_{each:05d}" for each in number],
            "question_id": [f"ep_{each:05d}_q1" for each in number],
            "family": "Order",
            "text": "Which came first?",
            "options": [["a mug", "a bed"]] * n,
            "answer": "A",
            "frame_refs": [[0, 1]] * n,
            "house_id": [f"house-{each}" for each in number],
            "stratum": [f"S{each % 4 + 1}" for each in number],
        }
    ).with_columns(**changes)
    asked = questions.select("split", "episode_id", "question_id", "family", "house_id", "stratum").join(
        pl.DataFrame([(rung, name) for rung in rungs for name in answerers], schema=["rung", "answerer"], orient="row"),
        how="cross",
    )
    asked = asked.with_columns(
        correct=pl.col("episode_id") < f"ep_{answers:05d}", parsed=True, content=pl.lit(1, pl.UInt64)
    )
    return Run(run_id, {"parser": "1", "generation": "gen", **(settings or {})}, asked, questions)


def test_the_first_run_minus_the_second_under_every_common_rung():
    comparison = compare(_run("eval-a", 15), _run("eval-b", 10))
    assert [(pair.rung, pair.whole["difference"]) for pair in comparison.pairs] == [("E0", 0.25), ("E2", 0.25)]
    assert (comparison.n_questions, comparison.n_houses) == (20, 20)


def test_families_and_strata_are_compared_by_themselves():
    (pair, _) = compare(_run("eval-a", 15), _run("eval-b", 10)).pairs
    cells = set(pair.figures.select("family", "stratum").iter_rows())
    assert {("Order", "all"), ("all", "S1"), ("Order", "S4"), ("all", "all")} <= cells


def test_questions_that_only_one_run_has_are_named():
    with pytest.raises(
        ConfigError, match=r"questions differ: 5 are asked by `eval-a` alone \(ep_00015_q1, .*, \.\.\.\)"
    ):
        compare(_run("eval-a", 5), _run("eval-b", 5, n=15))


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("text", pl.lit("Which one came first?")),
        ("options", pl.lit(["a mug", "a sofa"], pl.List(pl.String))),
        ("answer", pl.lit("B")),
        ("frame_refs", pl.lit([0, 2], pl.List(pl.Int64))),
        ("stratum", pl.lit("S2")),
    ],
)
def test_questions_of_one_name_that_differ_are_named_with_what_differs(column, value):
    changed = pl.when(pl.col("question_id") == "ep_00003_q1").then(value).otherwise(pl.col(column))
    with pytest.raises(ConfigError, match=rf"1 of the same name differ in `{column}` \(ep_00003_q1\)"):
        compare(_run("eval-a", 5), _run("eval-b", 5, **{column: changed}))


def test_the_same_questions_of_two_generations_can_be_compared():
    comparison = compare(_run("eval-a", 15), _run("eval-b", 10, settings={"generation": "gen-2"}))
    assert comparison.settings == (("generation", "gen", "gen-2"),)


def test_answerers_of_one_name_are_paired_and_so_are_two_that_are_left():
    one, other = _run("eval-a", 15, answerers=("reader", "hf:one")), _run("eval-b", 10, answerers=("reader", "hf:two"))
    pairs = [(pair.answerer, pair.against) for pair in compare(one, other).pairs if pair.rung == "E2"]
    assert pairs == [("reader", "reader"), ("hf:one", "hf:two")]


def test_answerers_can_be_named():
    one, other = _run("eval-a", 15, answerers=("x", "y")), _run("eval-b", 10, answerers=("x", "z"))
    (pair, _) = compare(one, other, "y", "x").pairs
    assert (pair.answerer, pair.against) == ("y", "x")


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ({"answerers": ("x", "y")}, {"answerers": ("u", "v")}, "have no answerer in common"),
        ({"rungs": ("E0",)}, {"rungs": ("E2",)}, "climbed no rung in common"),
    ],
)
def test_runs_with_nothing_to_pair_are_refused(one, other, words):
    with pytest.raises(ConfigError, match=words):
        compare(_run("eval-a", 15, **one), _run("eval-b", 10, **other))


def test_an_answerer_that_is_not_there_is_refused():
    with pytest.raises(ConfigError, match=r"no answerer `nobody` in `eval-a`. It has reader"):
        compare(_run("eval-a", 15), _run("eval-b", 10), "nobody")


def test_a_rung_that_was_asked_other_questions_is_refused():
    one, other = _run("eval-a", 15), _run("eval-b", 10)
    fewer = Run("eval-b", other.settings, other.asked.filter(pl.col("episode_id") != "ep_00002"), other.questions)
    with pytest.raises(ConfigError, match="asked 20 questions of `reader` in the one and 19"):
        compare(one, fewer)


def test_a_run_against_itself_differs_in_nothing_and_is_told_to_be_one_measurement():
    run = _run("eval-a", 15)
    comparison = compare(run, run)
    assert comparison.settings == ()
    assert [(pair.whole["difference"], pair.whole["n_same"]) for pair in comparison.pairs] == [(0.0, 20), (0.0, 20)]


def test_what_one_answerer_was_asked_twice_alike_is_one_measurement():
    (pair, _) = compare(_run("eval-a", 15), _run("eval-b", 15)).pairs
    assert pair.whole["verdict"] == "cannot tell"
    assert pair.outcome == ONE_MEASUREMENT
    assert pair.told["low"].null_count() == pair.told.height


def test_two_answerers_that_were_asked_alike_are_two_measurements():
    one, other = _run("eval-a", 15, answerers=["hf:a"]), _run("eval-b", 15, answerers=["hf:b"])
    (pair, _) = compare(one, other).pairs
    assert (pair.outcome, pair.told["low"].null_count()) == ("cannot tell", 0)


def test_words_say_that_one_measurement_is_no_finding():
    comparison = compare(_run("eval-a", 15), _run("eval-b", 15))
    assert headline(comparison).endswith("2 comparisons: 2 one measurement")
    assert "all 20 that were answered were put to the same answerer" in in_words(comparison.pairs[0])
    assert "That is one measurement, and not a finding." in in_words(comparison.pairs[0])
