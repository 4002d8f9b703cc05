"""Commands that judge a run and say what was found: report, gate, audits."""

import json
from pathlib import Path
from typing import Annotated

import typer

from flows.options import (
    DEFAULT_LAKE,
    DEFAULT_POLICY,
    DEFAULT_RUNNER,
    JsonOption,
    LakeOption,
    LettersOption,
    PromptsOption,
    RunArgument,
    RunnerOption,
    WorkersOption,
    names,
)
from flows.printing import show as show_result

app = typer.Typer()


@app.command()
def report(
    evaluation: RunArgument,
    lake: LakeOption = DEFAULT_LAKE,
    every_episode: Annotated[
        bool,
        typer.Option(
            "--every-episode", help="A page for each test episode, not only for those that the report leads to."
        ),
    ] = False,
) -> None:
    """Write an evaluation's page and say where it is."""
    from flows.report import report as write

    print(write(evaluation, lake, every_episode))


@app.command()
def show(
    episode: Annotated[
        str,
        typer.Argument(
            metavar="EPISODE", help="As ep_00003; a question or frame of one, as audits name them, will do."
        ),
    ],
    run: Annotated[str, typer.Option("--run", metavar="RUN", help="An evaluation, or a generation.")],
    lake: LakeOption = DEFAULT_LAKE,
    split: Annotated[str, typer.Option("--split", help="The episode's: train, validation or test.")] = "test",
    as_json: JsonOption = False,
) -> None:
    """Show an episode, what was asked about it and what was answered, and write its page."""
    from flows.show import as_plain, rendered
    from flows.show import show as show_episode

    shown = show_episode(episode, run, lake, split)
    print(json.dumps(as_plain(shown), indent=2, ensure_ascii=False) if as_json else rendered(shown))


@app.command()
def check(generation: RunArgument, lake: LakeOption = DEFAULT_LAKE, as_json: JsonOption = False) -> None:
    """Run a generation's gate again on what is stored; exit 1 where an expectation fails."""
    from flows.check import check as rerun

    result = rerun(generation, lake)
    show_result({"passed": result.passed, "summary": result.summary, "docs": str(result.docs_index)}, as_json)
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


@app.command()
def compare(
    run: Annotated[str, typer.Argument(metavar="RUN", help="An evaluation.")],
    against: Annotated[str, typer.Argument(metavar="AGAINST", help="Another one, of the same questions.")],
    lake: LakeOption = DEFAULT_LAKE,
    answerer: Annotated[
        str, typer.Option("--answerer", metavar="NAME", help="Of the first. Left out: all that both have.")
    ] = "",
    other: Annotated[
        str, typer.Option("--against", metavar="NAME", help="Of the second, where it goes by another name.")
    ] = "",
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page too.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Subtract one evaluation from another, question by question, with intervals; refuses differing questions."""
    from flows.compare import compare as subtract
    from flows.compare import plain, rendered, write_page

    comparison = subtract(run, against, lake, answerer, other)
    if html is not None:
        write_page(comparison, html)
    print(json.dumps(plain(comparison), indent=2) if as_json else rendered(comparison))


@app.command()
def seeds(
    generation: RunArgument,
    lake: LakeOption = DEFAULT_LAKE,
    policy: Annotated[
        list[str] | None,
        typer.Option("--policy", metavar="NAME", help="Who walks in the closed loop; may be given again."),
    ] = None,
    which: Annotated[str, typer.Option("--seeds", metavar="NUMBERS", help="With commas between.")] = "1,2,3,4,5",
    rungs: Annotated[str, typer.Option("--rungs", help="Rungs that walk, with commas between.")] = "E1r,E3",
    answerer: Annotated[
        list[str] | None,
        typer.Option("--answerer", metavar="NAME", help="Who answers; may be given again. Left out: reader."),
    ] = None,
    prompts: PromptsOption = None,
    letters: LettersOption = None,
    workers: WorkersOption = 2,
    runner: RunnerOption = DEFAULT_RUNNER,
    as_json: JsonOption = False,
) -> None:
    """Evaluate policies under several seeds, and tell success and SPL with the spread between seeds and an interval."""
    from flows.requests import EvaluationRequest, Means, letters_flag, seeds_of
    from flows.server import prefect_server
    from flows.study import gathered, plain, prepare_study, rendered

    means, numbers = Means(lake, workers, runner), seeds_of(which)
    answerers = tuple(answerer or ("reader",))
    request = EvaluationRequest(
        generation, numbers[0], names(rungs), answerers, prompts=prompts, letters=letters_flag(letters)
    )
    evaluations = prepare_study(request, numbers, policy or [DEFAULT_POLICY], means)
    if wanting := [each.request for each in evaluations if not each.plan.published]:
        with prefect_server():
            from flows.seeds import evaluate_seeds

            evaluate_seeds(wanting, means)
    study = gathered(evaluations)
    print(json.dumps(plain(study), indent=2) if as_json else rendered(study))


@app.command()
def tables(
    evaluation: RunArgument,
    lake: LakeOption = DEFAULT_LAKE,
    kind: Annotated[str, typer.Option("--format", metavar="FORMAT", help="csv, parquet, latex or markdown.")] = "csv",
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="Where the files go.")] = Path("out/tables"),
) -> None:
    """Write an evaluation's tables as files and say where they are."""
    from flows.tables import tables as write

    for path in write(evaluation, lake, kind, to):
        print(path)
