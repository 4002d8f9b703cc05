"""The flags of `ladder`, each said once: several commands share them."""

from pathlib import Path
from typing import Annotated

import typer

DEFAULT_LAKE = "out/lake"
DEFAULT_RUNGS = "E0b,E0,E2,E5"
DEFAULT_POLICY = "frontier"
DEFAULT_RUNNER = "processes"
DEFAULT_BATCH = 8
DEFAULT_ANSWERERS = ("uniform", "majority", "prior", "reader")

RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="Id of a run, as `ladder runs` prints it.")]
LakeOption = Annotated[str, typer.Option("--lake", metavar="PLACE", help="The lake: a folder, or s3://bucket/prefix.")]
HousesOption = Annotated[
    Path | None,
    typer.Option(
        "--houses",
        metavar="PATH",
        help="ProcTHOR houses: .json, .json.gz, .jsonl, .jsonl.gz or a folder of them; or procthor-10k, which is fetched "
        "once. Left out: houses of our own making.",
    ),
]
EpisodesOption = Annotated[
    int | None,
    typer.Option(
        "--episodes",
        metavar="N",
        help="Test episodes, equally many a stratum; twice as many for training. 40 if left out.",
    ),
]
SplitsOption = Annotated[
    str | None,
    typer.Option(
        "--splits",
        metavar="COUNTS",
        help="In place of --episodes: train=80,validation=8,test=40; with the number of our own houses: test=2000/500.",
    ),
]
RecipeOption = Annotated[str, typer.Option("--recipe", help="How questions are written: sound or paper.")]
AtypicalOption = Annotated[
    float | None,
    typer.Option(
        "--atypical",
        metavar="SHARE",
        help="Part, 0 to 1, of the movable things of our own houses that stand in a room of any type. "
        "Left out: 0.9 for sound, 0 for paper.",
    ),
]
WorldOption = Annotated[
    str,
    typer.Option(
        "--world",
        help="Where the agent walks: embedded, or thor (AI2-THOR 5.0.0; LADDER_THOR_EXECUTABLE, _GPU, _QUALITY, "
        "_START_TIMEOUT and _STEP_TIMEOUT say how its player runs, docs/thor.md).",
    ),
]
FramesOption = Annotated[str, typer.Option("--frames", help="Splits whose pictures are stored: test, all or none.")]
SeedOption = Annotated[int, typer.Option("--seed", help="All that is random follows from it.")]
RungsOption = Annotated[str, typer.Option("--rungs", help="Rungs to climb, with commas between.")]
AnswererOption = Annotated[
    list[str] | None,
    typer.Option(
        "--answerer",
        metavar="NAME",
        help="Who answers; may be given again. Left out: uniform, majority, prior and reader.",
    ),
]
PolicyOption = Annotated[
    str,
    typer.Option("--policy", metavar="NAME", help="Who walks in the closed loop (E3)."),
]
MaxRequestsOption = Annotated[
    int | None, typer.Option("--max-requests", min=1, metavar="N", help="Requests to a model at most, in all.")
]
MaxSecondsOption = Annotated[
    float | None, typer.Option("--max-seconds", min=0, metavar="S", help="Seconds of asking a model at most, in all.")
]
InFlightOption = Annotated[
    int, typer.Option("--in-flight", min=1, metavar="N", help="Requests to a model server under way at once, at most.")
]
AnswerTokensOption = Annotated[
    int, typer.Option("--answer-tokens", min=1, metavar="N", help="Most tokens of a real model's answer.")
]
DtypeOption = Annotated[
    str, typer.Option("--dtype", help="Arithmetic of a model that is loaded here: bfloat16, float16 or float32.")
]
GraphDtypeOption = Annotated[
    str | None,
    typer.Option(
        "--graph-dtype", metavar="TEXT", help="The same where E4 is walked and answered; left out: as --dtype."
    ),
]
BatchOption = Annotated[
    int,
    typer.Option(
        "--batch", min=1, metavar="N", help="Prompts that a model loaded here writes at a time (docs/models.md)."
    ),
]
MaxPixelsOption = Annotated[
    int | None,
    typer.Option(
        "--max-pixels",
        min=1,
        metavar="N",
        help="Most pixels of a picture that a model gets; left out: its own.",
    ),
]
PromptsOption = Annotated[
    Path | None,
    typer.Option(
        "--prompts",
        metavar="FOLDER",
        help="Prompt files of your own; `ladder prompts` writes ours to start from. Left out: ours.",
    ),
]
LettersOption = Annotated[
    str | None,
    typer.Option(
        "--letters",
        help='Letters that a prompt names: "as many as options", or "four". Left out: four for paper, as many as options '
        "for sound.",
    ),
]
WorkersOption = Annotated[int, typer.Option("--workers", min=1, help="Workers, each with one shard at a time.")]
RunnerOption = Annotated[
    str,
    typer.Option(
        "--runner",
        metavar="KIND",
        help="Who they are: processes, threads, dask or ray; a cluster that runs already is dask:ADDRESS or ray:ADDRESS, "
        "with as many workers as it has (docs/cluster.md).",
    ),
]
AgainOption = Annotated[str, typer.Option("--again", metavar="LABEL", help="Make a new run of settings already run.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
LogJsonOption = Annotated[
    Path | None,
    typer.Option(
        "--log-json",
        metavar="FILE",
        envvar="LADDER_LOG_JSON",
        help="Append what happens to a file, as JSON lines (docs/operation.md).",
    ),
]
ResumeOption = Annotated[
    str | None,
    typer.Option(
        "--resume",
        metavar="RUN",
        help="Go on with a run of the lake, with the settings that it was begun with; no other flag may change them.",
    ),
]


def names(text: str) -> tuple[str, ...]:
    """What a flag lists with commas between."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def given(context: typer.Context) -> dict[str, str]:
    """The flags that stand on the command line, by the names of their parameters."""
    return {
        each.name: each.opts[0]
        for each in context.command.params
        if each.name and (source := context.get_parameter_source(each.name)) and source.name == "COMMANDLINE"
    }
