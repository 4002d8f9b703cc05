"""Write a generation's questions, with the evidence of a rung, to a file for other programs."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from prefect import task
from prefect.cache_policies import NO_CACHE

from lake.files import damage
from lake.scan import scan
from lake.stage import Shard
from lake.store import Lake
from schemas.errors import ConfigError
from schemas.settings import EpisodeSettings, Split
from tasks.exports.formats import FORMATS
from tasks.exports.item import item_of
from tasks.exports.pictures import Beside, Inline, Where
from tasks.models.prompting import Prompts
from tasks.questions.rows import question_of
from tasks.run_rung import footage_for
from tasks.rungs.ask import asked_of
from tasks.rungs.rungs import RUNGS


@dataclass(frozen=True, slots=True)
class ExportJob:
    lake: str
    generation: str
    split: Split
    rung: str
    seed: int
    """Of what a control draws by lot; an evaluation of the same seed shows the same."""
    settings: EpisodeSettings
    prompts: Prompts
    format: str
    to: Path
    images: Where
    with_gold: bool


@dataclass(frozen=True, slots=True)
class Export:
    n_questions: int
    n_left_out: int
    """Questions that the rung does not put, for want of options to turn or pictures to lend."""


@task(task_run_name="export {job.rung}", cache_policy=NO_CACHE)
def export_questions(job: ExportJob) -> Export:
    """The file is whole when it has its name; a picture's file may be there before.

    Raises ConfigError where the disk takes no such file.
    """
    lake, rung = Lake(job.lake), RUNGS[job.rung]
    rows = scan(lake, "questions", run_id=job.generation, split=job.split).sort("question_id").collect()
    questions = [question_of(row) for row in rows.iter_rows(named=True)]
    shard = Shard(job.generation, job.split, "export")
    recorded, _ = footage_for(lake, shard, job.generation, job.rung, job.settings)
    asked = asked_of(rung, questions, recorded, job.prompts, seed=job.seed)
    beside = job.to.with_name(f"{job.to.stem}_images")
    pictures = Beside(beside) if job.images == "files" else Inline()
    with _written(job.to) as file:
        items = (item_of(each, rung, recorded) for each in asked)
        n_written = FORMATS[job.format](file, items, pictures, job.with_gold)
    return Export(n_written, len(questions) - n_written)


@contextmanager
def _written(to: Path) -> Iterator[TextIO]:
    """A file that gets its name when it is whole; what the disk refuses inside the block becomes one sentence."""
    partial = to.with_name(f".{to.name}.partial")
    try:
        with partial.open("w", encoding="utf-8", newline="") as file:
            yield file
        partial.replace(to)
    except OSError as error:
        if damage(error) is not None or isinstance(error, ConnectionError | TimeoutError):
            raise  # the lake's, whose pictures are read as they are written
        at = f", at {error.filename}" if error.filename else ""
        raise ConfigError(
            f"--to {to}: it can't be written ({error.strerror or error}{at}). Make room, or name another file."
        ) from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
