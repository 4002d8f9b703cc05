"""What the audits read: one split of a generation, the second derivation of it, and what was answered without pictures.

Everything is a frame, so that a test can mutate one and see which audit speaks up.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from schemas.settings import EpisodeSettings, Split
from schemas.tables import empty
from schemas.vocabulary import canonical
from tasks.audits.second.derive import derive
from tasks.audits.second.readings import by_space, lookalikes, loose, strict
from tasks.audits.second.rooms import Plan, located
from tasks.houses.assets import asset
from tasks.questions.recipe_sound import SHARES_A_TYPE, UNFILLED

Tables = Mapping[str, pl.DataFrame]


@dataclass(frozen=True, slots=True)
class Redrawn:
    """Frames that were drawn again, and those among them that came out otherwise: both `episode_id`, `t`."""

    compared: pl.DataFrame
    differing: pl.DataFrame


@dataclass(frozen=True, slots=True)
class Dataset:
    split: Split
    n_planned: int
    """Episodes that were asked for."""
    episodes: pl.DataFrame
    frames: pl.DataFrame
    observations: pl.DataFrame
    questions: pl.DataFrame
    """Rows of `questions` with `house_id`, `stratum`, `target_type`, `target_room` and `n_frames` of their episode."""
    left_empty: pl.DataFrame
    """Rows of `drops` that tell of a place left without a question; none in the recipe that fills every place."""
    homes: pl.DataFrame
    """`split`, `house_id`, `content_hash` of the houses of every split of the generation."""
    stock: pl.DataFrame
    """`house_id`, `object_type`, `n_objects`: what stands in the houses, seen or not."""
    derived: pl.DataFrame
    """The second derivation by the strict record, a row a question (second/derive.py)."""
    loose: pl.DataFrame
    """The same with every pixel counted, without subsets."""
    by_space: pl.DataFrame
    """The same with open spaces as rooms, without subsets."""
    lookalikes: pl.DataFrame
    """The same with what may be taken for a type counted as one of it, without subsets."""
    misplaced: pl.DataFrame
    """`episode_id`, `t` of frames whose room, room type or space is another one by the house's polygons."""
    misplaced_objects: pl.DataFrame
    """`episode_id`, `t` of frames with an object whose room is another one by the polygons."""
    redrawn: Redrawn | None
    """None where no world was at hand."""
    brightness: pl.DataFrame
    """`episode_id`, `t`, `brightest`: the greatest byte of each stored picture; no rows where none are stored."""
    predictions: pl.DataFrame
    """Rows of `predictions` of the rungs that show no picture; of every evaluation that was handed over."""
    drift: pl.DataFrame
    """Rows of `drift` of those evaluations; none where nothing was replayed."""


def dataset_of(
    split: Split,
    n_planned: int,
    tables: Tables,
    homes: pl.DataFrame,
    settings: EpisodeSettings,
    *,
    redrawn: Redrawn | None,
    brightness: pl.DataFrame,
    predictions: pl.DataFrame,
    drift: pl.DataFrame | None = None,
) -> Dataset:
    """Derive everything again and lay it side by side.

    Args:
        split: Which split the tables are of.
        n_planned: Episodes that were asked for.
        tables: `houses`, `episodes`, `frames`, `observations`, `questions` of that split, and `drops` where there are any.
        homes: see `Dataset`; so are the rest.
        settings: What counts as visible.
        redrawn: as in `Dataset`.
        brightness: as in `Dataset`.
        predictions: as in `Dataset`.
        drift: as in `Dataset`; left out where nothing was replayed.
    """
    episodes, frames, observations = (tables[name] for name in ("episodes", "frames", "observations"))
    documents = dict(tables["houses"].select("house_id", "document").iter_rows())
    plans = {house_id: Plan(document) for house_id, document in documents.items()}
    places = located(frames, episodes, plans)
    about = episodes.select("episode_id", "house_id", "stratum", "target_type", "target_room", "n_frames")
    questions = tables["questions"].join(about, on="episode_id", validate="m:1", maintain_order="left")
    asked = tables["questions"]
    return Dataset(
        split=split,
        left_empty=tables.get("drops", empty("drops")).filter(pl.col("rule").is_in([UNFILLED, SHARES_A_TYPE])),
        n_planned=n_planned,
        episodes=episodes,
        frames=frames,
        observations=observations,
        questions=questions,
        homes=homes,
        stock=_stock(documents),
        derived=derive(asked, episodes, strict(places, observations, settings)),
        loose=derive(asked, episodes, loose(places, observations), with_subsets=False),
        by_space=derive(asked, episodes, by_space(places, observations, settings), with_subsets=False),
        lookalikes=derive(asked, episodes, lookalikes(places, observations, settings), with_subsets=False),
        misplaced=_misplaced(frames, places),
        misplaced_objects=_misplaced_objects(observations, episodes, plans),
        redrawn=redrawn,
        brightness=brightness,
        predictions=predictions,
        drift=empty("drift") if drift is None else drift,
    )


def _stock(documents: Mapping[str, str]) -> pl.DataFrame:
    rows: list[tuple[str, str]] = []
    for house_id, document in documents.items():
        waiting = list(json.loads(document)["objects"])
        while waiting:
            item = waiting.pop()
            waiting.extend(item.get("children") or ())
            known = asset(item["assetId"])
            if known is not None:
                rows.append((house_id, canonical(known.type)))
    counted = pl.DataFrame(rows, schema={"house_id": pl.String, "object_type": pl.String}, orient="row")
    return counted.group_by("house_id", "object_type").agg(n_objects=pl.len()).sort("house_id", "object_type")


def _misplaced(frames: pl.DataFrame, places: pl.DataFrame) -> pl.DataFrame:
    names = ("room_id", "room_type", "space_id")
    both = frames.join(places, on=["episode_id", "t"], how="left", suffix="_by_plan", validate="1:1")
    differs = pl.any_horizontal(pl.col(name).ne_missing(pl.col(f"{name}_by_plan")) for name in names)
    return both.filter(differs).select("episode_id", "t")


def _misplaced_objects(observations: pl.DataFrame, episodes: pl.DataFrame, plans: Mapping[str, Plan]) -> pl.DataFrame:
    rooms = pl.DataFrame(
        [(house_id, *item) for house_id, plan in plans.items() for item in plan.object_rooms.items()],
        schema={"house_id": pl.String, "object_id": pl.String, "room_by_plan": pl.String},
        orient="row",
    )
    seen = observations.join(episodes.select("episode_id", "house_id"), on="episode_id", validate="m:1")
    both = seen.join(rooms, on=["house_id", "object_id"], how="left", validate="m:1")
    differs = pl.col("room_id").ne_missing(pl.col("room_by_plan"))
    return both.filter(differs).select("episode_id", "t").unique().sort("episode_id", "t")
