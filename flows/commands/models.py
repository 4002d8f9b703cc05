"""Commands about models: their words, answers that they give elsewhere, and reading answers again."""

import json
from pathlib import Path
from typing import Annotated

import typer

from flows.options import (
    DEFAULT_LAKE,
    AgainOption,
    JsonOption,
    LakeOption,
    LettersOption,
    PromptsOption,
    RunArgument,
    SeedOption,
)
from flows.printing import show

app = typer.Typer()

RungOption = Annotated[str, typer.Option("--rung", help="The rung whose evidence it is about.")]


@app.command()
def prompts(
    to: Annotated[Path, typer.Option("--to", metavar="FOLDER", help="Where; it must not be there yet.")],
) -> None:
    """Write the built-in prompt files into a folder, to be changed and used with --prompts."""
    from flows.prompts import write_prompts

    print("\n".join(map(str, write_prompts(to))))


@app.command()
def export(
    generation: RunArgument,
    rung: RungOption,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="The file to write; it must not be there yet.")],
    lake: LakeOption = DEFAULT_LAKE,
    form: Annotated[str, typer.Option("--format", help="jsonl, vlmeval-tsv or inspect.")] = "jsonl",
    split: Annotated[str, typer.Option("--split", help="train, validation or test.")] = "test",
    images: Annotated[
        str, typer.Option("--images", help="Pictures as files in a folder beside the export, or inline as data URLs.")
    ] = "files",
    without_gold: Annotated[bool, typer.Option("--without-gold", help="Leave the right answers out.")] = False,
    prompts: PromptsOption = None,
    letters: LettersOption = None,
    seed: SeedOption = 7,
    as_json: JsonOption = False,
) -> None:
    """Write a generation's questions with a rung's evidence, for a model or a tool of your own."""
    from flows.export import ExportRequest
    from flows.export import export as write

    request = ExportRequest(generation, rung, to, form, split, images, not without_gold, seed, prompts, letters)
    show(write(request, lake), as_json)


@app.command()
def score(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Answers: `question_id` and `raw`, as .jsonl or .csv.")],
    rung: RungOption,
    run: Annotated[str, typer.Option("--run", metavar="RUN", help="The generation that was exported.")],
    name: Annotated[str, typer.Option("--name", help="What the answerer is called. Left out: as the file.")] = "",
    lake: LakeOption = DEFAULT_LAKE,
    prompts: PromptsOption = None,
    letters: LettersOption = None,
    seed: SeedOption = 7,
    again: AgainOption = "",
    as_json: JsonOption = False,
) -> None:
    """Score answers that a model gave elsewhere, and store them as an evaluation with its report."""
    from flows.score import ScoreRequest
    from flows.score import score as judge

    show(judge(ScoreRequest(file, rung, run, name, seed, prompts, letters, again), lake), as_json)


@app.command()
def rescore(evaluation: RunArgument, lake: LakeOption = DEFAULT_LAKE, as_json: JsonOption = False) -> None:
    """Read an evaluation's stored answers again with today's parser, into a new evaluation that cites the old one."""
    from flows.rescore import rescore as read

    show(read(evaluation, lake), as_json)


@app.command()
def serve(
    model: Annotated[
        str, typer.Argument(metavar="MODEL", help="MODEL@REVISION, one of A's models by name alone, or a folder.")
    ],
    further: Annotated[
        list[str] | None,
        typer.Argument(metavar="ARGUMENTS", help="After `--`: more for `vllm serve`, like --max-model-len."),
    ] = None,
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="On this machine only.")] = 8000,
    dtype: Annotated[str, typer.Option("--dtype", help="bfloat16, float16 or float32.")] = "bfloat16",
    seed: SeedOption = 7,
) -> None:
    """Serve a model with vLLM until Ctrl-C, and print what to give --answerer."""
    from flows.serve import serve as stay

    stay(model, port, dtype, seed, tuple(further or ()))


@app.command()
def doctor(
    lake: Annotated[
        str | None,
        typer.Option("--lake", metavar="FOLDER", help="A lake to be read and written. Left out: the usual one."),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option("--url", metavar="URL", help="A server of models; with #MODEL it is asked for one token."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what this machine can run, and what to do about the rest; exit 1 where what a flag asks for is broken."""
    from flows.doctor import doctor as look
    from flows.doctor import fails, plain, rendered

    findings = look(lake, url)
    print(json.dumps(plain(findings), indent=2) if as_json else rendered(findings))
    if fails(findings):
        raise typer.Exit(1)
