"""The lake's tables: one contract a file, gathered here by name."""

from collections.abc import Iterable, Mapping
from typing import Any

import dataframely as dy
import polars as pl

from schemas.tables.audits import Audits
from schemas.tables.candidates import Candidates
from schemas.tables.designated import Designated
from schemas.tables.drops import Drops
from schemas.tables.episode_metrics import EpisodeMetrics
from schemas.tables.episodes import Episodes
from schemas.tables.frames import Frames
from schemas.tables.houses import Houses
from schemas.tables.images import Images
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
    "responses": Responses,
    "predictions": Predictions,
    "episode_metrics": EpisodeMetrics,
    "rung_metrics": RungMetrics,
    "navigation_metrics": NavigationMetrics,
    "audits": Audits,
    "validations": Validations,
    "quarantine": Quarantine,
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
    "responses",
    "predictions",
    "episode_metrics",
    "rung_metrics",
    "navigation_metrics",
)


def empty(table: str) -> pl.DataFrame:
    """An empty frame with the table's exact column types."""
    return TABLES[table].create_empty()


def rows_frame(table: str, rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """Rows with the table's own column types; run and split are left to the one who stages them."""
    schema = {name: dtype for name, dtype in empty(table).schema.items() if name not in {"run_id", "split"}}
    return pl.DataFrame(list(rows), schema=schema, orient="row")
