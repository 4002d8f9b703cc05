"""What was asked twice alike is one measurement; what came out alike is not."""

import polars as pl
import pytest

from tasks.analysis.sameness import ONE_MEASUREMENT, outcomes, sameness

FIGURES = {"low": -0.1, "high": 0.1, "p_t": 1.0, "power": 0.2, "detectable": 0.3, "verdict": "cannot tell"}
CASES = {
    "all the same": (10, 10, 0, 0, ONE_MEASUREMENT),
    "the same where any was answered": (4, 4, 0, 0, ONE_MEASUREMENT),
    "an earlier release, all the same": (10, None, 0, 0, ONE_MEASUREMENT),
    "an earlier release, some unanswered": (4, None, 0, 0, "cannot tell"),
    "nothing moved, one shown otherwise": (9, 10, 0, 0, "cannot tell"),
    "nothing answered": (0, 0, 0, 0, "cannot tell"),
    "the same, and yet answered otherwise": (10, 10, 1, 0, "cannot tell"),
}


@pytest.mark.parametrize(("n_same", "n_answered", "better", "worse", "outcome"), CASES.values(), ids=CASES.keys())
def test_one_measurement_needs_the_same_evidence_under_every_answer(n_same, n_answered, better, worse, outcome):
    row = {"n": 10, "n_same": n_same, "n_answered": n_answered, "better": better, "worse": worse, **FIGURES}
    (told,) = outcomes(pl.DataFrame([row], schema_overrides={"n_answered": pl.Int32})).rows(named=True)
    assert told["verdict"] == outcome
    is_one = outcome == ONE_MEASUREMENT
    assert {name: told[name] for name in FIGURES if name != "verdict"} == {
        name: None if is_one else value for name, value in FIGURES.items() if name != "verdict"
    }


def test_answers_that_never_came_are_not_the_same():
    rows = pl.DataFrame({"content": [1, 1, 1, None], "content_other": [1, 2, None, None]})
    told = rows.select(**sameness())
    assert told["is_same"].to_list() == [True, False, False, False]
    assert told["is_answered"].to_list() == [True, True, True, False]
