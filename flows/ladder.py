"""The whole ladder: a generation, its evaluation, and the report."""

from prefect import flow

from flows.evaluate import evaluate
from flows.generate import generate
from flows.prepare import GenerationPlan, prepare_evaluation
from flows.report import report
from flows.requests import EvaluationRequest, Means


@flow(name="ladder", validate_parameters=False)
def ladder(plan: GenerationPlan, evaluation: EvaluationRequest, means: Means) -> dict[str, str]:
    """Do everything; names of the runs and where the report is."""
    generation = generate(plan, means)
    evaluated = evaluate(prepare_evaluation(evaluation.of(generation.run_id), means), means)
    page = report(evaluated.run_id, means.lake)
    return {"generation": generation.run_id, "evaluation": evaluated.run_id, "report": str(page)}
