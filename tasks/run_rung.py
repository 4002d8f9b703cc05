"""Put all questions of a split to one answerer under one rung."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.ahead import ahead, forget, kept
from lake.scan import scan
from lake.select import of_episodes
from lake.stage import Receipt, Shard, stage
from lake.store import Lake
from schemas.settings import DecoderSettings, EpisodeSettings, LoadingSettings, Recipe, ServingSettings, letters_of
from schemas.tables import OWN, rows_frame
from tasks.models.answerers import AnyAnswerer, make_answerer
from tasks.models.held import held, is_model, is_repeatable
from tasks.models.prompting import Prompts, built_in
from tasks.questions.rows import question_of
from tasks.rungs.ask import SAID, Known, ask, nothing_known
from tasks.rungs.footage import Footage, footage_of, latest, walked
from tasks.rungs.rungs import RUNGS

Row = dict[str, Any]

_SAID_DONE = ("reached_target", "done_target_not_visible", "done_too_far", "done_too_small")


@dataclass(frozen=True, slots=True)
class RungJob:
    lake: str
    shard: Shard
    """Of the evaluation."""
    generation: str
    rung: str
    answerer: str
    """As the user named it."""
    seed: int
    recipe: Recipe
    settings: EpisodeSettings
    prompts: Prompts | None = None
    """None: the built-in ones, with the letters of the recipe."""
    name: str = ""
    """What the rows call the answerer; empty: what it calls itself."""
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    serving: ServingSettings = field(default_factory=ServingSettings)
    loading: LoadingSettings = field(default_factory=LoadingSettings)


@task(task_run_name="{job.rung} {job.answerer}", cache_policy=NO_CACHE)
def run_rung(job: RungJob, each: Callable[[], None] | None = None) -> Receipt:
    """Stage the responses; what the rung walks must have been committed.

    A real model's answers are kept as they come, so that a killed shard asks only for what is missing, and what a
    published run of this lake was told to the same content is not asked again, where the model says the same each time.

    Args:
        job: What to ask whom.
        each: Called with every answer.

    Raises:
        AnswererError: The model failed for good, or (UnfinishedError) a budget is spent; what had come is kept.
    """
    lake = Lake(job.lake)
    if is_model(job.answerer):
        rows = _paid_for(lake, job, each)
    else:
        rows = list(_asked(lake, job, _built_in(lake, job), nothing_known))
    receipt = stage(lake, job.shard, {"responses": rows_frame("responses", rows)})
    forget(lake, job.shard)
    return receipt


def _built_in(lake: Lake, job: RungJob) -> AnyAnswerer:
    train, episodes = (
        scan(lake, table, run_id=job.generation, split="train").collect() for table in ("questions", "episodes")
    )
    return make_answerer(job.answerer, job.seed, train if train.height else None, episodes)


def model_for(job: RungJob) -> AnyAnswerer:
    """The real model that answers a job, as the rung has it write."""
    decoder = job.decoder.beside_graphs if RUNGS[job.rung].walk == "graph" else job.decoder
    return held(job.answerer, job.seed, decoder, job.serving, job.loading)


def _paid_for(lake: Lake, job: RungJob, each: Callable[[], None] | None) -> list[Row]:
    """The rows of a real model."""
    answerer = model_for(job)
    said = [row for row in kept(lake, job.shard) if _is_whole(row) and row["finish_reason"] != "error"]
    before = {(row["question_id"], row["content_key"]): row for row in said}
    elsewhere = _said_elsewhere(lake, job) if is_repeatable(job.answerer, job.decoder) else {}

    def known(row: Mapping[str, Any]) -> Row | None:
        mine = before.get((row["question_id"], row["content_key"]))
        if mine is not None:
            return {name: mine[name] for name in (*SAID, "cached_from")}
        return elsewhere.get(row["content_key"])

    rows: list[Row] = []
    with ahead(lake, job.shard) as record:
        for row in _asked(lake, job, answerer, known):
            rows.append(row)
            if (row["question_id"], row["content_key"]) not in before:
                record.keep(row)
            if each is not None:
                each()
    return rows


def _is_whole(record: Row) -> bool:
    """Whether it is an answer as it is written here; one that was torn or that another version wrote is asked for again."""
    named = all(isinstance(record.get(name), str) for name in ("question_id", "content_key", "finish_reason"))
    return named and record.keys() >= {*SAID, "cached_from"}


def _said_elsewhere(lake: Lake, job: RungJob) -> dict[str, Row]:
    """What published runs were told, by content key; one scan of one answerer's answers."""
    rows = (
        scan(lake, "responses")
        .filter((pl.col("answerer") == job.name) & (pl.col("finish_reason") != "error"))
        .select("content_key", *SAID, cached_from=pl.coalesce("cached_from", "run_id"))
        .unique("content_key", keep="first", maintain_order=True)
        .collect()
    )
    return {row.pop("content_key"): row for row in rows.iter_rows(named=True)}


def _asked(lake: Lake, job: RungJob, answerer: AnyAnswerer, known: Known) -> Iterator[Row]:
    questions = scan(lake, "questions", run_id=job.generation, split=job.shard.split).sort("question_id").collect()
    recorded, own = footage_for(lake, job.shard, job.generation, job.rung, job.settings)
    asked = [question_of(row) for row in questions.iter_rows(named=True)]
    prompts = job.prompts or built_in(letters_of(job.recipe))
    rows = ask(RUNGS[job.rung], asked, recorded, answerer, prompts, own=own, seed=job.seed, known=known)
    return ({**row, "answerer": job.name or answerer.name} for row in rows)


def footage_for(
    lake: Lake, shard: Shard, generation: str, name: str, settings: EpisodeSettings
) -> tuple[dict[str, Footage], dict[str, Footage]]:
    """The recorded walks as a rung sees them, and the walks of its own; by episode id, those that ran.

    A replay's frames take the place of the stored ones that they differ from; any other walk stands beside the record.
    """
    rung, split = RUNGS[name], shard.split
    stored = {table: _rows(lake, table, generation, split) for table in ("episodes", "houses", *OWN)}

    def drawn(episode_id: str) -> dict[int, bytes]:
        return dict(of_episodes(lake, ("images",), generation, split, [episode_id])["images"]["t", "data"].iter_rows())

    def drawn_on_the_way(episode_id: str) -> dict[int, bytes]:
        rows = of_episodes(lake, ("own_images",), shard.run_id, split, [episode_id])["own_images"]
        return dict(rows.filter(pl.col("rung") == rung.walk_of)["t", "data"].iter_rows())

    if rung.walk is None:
        return footage_of(stored, settings, drawn), {}
    walk = _of_walk(lake, "navigation", shard, rung.walk_of).filter(pl.col("termination") != "error")
    mine = {table: _of_walk(lake, own, shard, rung.walk_of) for table, own in OWN.items()}
    if rung.walk == "replay":
        replayed = latest(stored, mine, walk["episode_id"])
        return footage_of(replayed, settings, lambda each: drawn(each) | drawn_on_the_way(each)), {}
    own = walked(stored, mine, walk["episode_id"])
    said_done = _said_done(walk)
    return footage_of(stored, settings, drawn), footage_of(own, settings, drawn_on_the_way, said_done)


def _said_done(walk: pl.DataFrame) -> Mapping[str, bool]:
    return dict(walk.select("episode_id", pl.col("termination").is_in(_SAID_DONE)).iter_rows())


def _rows(lake: Lake, table: str, run_id: str, split: str) -> pl.DataFrame:
    """A table's rows, without the pictures themselves: most rungs and answerers look at none."""
    return scan(lake, table, run_id=run_id, split=split).select(pl.exclude(pl.Binary)).collect()


def _of_walk(lake: Lake, table: str, shard: Shard, walk: str) -> pl.DataFrame:
    """The evaluation's own rows of one rung's walk."""
    return _rows(lake, table, shard.run_id, shard.split).filter(pl.col("rung") == walk).drop("rung")
