"""The tables of a made-up evaluation, made by the code that makes the real ones."""

import polars as pl
import pytest

from tasks.analysis.answers import fates
from tasks.analysis.circular import circular_metrics
from tasks.analysis.judge import judge
from tasks.analysis.navigation import navigation_metrics
from tasks.analysis.score import metric_tables
from tasks.analysis.sheets.sheets import Figures, sheets
from tasks.analysis.synthetic import synthetic

SCREENING = {"audit": "screening", "split": "test", "family": "Order", "verdict": "stated", "ids": []}


@pytest.fixture(scope="session")
def tables():
    run = synthetic(160, 40)
    predictions = judge(run.responses, run.questions, run.designated)
    asked = fates(run.designated, run.navigation, run.responses, predictions, run.questions, run.episodes)
    made = metric_tables(asked, run.questions, run.episodes, run.observations)
    made["navigation_metrics"] = navigation_metrics(run.navigation, run.episodes, run.designated)
    made["circular_metrics"] = circular_metrics(asked)
    return made


@pytest.fixture(scope="session")
def made(tables):
    audits = pl.DataFrame([SCREENING | {"statistic": name} for name in ("probe-sensitive", "count leak")])
    return {sheet.name: sheet for sheet in sheets(Figures.of(tables, audits))}
