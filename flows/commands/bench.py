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
from flows.printing import show

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
