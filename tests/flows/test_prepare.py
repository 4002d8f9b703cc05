"""What a run will be, settled before a server is started or a row is written."""

import shutil
from collections import namedtuple

from flows.prepare import prepare_evaluation, prepare_rendering
from flows.requests import EvaluationRequest, Means, RenderRequest
from lake.publish import published
from lake.store import Lake

Usage = namedtuple("Usage", "total used free")  # what shutil returns


def test_an_answerer_asked_for_twice_answers_once(stored: Lake) -> None:
    once = EvaluationRequest(published(stored)[0].run_id, 7, ("E0",), ("reader", "uniform"))
    twice = EvaluationRequest(once.generation, 7, ("E0",), ("reader", "uniform", "reader"))
    plans = [prepare_evaluation(request, Means(stored.root, 1)) for request in (once, twice)]
    assert plans[0] == plans[1]


def test_where_nothing_is_to_be_drawn_a_full_disk_is_no_matter(stored: Lake, monkeypatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(1e9, 1e9, 0))
    plan = prepare_rendering(RenderRequest(published(stored)[0].run_id, ()), Means(stored.root, 1))
    assert plan.splits == ()
