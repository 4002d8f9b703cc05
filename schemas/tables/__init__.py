"""The lake's tables: one contract a file, gathered here by name."""

from collections.abc import Iterable, Mapping
from typing import Any

import dataframely as dy
import polars as pl

from schemas.tables.audits import Audits
from schemas.tables.baselines import Baselines
from schemas.tables.candidates import Candidates
from schemas.tables.circular_metrics import CircularMetrics
from schemas.tables.closed_loop import ClosedLoop
from schemas.tables.closed_loop_metrics import ClosedLoopMetrics
from schemas.tables.contrasts import Contrasts
from schemas.tables.designated import Designated
from schemas.tables.drift import Drift
from schemas.tables.drops import Drops
from schemas.tables.episode_metrics import EpisodeMetrics
from schemas.tables.episodes import Episodes
from schemas.tables.frames import Frames
from schemas.tables.houses import Houses
from schemas.tables.images import Images
from schemas.tables.mishaps import Mishaps
from schemas.tables.navigation import Navigation
from schemas.tables.navigation_metrics import NavigationMetrics
from schemas.tables.observations import Observations
from schemas.tables.own import OwnFrames, OwnImages, OwnObservations
from schemas.tables.predictions import Predictions
from schemas.tables.quarantine import Quarantine
from schemas.tables.questions import Questions
from schemas.tables.quotas import Quotas
from schemas.tables.rejections import Rejections
from schemas.tables.responses import Responses
from schemas.tables.rung_metrics import RungMetrics
from schemas.tables.runs import Runs
from schemas.tables.seed_metrics import SeedMetrics
from schemas.tables.size_metrics import SizeMetrics
from schemas.tables.standardised_metrics import StandardisedMetrics
from schemas.tables.steps import Steps
from schemas.tables.thinning import Thinning
from schemas.tables.validations import Validations

TABLES: dict[str, type[dy.Schema]] = {
    "houses": Houses,
    "episodes": Episodes,
    "rejections": Rejections,
    "frames": Frames,
    "images": Images,
    "observations": Observations,
    "candidates": Candidates,
    "thinning": Thinning,
    "questions": Questions,
    "drops": Drops,
    "quotas": Quotas,
    "designated": Designated,
    "navigation": Navigation,
    "steps": Steps,
    "own_frames": OwnFrames,
    "own_images": OwnImages,
    "own_observations": OwnObservations,
    "drift": Drift,
    "responses": Responses,
    "predictions": Predictions,
    "episode_metrics": EpisodeMetrics,
    "rung_metrics": RungMetrics,
    "navigation_metrics": NavigationMetrics,
    "circular_metrics": CircularMetrics,
    "closed_loop": ClosedLoop,
    "closed_loop_metrics": ClosedLoopMetrics,
    "baselines": Baselines,
    "contrasts": Contrasts,
    "standardised_metrics": StandardisedMetrics,
    "size_metrics": SizeMetrics,
    "seed_metrics": SeedMetrics,
    "audits": Audits,
    "validations": Validations,
    "quarantine": Quarantine,
    "mishaps": Mishaps,
    "runs": Runs,
}

OWN: dict[str, str] = {"frames": "own_frames", "images": "own_images", "observations": "own_observations"}
"""A generation's table, and the one in which an evaluation keeps what its own walks saw."""

GENERATION_TABLES: tuple[str, ...] = (
    "houses",
    "episodes",
    "rejections",
    "frames",
    "images",
    "observations",
    "questions",
)
EVALUATION_TABLES: tuple[str, ...] = (
    "designated",
    "navigation",
    "steps",
    "own_frames",
    "own_images",
    "own_observations",
    "drift",
    "responses",
    "predictions",
    "episode_metrics",
    "rung_metrics",
    "navigation_metrics",
    "circular_metrics",
    "closed_loop",
    "closed_loop_metrics",
    "baselines",
    "contrasts",
    "standardised_metrics",
    "size_metrics",
)


def empty(table: str) -> pl.DataFrame:
    """An empty frame with the table's exact column types."""
    return TABLES[table].create_empty()


def rows_frame(table: str, rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """Rows with the table's own column types; run and split are left to the one who stages them."""
    schema = {name: dtype for name, dtype in empty(table).schema.items() if name not in {"run_id", "split"}}
    return pl.DataFrame(list(rows), schema=schema, orient="row")
