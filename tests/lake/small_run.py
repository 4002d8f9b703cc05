"""A small generation, made by hand: the tests import it, and kill it as a process of its own.

python small_run.py LAKE [--run-id R] [--per-shard N] [--seed N]
"""

import argparse
import hashlib
import json
from collections.abc import Mapping

import numpy as np
import polars as pl

from lake.commit import commit
from lake.digest import digest
from lake.lease import lease
from lake.publish import publish, start_run
from lake.resume import missing, receipts
from lake.stage import Shard, stage
from lake.store import Lake, open_lake
from schemas.seeds import generator
from schemas.tables import empty

RUN = "gen-0123456789ab"
EPISODES = {"train": 3, "test": 5}
FRAMES = 7


def plan(run_id: str = RUN, per_shard: int = 2) -> list[Shard]:
    return [
        Shard(run_id, split, f"{split}-{start:03d}-{min(start + per_shard, n):03d}")
        for split, n in EPISODES.items()
        for start in range(0, n, per_shard)
    ]


def frames_of(shard: Shard, seed: int = 7) -> dict[str, pl.DataFrame]:
    """The rows of a shard: a function of its name and the seed alone."""
    _, first, last = shard.name.split("-")
    episodes = [f"ep_{number:05d}" for number in range(int(first), int(last))]
    made = [_episode(shard.split, episode, seed) for episode in episodes]
    tables = {name: pl.concat([tables[name] for tables in made]) for name in made[0]}
    return {**tables, "rejections": empty("rejections").drop("run_id", "split")}


def _episode(split: str, episode: str, seed: int) -> dict[str, pl.DataFrame]:
    random = generator(seed, "small_run", split, episode)
    pictures = [random.bytes(500) for _ in range(FRAMES)]
    hashes = [hashlib.sha256(picture).hexdigest() for picture in pictures]
    times = {"episode_id": [episode] * FRAMES, "t": list(range(FRAMES))}
    frames = {
        **times,
        "x": random.random(FRAMES),
        "z": random.random(FRAMES),
        "yaw": [45.0 * t for t in range(FRAMES)],
        "horizon": [0.0] * FRAMES,
        "room_id": ["room|1"] * FRAMES,
        "room_type": ["Kitchen"] * FRAMES,
        "space_id": ["room|1"] * FRAMES,
        "action": [None, *["MoveAhead"] * (FRAMES - 1)],
        "magnitude": [None, *[0.25] * (FRAMES - 1)],
        "pixel_hash": hashes,
    }
    images = {**times, "pixel_hash": hashes, "codec": ["qoi"] * FRAMES, "data": pictures}
    objects = [f"Mug|{number}" for number in range(3)]
    seen = {
        "episode_id": [episode] * FRAMES * 3,
        "t": np.repeat(np.arange(FRAMES), 3),
        "object_id": objects * FRAMES,
        "object_type": ["Mug"] * FRAMES * 3,
        "room_id": ["room|1", None, "room|2"] * FRAMES,
        "visible": random.random(FRAMES * 3) < 0.5,
        "pixels": random.integers(0, 900, FRAMES * 3),
        "distance_m": random.random(FRAMES * 3) * 6.0,
    }
    rows = {"frames": frames, "images": images, "observations": seen}
    return {table: typed(table, columns) for table, columns in rows.items()}


def typed(table: str, columns: Mapping[str, object]) -> pl.DataFrame:
    schema = {name: kind for name, kind in empty(table).schema.items() if name in columns}
    return pl.DataFrame(columns).cast(schema).select(list(schema))


def run(lake: Lake, run_id: str = RUN, per_shard: int = 2, seed: int = 7) -> dict[str, str]:
    """The whole way, as a flow goes it: what is missing is staged, everything is committed and published."""
    shards = plan(run_id, per_shard)
    with lease(lake, run_id):
        record = start_run(lake, run_id, "gen", json.dumps({"seed": seed}))
        for shard in missing(lake, run_id, shards):
            stage(lake, shard, frames_of(shard, seed))
        commit(lake, run_id, receipts(lake, run_id, shards))
        publish(lake, record)
    return digest(lake, run_id)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("lake")
    parser.add_argument("--run-id", default=RUN)
    parser.add_argument("--per-shard", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    made = open_lake(arguments.lake, create=True)
    print(json.dumps(run(made, arguments.run_id, arguments.per_shard, arguments.seed)))
