"""Commands that judge a run and say what was found: report, gate, audits."""

import json

import typer

from flows.options import DEFAULT_LAKE, JsonOption, LakeOption, RunArgument
from flows.printing import show

app = typer.Typer()


@app.command()
def report(evaluation: RunArgument, lake: LakeOption = DEFAULT_LAKE) -> None:
    """Write an evaluation's page and say where it is."""
    from flows.report import report as write

    print(write(evaluation, lake))


@app.command()
def check(generation: RunArgument, lake: LakeOption = DEFAULT_LAKE, as_json: JsonOption = False) -> None:
    """Run a generation's gate again on what is stored; exit 1 where an expectation fails."""
    from flows.check import check as rerun

    result = rerun(generation, lake)
    show({"passed": result.passed, "summary": result.summary, "docs": str(result.docs_index)}, as_json)
    if not result.passed:
        raise typer.Exit(1)


@app.command()
def audit(run_id: RunArgument, lake: LakeOption = DEFAULT_LAKE, as_json: JsonOption = False) -> None:
    """Look for the benchmark's own faults; exit 1 where one passes its threshold."""
    from flows.audit import audit as find
    from flows.audit import failed, plain, rendered

    findings = find(run_id, lake)
    print(json.dumps(plain(findings), indent=2) if as_json else rendered(findings))
    if failed(findings):
        raise typer.Exit(1)


@app.command()
def probe(generation: RunArgument, lake: LakeOption = DEFAULT_LAKE, as_json: JsonOption = False) -> None:
    """Fit text-only probes on train and score them on test; exit 1 where a family's text tells more than chance."""
    from flows.probe import leaks, rendered
    from flows.probe import probe as fit_and_score

    bounds = fit_and_score(generation, lake)
    print(json.dumps(bounds.to_dicts(), indent=2) if as_json else rendered(bounds))
    if leaks(bounds):
        raise typer.Exit(1)
