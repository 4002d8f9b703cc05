"""Write the page of an episode: read its rows, check its pictures, and put one HTML file beside the report."""

import json
from collections.abc import Iterable
from functools import partial

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.runs import RunRecord, published_evaluation, record_of
from lake.select import of_episodes, of_houses
from lake.store import Lake
from lake.verify import verify
from schemas.errors import ConfigError
from schemas.settings import EpisodeSettings
from schemas.tables import OWN, empty
from tasks.episodes.rows import houses_of
from tasks.questions.trajectories import in_record
from tasks.reports.episode import EpisodeInputs, EpisodePage, episode_page, render_episode
from tasks.reports.findings import page_of
from tasks.reports.walks import Records
from tasks.rungs.rungs import RUNGS

_OF_GENERATION = ("episodes", "frames", "observations", "images", "questions")
REPLAY = "replay"
"""How `navigation` calls the policy that repeats the reference actions."""
_OF_EVALUATION = ("responses", "predictions", "navigation", "steps", *OWN.values())


@task(task_run_name="episode {episode_id} of {run_id}", cache_policy=NO_CACHE)
def write_episode(root: str, run_id: str, split: str, episode_id: str) -> tuple[EpisodePage, str]:
    """Write `<lake>/_reports/<run>/episodes/<split>-<episode>.html`; returns what it shows and where it is.

    Raises:
        ConfigError: There is no such published run, its generation is not published, or no such episode in its split.
        LakeError: What was published is no longer whole, or a picture is not the one that was stored.
    """
    lake = Lake(root)
    record = record_of(lake, run_id)
    if record is None or record.state != "published":
        raise ConfigError(f"no published run `{run_id}` in {lake.root}. `ladder runs` lists what there is.")
    if record.kind == "eval":
        published_evaluation(lake, run_id)  # the episodes and questions are its generation's
    verify(lake, record)
    ((page, place),) = write_pages(lake, record, split, [episode_id])
    return page, place


def write_pages(lake: Lake, record: RunRecord, split: str, episode_ids: Iterable[str]) -> list[tuple[EpisodePage, str]]:
    """Write the pages of some episodes of one run."""
    wanted = sorted(set(episode_ids))
    generation = record.run_id if record.kind == "gen" else json.loads(record.manifest)["settings"]["generation"]
    made = of_episodes(lake, _OF_GENERATION, generation, split, wanted)
    if lost := sorted(set(wanted) - set(made["episodes"]["episode_id"])):
        raise ConfigError(
            f"run `{record.run_id}` has no episode `{lost[0]}` in its split {split}. `ladder query` lists them: "
            f"SELECT split, episode_id FROM episodes."
        )
    own = {table: empty(table) for table in _OF_EVALUATION}
    if record.kind == "eval":
        own = of_episodes(lake, _OF_EVALUATION, record.run_id, split, wanted)
    houses = houses_of(of_houses(lake, generation, split, made["episodes"]["house_id"].unique()))
    inputs = []
    for episode in made["episodes"].sort("episode_id").iter_rows(named=True):
        mine = pl.col("episode_id") == episode["episode_id"]
        rows = {name: table.filter(mine) for name, table in {**made, **own}.items()}
        settings = EpisodeSettings.from_plain(json.loads(episode["settings"]))
        inputs.append(
            EpisodeInputs(
                record.run_id,
                generation,
                episode,
                houses[episode["house_id"]],
                Records(rows["frames"], rows["observations"].filter(in_record(settings)), rows["images"]),
                rows["questions"].sort("question_id").rows(named=True),
                rows["responses"],
                rows["predictions"],
                {str(row["rung"]): _walk(rows, row, settings) for row in _in_order(rows["navigation"])},
            )
        )
    return lake.each(partial(_write, lake), inputs)


def _write(lake: Lake, inputs: EpisodeInputs) -> tuple[EpisodePage, str]:
    page = episode_page(inputs)
    key = f"_reports/{page.run_id}/{page_of(page.split, page.episode_id)}"
    lake.put_bytes(key, render_episode(page).encode())
    return page, lake.url(key)


def _in_order(navigation: pl.DataFrame) -> list[dict[str, object]]:
    rungs = list(RUNGS)
    return sorted(navigation.rows(named=True), key=lambda row: rungs.index(row["rung"]))


def _walk(
    rows: dict[str, pl.DataFrame], navigation: dict[str, object], settings: EpisodeSettings
) -> tuple[dict[str, object], Records, bool]:
    """A rung's own walk: its steps, and what it saw where that is not what the generation saw."""
    mine = pl.col("rung") == navigation["rung"]
    own = {name: rows[table].filter(mine).drop("rung") for name, table in OWN.items()}
    # Done is no observation; a replay stores only what differs, the rest is the generation's.
    steps = rows["steps"].filter(mine, pl.col("action").ne_missing("Done"))
    rest = {name: rows[name] for name in OWN}
    if navigation["policy"] == REPLAY:
        rest["observations"] = rest["observations"].join(own["frames"], on="t", how="anti")
        frames = pl.concat([own["frames"], rest["frames"].join(own["frames"], on="t", how="anti")])
        observations = pl.concat([own["observations"], rest["observations"]])
    else:
        frames, observations = own["frames"], own["observations"]
    moments = steps.join(frames.select("t", "room_type"), on="t", how="left")
    known = pl.concat([own["images"], rest["images"]]).unique("pixel_hash").drop("t")
    images = steps.select("t", "pixel_hash").join(known, on="pixel_hash")
    same = navigation["policy"] == REPLAY and own["frames"].is_empty() and own["images"].is_empty()
    return navigation, Records(moments, observations.filter(in_record(settings)), images), same
