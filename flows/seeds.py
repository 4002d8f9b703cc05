"""A policy under several seeds: an evaluation for each (SPEC section 4)."""

from collections.abc import Sequence

from prefect import flow

from flows.evaluate import evaluate
from flows.requests import EvaluationRequest, Means


@flow(name="seeds", validate_parameters=False)
def evaluate_seeds(requests: Sequence[EvaluationRequest], means: Means) -> None:
    """One evaluation after the other, those that are not published yet."""
    for request in requests:
        evaluate(request, means)
