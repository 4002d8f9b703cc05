"""Write a generation's questions, with the evidence of a rung, to a file. It reads the lake and needs no server."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flows.stored import StoredRung, stored_rung
from lake.scan import scan
from schemas.errors import ConfigError
from schemas.settings import Split
from tasks.export_questions import ExportJob, export_questions
from tasks.exports.formats import FORMATS
from tasks.exports.pictures import Where
from tasks.rungs.rungs import RUNGS

_INLINE = frozenset({"vlmeval-tsv"})
"""Formats that know no other pictures than those within."""


@dataclass(frozen=True, slots=True)
class ExportRequest:
    generation: str
    rung: str
    to: Path
    format: str = "jsonl"
    split: str = "test"
    images: str = "files"
    with_gold: bool = True
    seed: int = 7
    prompts: Path | None = None
    letters: str | None = None


def export(request: ExportRequest, lake: str) -> dict[str, Any]:
    """Write the file and say what is in it.

    Raises:
        ConfigError: There is nothing to export as asked for, or the file is there already.
    """
    stored = stored_rung(lake, request.generation, request.rung, request.prompts, request.letters)
    job = ExportJob(
        lake=stored.lake.root,
        generation=request.generation,
        split=_split(request.split, stored),
        rung=request.rung,
        seed=request.seed,
        settings=stored.settings,
        prompts=stored.prompts,
        format=request.format,
        to=_free(request.to),
        images=_where(request),
        with_gold=request.with_gold,
    )
    _check_drawn(stored, job.split)
    written = export_questions.fn(job)
    if written.n_left_out:
        return {"file": str(job.to), "questions": written.n_questions, "not put by this rung": written.n_left_out}
    return {"file": str(job.to), "questions": written.n_questions}


def _split(name: str, stored: StoredRung) -> Split:
    for split, _ in stored.made_with["splits"]:
        if split == name:
            known: Split = split
            return known
    there = ", ".join(split for split, _ in stored.made_with["splits"])
    raise ConfigError(f"--split {name}: generation `{stored.generation.run_id}` has {there}. Name one of them.")


def _free(to: Path) -> Path:
    try:
        if to.exists():
            raise ConfigError(f"--to {to}: it is there already. Remove it, or name another file.")
        if not to.parent.is_dir():
            raise ConfigError(f"--to {to}: there is no folder {to.parent}. Make it first.")
    except OSError as error:
        raise ConfigError(
            f"--to {to}: it can't be looked up ({error.strerror or error}). Name another file."
        ) from error
    return to


def _where(request: ExportRequest) -> Where:
    if request.format not in FORMATS:
        raise ConfigError(f"--format {request.format}: it is one of {', '.join(FORMATS)}.")
    if request.images == "inline" or request.format in _INLINE:
        return "inline"
    if request.images == "files":
        return "files"
    raise ConfigError(f"--images {request.images}: it is files or inline.")


def _check_drawn(stored: StoredRung, split: Split) -> None:
    if RUNGS[stored.rung].evidence == "none":
        return
    generation = stored.generation.run_id
    if scan(stored.lake, "images", run_id=generation, split=split).select("t").head(1).collect().is_empty():
        raise ConfigError(
            f"generation `{generation}` has no pictures of split {split}, and rung {stored.rung} shows some. Draw them "
            f"with `ladder render {generation} --splits {split}`."
        )
