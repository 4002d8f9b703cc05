"""Audit a run: read its generation split by split, derive it again, and say what the audits find (SPEC section 6)."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.runs import RunRecord, published, record_of
from lake.scan import scan
from lake.select import hashes_of, of_episodes
from lake.store import Lake
from lake.verify import verify
from schemas.errors import ConfigError
from schemas.settings import EpisodeSettings, Split
from schemas.tables import empty
from tasks.audits.audits import run_audits
from tasks.audits.brightness import NO_BRIGHTNESS, brightest
from tasks.audits.dataset import Dataset, Redrawn, dataset_of
from tasks.audits.finding import Finding, findings_frame
from tasks.audits.second.masks import differing, redrawn
from tasks.episodes.pictures import with_hashes
from tasks.episodes.rows import houses_of
from tasks.questions.strip import evenly_spaced
from tasks.worlds.open import open_world

_TABLES = ("houses", "episodes", "frames", "observations", "questions", "drops")
_EPISODES_REDRAWN = 12
"""A split: a house takes up to a second to enter, and a fault of the renderer shows in any picture."""
_EPISODES_DECODED_AT_ONCE = 50


@task(task_run_name="audit {run_id}", cache_policy=NO_CACHE)
def audit_run(root: str, run_id: str) -> dict[Split, tuple[Finding, ...]]:
    """Findings a split, of a generation with all evaluations of it, or of an evaluation with its generation.

    Raises ConfigError where there is no such published run.
    """
    lake = Lake(root)
    record = _published(lake, run_id)
    evaluations = [record] if record.kind == "eval" else _evaluations_of(lake, run_id)
    generation = _settings(record)["generation"] if record.kind == "eval" else run_id
    made_with = _settings(_published(lake, generation))
    homes = scan(lake, "houses", run_id=generation).select("split", "house_id", "content_hash").collect()
    return {
        split: run_audits(_dataset(lake, generation, split, n_planned, made_with, homes, evaluations))
        for split, n_planned in made_with["splits"]
    }


def audits_frame(run_id: str, findings: Mapping[Split, tuple[Finding, ...]]) -> pl.DataFrame:
    """Rows of the table `audits`."""
    return pl.concat(
        findings_frame(found).with_columns(run_id=pl.lit(run_id), split=pl.lit(split))
        for split, found in findings.items()
    )


def _dataset(
    lake: Lake,
    generation: str,
    split: Split,
    n_planned: int,
    made_with: Mapping[str, Any],
    homes: pl.DataFrame,
    evaluations: list[RunRecord],
) -> Dataset:
    tables = {table: scan(lake, table, run_id=generation, split=split).collect() for table in _TABLES}
    tables["frames"] = with_hashes(tables["frames"], hashes_of(lake, generation, split))
    settings = EpisodeSettings.from_plain(made_with["episode"])
    answers = [scan(lake, "predictions", run_id=each.run_id, split=split).collect() for each in evaluations]
    replays = [scan(lake, "drift", run_id=each.run_id, split=split).collect() for each in evaluations]
    return dataset_of(
        split,
        n_planned,
        tables,
        homes,
        settings,
        redrawn=_redrawn(tables, made_with["world"], settings),
        brightness=pl.concat([NO_BRIGHTNESS, *_brightness(lake, generation, split, tables["episodes"])]),
        predictions=pl.concat([empty("predictions"), *answers]),
        drift=pl.concat([empty("drift"), *replays]),
    )


def _redrawn(tables: Mapping[str, pl.DataFrame], world_name: str, settings: EpisodeSettings) -> Redrawn | None:
    """Cited frames of some episodes, evenly spread over the split; None where this program holds another world."""
    episodes = tables["episodes"].sort("episode_id")
    chosen = episodes[list(evenly_spaced(episodes.height, _EPISODES_REDRAWN))] if episodes.height else episodes
    cited = (
        tables["questions"]
        .select("episode_id", t="frame_refs")
        .explode("t", empty_as_null=True)
        .unique()
        .join(chosen.select("episode_id", "house_id"), on="episode_id", validate="m:1")
    )
    poses = tables["frames"].join(cited, on=["episode_id", "t"], validate="1:1")
    homes = tables["houses"].filter(pl.col("house_id").is_in(chosen["house_id"].implode()))
    with ExitStack() as stack:
        try:
            world = stack.enter_context(open_world(world_name, settings))
        except ConfigError:  # made by another version: its masks can't be judged with this one
            return None
        drawn = redrawn(world, houses_of(homes), poses)
    compared = poses.select("episode_id", "t")
    return Redrawn(compared, differing(tables["observations"], drawn, compared))


def _brightness(lake: Lake, generation: str, split: Split, episodes: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """A few episodes at a time, for pictures are large."""
    for part in episodes.sort("episode_id").iter_slices(_EPISODES_DECODED_AT_ONCE):
        yield brightest(of_episodes(lake, ("images",), generation, split, part["episode_id"])["images"])


def _published(lake: Lake, run_id: str) -> RunRecord:
    record = record_of(lake, run_id)
    if record is None:
        raise ConfigError(f"no run `{run_id}` in {lake.root}. `ladder runs` lists what there is.")
    if record.state != "published":
        raise ConfigError(f"run `{run_id}` is {record.state}, not published, so there is nothing whole to audit.")
    verify(lake, record)
    return record


def _evaluations_of(lake: Lake, generation: str) -> list[RunRecord]:
    mine = [each for each in published(lake) if each.kind == "eval" and _settings(each)["generation"] == generation]
    return sorted(mine, key=lambda each: each.run_id)


def _settings(record: RunRecord) -> dict[str, Any]:
    settings: dict[str, Any] = json.loads(record.manifest)["settings"]
    return settings
