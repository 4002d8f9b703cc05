"""Commands that time parts of the program on this machine."""

import json
from typing import Annotated

import typer

from flows.options import (
    EpisodesOption,
    FramesOption,
    HousesOption,
    JsonOption,
    SeedOption,
    SplitsOption,
    WorkersOption,
    WorldOption,
)
from flows.printing import show, show_table

app = typer.Typer(no_args_is_help=True, help="Time parts of the program on this machine.")


@app.command("render")
def bench_render(
    peers: Annotated[
        bool, typer.Option("--peers", help="Time other renderers on the same frames, where installed.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Pictures a second on one core, with and without colours, and what light and loading cost a house."""
    from tasks.worlds.bench import bench_render as measure
    from tasks.worlds.bench import describe

    figures = measure(peers=peers)
    print(json.dumps(figures, indent=2) if as_json else describe(figures))


@app.command("generate")
def bench_generate(
    houses: HousesOption = None,
    episodes: EpisodesOption = None,
    splits: SplitsOption = None,
    frames: FramesOption = "all",
    world: WorldOption = "embedded",
    seed: SeedOption = 7,
    workers: WorkersOption = 2,
    as_json: JsonOption = False,
) -> None:
    """Episodes and stored frames a second, end to end, and the memory that it takes; the lake is thrown away."""
    from flows.requests import generation_request
    from flows.server import prefect_server

    request = generation_request(seed, houses, world, "paper", episodes, splits, frames)
    with prefect_server():
        from flows.bench import bench_generate as flow
        from flows.bench import plain

        figures = plain(flow(request, workers))
    show(figures, as_json)


@app.command("answer")
def bench_answer(
    url: Annotated[str, typer.Option("--url", metavar="URL", help="An OpenAI-compatible server that runs already.")],
    model: Annotated[str, typer.Option("--model", metavar="NAME", help="The name that it knows the model by.")],
    requests: Annotated[int, typer.Option("--requests", min=1, help="Requests at each number under way.")] = 64,
    pictures: Annotated[int, typer.Option("--pictures", min=0, help="Pictures of 256 x 256 a request.")] = 2,
    tokens: Annotated[int, typer.Option("--tokens", min=1, help="Most tokens of an answer.")] = 16,
    as_json: JsonOption = False,
) -> None:
    """Answers a second of a model server, with 1 and with 16 requests under way."""
    from tasks.models.bench import AnswerLoad, describe
    from tasks.models.bench import bench_answer as measure

    figures = measure(url, model, AnswerLoad(requests, pictures, tokens))
    print(json.dumps(figures, indent=2) if as_json else describe(figures))


@app.command("analyse")
def bench_analyse(
    largest: Annotated[
        int, typer.Option("--largest", min=800, help="Leave out sizes of more predictions than this.")
    ] = 2_300_000,
    as_json: JsonOption = False,
) -> None:
    """Seconds and memory that all tables take, on made-up answers: 800, 80,000 and 2,300,000 of them."""
    from dataclasses import asdict

    from flows.bench import machine
    from tasks.analysis.bench import SIZES
    from tasks.analysis.bench import bench_analyse as measure

    figures = measure([size for size in SIZES if size[0] * size[1] <= largest])
    if as_json:
        print(json.dumps({"machine": machine(), "sizes": [asdict(each) for each in figures]}, indent=2))
    else:
        show_table([asdict(each) for each in figures], as_json=False)
