"""The whole ladder: a generation, its evaluation, and the report."""

from prefect import flow

from flows.evaluate import evaluate
from flows.generate import generate
from flows.logs import about, told_stage
from flows.report import report
from flows.requests import EvaluationRequest, GenerationRequest, Means
from flows.resume import Remainder


@flow(name="ladder", validate_parameters=False)
def ladder(request: GenerationRequest, evaluation: EvaluationRequest, means: Means) -> dict[str, str]:
    """Do everything; names of the runs and where the report is."""
    generation = generate(request, means, evaluation)
    return {"generation": generation.run_id} | _climbed(evaluation.of(generation.run_id), means)


@flow(name="resume", validate_parameters=False)
def go_on(remainder: Remainder) -> dict[str, str]:
    """Do what is left of a run that was taken up by its name; names of the runs and where the report is."""
    generation, evaluation = remainder.generation_id, remainder.evaluation
    if remainder.generation is not None:
        generation = generate(remainder.generation, remainder.generation_means, evaluation).run_id
    named = {"generation": generation}
    return named | (_climbed(evaluation.of(generation), remainder.evaluation_means) if evaluation else {})


def _climbed(evaluation: EvaluationRequest, means: Means) -> dict[str, str]:
    evaluated = evaluate(evaluation, means)
    with about(run_id=evaluated.run_id), told_stage("report"):
        page = report(evaluated.run_id, means.lake)
    return {"evaluation": evaluated.run_id, "report": str(page)}
