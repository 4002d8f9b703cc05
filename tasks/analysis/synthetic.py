"""An evaluation that never ran, of any size, to measure how long its tables take (SPEC section 9).

It is shaped like a real one: four questions an episode over unequal houses and all four strata, the rungs of the ladder
with their controls, some answers missing, some unreadable. What the answers say is by lot.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from schemas.identity import canonical_json
from schemas.seeds import generator
from schemas.settings import EpisodeSettings
from schemas.tables import empty
from schemas.values import FAMILIES, STRATA
from tasks.rungs.rungs import RUNGS

GENERATION, EVALUATION = "gen-000000000000", "eval-000000000000"
_SPLIT, _HASH = "test", "0" * 64
_QUESTIONS_AN_EPISODE = 4
_EPISODES_A_HOUSE = 3.7
"""A's 200 test episodes in 53 houses, 5,000 training episodes in 1,359."""
_FRAMES_AN_EPISODE, _OBJECTS_A_FRAME = 42, 12
_LENGTHS = ("path_length_m", "geodesic_m", "reference_distance_m", "spawn_distance_m", "final_distance_m")
_OPTIONS = {
    "Counting": ["1", "2"],
    "Global-count": ["2", "3"],
    "Rooms-visited": ["1", "2", "3", "4 or more"],
}
_SIGHTINGS = ("Mug", "Bed", "Sofa", "Painting", "Laptop", "Apple", "Chair", "Knife", "Book", "Plate", "Box", "Vase")


@dataclass(frozen=True, slots=True)
class Synthetic:
    """The tables that scoring reads."""

    designated: pl.DataFrame
    navigation: pl.DataFrame
    responses: pl.DataFrame
    questions: pl.DataFrame
    episodes: pl.DataFrame
    observations: pl.LazyFrame


def synthetic(n_questions: int, n_conditions: int, seed: int = 7, run_id: str = EVALUATION) -> Synthetic:
    """An evaluation of `n_questions` questions under `n_conditions` pairs of a rung and an answerer.

    Args:
        n_questions: a multiple of 16, so that each stratum has as many episodes.
        n_conditions: all answerers are asked under the same rungs; the last answerer under as many as are left.
        seed: everything drawn follows from it.
        run_id: of the evaluation; another one has other answers to the same questions.
    """
    rng = generator(seed, "synthetic", n_questions)
    answers = generator(seed, "synthetic answers", n_questions, n_conditions, run_id)
    episodes = _episodes(n_questions // _QUESTIONS_AN_EPISODE, rng)
    questions = _questions(episodes, rng)
    rungs = [name for name, rung in RUNGS.items() if rung.answers and not rung.rotation]
    conditions = [(rungs[number % len(rungs)], f"model-{number // len(rungs)}") for number in range(n_conditions)]
    asked = questions.select("split", "episode_id", "question_id", "answer").join(
        pl.DataFrame(conditions, schema=["rung", "answerer"], orient="row"), how="cross"
    )
    asked = asked.with_columns(run_id=pl.lit(run_id))
    walked = [name for name in dict.fromkeys(rung for rung, _ in conditions) if RUNGS[name].walk]
    return Synthetic(
        designated=asked.select(empty("designated").columns),
        navigation=_navigation(episodes, walked, answers).with_columns(run_id=pl.lit(run_id)),
        responses=_responses(asked, answers),
        questions=questions,
        episodes=episodes,
        observations=_observations(episodes, rng).lazy(),
    )


def _filled(table: str, columns: pl.DataFrame) -> pl.DataFrame:
    """The table's columns with their types; those not given are null, which no one here reads."""
    schema = empty(table).schema
    missing = [pl.lit(None, dtype).alias(name) for name, dtype in schema.items() if name not in columns.columns]
    return columns.with_columns(missing).select(pl.col(name).cast(dtype) for name, dtype in schema.items())


def _episodes(n: int, rng: np.random.Generator) -> pl.DataFrame:
    houses = max(1, round(n / _EPISODES_A_HOUSE))
    homes = np.sort(np.concatenate([np.arange(houses), rng.choice(houses, n - houses, p=_unequal(houses, rng))]))
    return _filled(
        "episodes",
        pl.DataFrame(
            {
                "run_id": GENERATION,
                "split": _SPLIT,
                "episode_id": [f"ep_{number:05d}" for number in range(n)],
                "house_id": [f"house-{home:012x}" for home in homes],
                "stratum": [STRATA[number % len(STRATA)] for number in range(n)],
                "settings": canonical_json(EpisodeSettings()),
                "spawn": [{"x": 0.0, "z": 0.0, "yaw": 0.0, "horizon": 0.0}] * n,
                "target_id": "Toaster|1|1",
                "target_type": "Toaster",
                "target_room": "Kitchen",
                "rooms": [["room|2"]] * n,
                "actions": [[{"name": "MoveAhead", "magnitude": 0.25}]] * n,
                **dict.fromkeys(("n_rooms", "n_spaces"), 1),
                **dict.fromkeys(("n_actions", "n_frames"), _FRAMES_AN_EPISODE),
                **dict.fromkeys(("target_pixels_at_spawn", "teleport_hops"), 0),
                **dict.fromkeys(_LENGTHS, 1.0),
                "final_area": 0.01,
            }
        ),
    )


def _unequal(houses: int, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    return rng.dirichlet(np.ones(houses))


def _questions(episodes: pl.DataFrame, rng: np.random.Generator) -> pl.DataFrame:
    n = episodes.height
    # Each episode asks four neighbouring families, so that every stratum has them all and none twice an episode.
    first = rng.integers(len(FAMILIES), size=n)
    rows = [
        {
            "run_id": GENERATION,
            "split": _SPLIT,
            "episode_id": episode_id,
            "question_id": f"{episode_id}_q{number + 1}",
            "family": (family := FAMILIES[(start + number) % len(FAMILIES)]),
            "options": (options := _OPTIONS.get(family, ["No", "Yes"])),
            "answer": "ABCD"[letter % len(options)],
            "gold": options[letter % len(options)],
            "types": [_SIGHTINGS[(start + number) % len(_SIGHTINGS)]],
            "frame_refs": [0, 8, 16, 24, 32, 41],
            "decisive_frames": [8],
            "strip": [0, 8, 16, 24, 32, 41],
            "universe": "trajectory",
            **dict.fromkeys(("template_id", "text", "justification"), f"{family} of made-up things."),
            **dict.fromkeys(("memory_required", "needs_past", "needs_integration"), True),
            **dict.fromkeys(("template_version", "n_decisive"), 1),
            "decisive_age": 33,
        }
        for episode_id, start, letters in zip(
            episodes["episode_id"], first, rng.integers(12, size=(n, _QUESTIONS_AN_EPISODE)).tolist(), strict=True
        )
        for number, letter in enumerate(letters)
    ]
    return _filled("questions", pl.DataFrame(rows))


def _navigation(episodes: pl.DataFrame, rungs: list[str], rng: np.random.Generator) -> pl.DataFrame:
    walks = episodes.select("split", "episode_id").join(
        pl.DataFrame({"rung": rungs}, schema={"rung": pl.String}), how="cross"
    )
    n = walks.height
    reached = rng.random(n) < 0.7
    return _filled(
        "navigation",
        walks.with_columns(
            reached_target=pl.Series(reached),
            spl=pl.Series(np.where(reached, rng.random(n), 0.0)),
            spl_reference=pl.Series(np.where(reached, rng.random(n), 0.0)),
            path_length_replayed_m=pl.Series(20.0 * rng.random(n)),
            initial_dist_to_target_m=pl.lit(6.0),
            final_dist_to_target_m=pl.Series(6.0 * rng.random(n)),
            n_actions=pl.Series(rng.integers(6, 120, size=n)),
            n_invalid_actions=pl.lit(0),
            n_frames=pl.lit(_FRAMES_AN_EPISODE),
            n_frames_identical=pl.lit(_FRAMES_AN_EPISODE),
            termination=pl.Series(np.where(rng.random(n) < 0.01, "error", "reached_target")),
        ),
    )


def _responses(asked: pl.DataFrame, rng: np.random.Generator) -> pl.DataFrame:
    """Half of the answers are right, one in fifty never came, one in twenty can't be read."""
    n = asked.height
    lot = pl.Series(rng.random(n))
    said = (
        pl.when(lot < 0.5)
        .then(pl.col("answer"))
        .when(lot < 0.55)
        .then(pl.lit("I cannot tell from these pictures."))
        .otherwise(pl.when(pl.col("answer") == "A").then(pl.lit("B")).otherwise(pl.lit("A")))
    )
    rows = asked.with_columns(
        raw=said,
        finish_reason=pl.when(lot > 0.98).then(pl.lit("error")).otherwise(pl.lit("stop")),
        mode=pl.lit("closed"),
        evidence_frames=pl.lit([0, 8, 16, 24, 32, 41], pl.List(pl.Int32)),
        evidence_hashes=pl.lit([_HASH] * 6, pl.List(pl.String)),
        prompt_hash=pl.lit(_HASH),
        content_key=pl.Series(rng.integers(1 << 62, size=n)).cast(pl.String).str.zfill(64),
    )
    return _filled("responses", rows.drop("answer"))


def _observations(episodes: pl.DataFrame, rng: np.random.Generator) -> pl.DataFrame:
    frames = episodes.select("run_id", "split", "episode_id").join(
        pl.DataFrame({"t": range(_FRAMES_AN_EPISODE)}), how="cross"
    )
    things = pl.DataFrame({"object_type": _SIGHTINGS[:_OBJECTS_A_FRAME]}).with_columns(
        object_id=pl.col("object_type") + "|1|1"
    )
    rows = frames.join(things, how="cross")
    return _filled(
        "observations",
        rows.with_columns(
            visible=pl.lit(True),
            pixels=pl.Series(np.exp(rng.uniform(2.0, 9.0, size=rows.height)).astype(np.int64)),
            distance_m=pl.lit(2.0),
        ),
    )
