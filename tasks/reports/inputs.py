"""What a report is made from: metric frames and the records behind them, all of one evaluation run."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from schemas.tables import empty


@dataclass(frozen=True, slots=True)
class EpisodeSample:
    """An episode that the report shows frame by frame."""

    episode_id: str
    frames: Mapping[int, bytes]
    """JPEG by index into the trajectory: the first and the last, and what the questions cite."""


@dataclass(frozen=True, slots=True)
class Verified:
    """Tables of a run whose rows are those that were published."""

    run_id: str
    tables: tuple[str, ...]
    n_pictures: int = 0
    """Among them, each by the SHA-256 of its bytes."""
    n_unread: int = 0
    """Pictures of the run that the page does not rest on, held against their hashes only as they are shown."""


@dataclass(frozen=True, slots=True)
class ReportInputs:
    manifest: Mapping[str, Any]
    """All that identifies the run; nested mappings are printed with dotted names."""
    rung_metrics: pl.DataFrame
    navigation_metrics: pl.DataFrame
    questions: pl.DataFrame
    """Of the evaluated generation; `predictions`, `responses` and `episodes` match it by split, episode and question."""
    episodes: pl.DataFrame
    responses: pl.DataFrame
    predictions: pl.DataFrame
    """A row a question that was to be asked, a null answer where none came."""
    validations: pl.DataFrame
    """The gate's rows of the evaluated generation."""
    contrasts: pl.DataFrame = field(default_factory=lambda: empty("contrasts"))
    """Paired comparisons; the controls' differences are read off them."""
    circular_metrics: pl.DataFrame = field(default_factory=lambda: empty("circular_metrics"))
    closed_loop_metrics: pl.DataFrame = field(default_factory=lambda: empty("closed_loop_metrics"))
    baselines: pl.DataFrame = field(default_factory=lambda: empty("baselines"))
    standardised_metrics: pl.DataFrame = field(default_factory=lambda: empty("standardised_metrics"))
    size_metrics: pl.DataFrame = field(default_factory=lambda: empty("size_metrics"))
    audits: pl.DataFrame = field(default_factory=lambda: empty("audits"))
    """Of the evaluation, or else of its generation."""
    docs: str = ""
    """The Data Docs of the generation's gate, seen from the report; empty where there are none."""
    samples: tuple[EpisodeSample, ...] = field(default=())
    verified: tuple[Verified, ...] = field(default=())
    """What was held against the digests of its publication; a run that was not published is not among it."""
