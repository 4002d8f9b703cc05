"""The whole ladder: a generation, its evaluation, and the report."""

from prefect import flow

from flows.evaluate import evaluate
from flows.generate import generate
from flows.report import report
from flows.requests import EvaluationRequest, GenerationRequest, Means


@flow(name="ladder", validate_parameters=False)
def ladder(request: GenerationRequest, evaluation: EvaluationRequest, means: Means) -> dict[str, str]:
    """Do everything; names of the runs and where the report is."""
    generation = generate(request, means)
    evaluated = evaluate(evaluation.of(generation.run_id), means)
    page = report(evaluated.run_id, means.lake)
    return {"generation": generation.run_id, "evaluation": evaluated.run_id, "report": str(page)}
