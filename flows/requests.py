"""What a user asked for, checked before anything heavy is imported or any work starts."""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import get_args

from schemas.errors import ConfigError
from schemas.settings import (
    SOUND_ATYPICAL,
    SPLITS,
    DecoderSettings,
    Dtype,
    Letters,
    LoadingSettings,
    Recipe,
    ServingSettings,
    Split,
)

_RECIPES: tuple[Recipe, ...] = ("sound", "paper")
_ATYPICAL: dict[Recipe, float] = {"sound": SOUND_ATYPICAL, "paper": 0.0}
"""Atypical placement in embedded houses. `sound` needs it: in a usual house the type of a thing says where it stands."""
_PART = re.compile(r"(?P<split>\w+)=(?P<episodes>\d+)(?:/(?P<houses>\d+))?")
LETTERS: tuple[Letters, ...] = get_args(Letters)
DTYPES: tuple[Dtype, ...] = get_args(Dtype)
_FRAMES = ("test", "all", "none")


@dataclass(frozen=True, slots=True)
class Means:
    """How the work is done; nothing here can change a row."""

    lake: str
    workers: int
    runner: str = "processes"
    """Who works: `processes`, `threads`, `dask` or `ray`, the last two with an address or without."""
    again: str = ""


@dataclass(frozen=True, slots=True)
class GenerationRequest:
    seed: int
    houses: Path | None
    """A file or folder of ProcTHOR houses, or `procthor-10k`; None for the embedded generator."""
    world: str
    recipe: Recipe
    splits: tuple[tuple[Split, int], ...]
    frames: tuple[Split, ...]
    atypical: float = 0.0
    house_counts: tuple[tuple[Split, int], ...] = ()
    stored: str = ""
    """The run whose houses are taken as the lake holds them, in place of files."""


@dataclass(frozen=True, slots=True)
class EvaluationRequest:
    generation: str
    seed: int
    rungs: tuple[str, ...]
    """Names of rungs, and the shorthands that `tasks.rungs.rungs.named` knows."""
    answerers: tuple[str, ...]
    policy: str = "frontier"
    """Who walks in the closed loop."""
    prompts: Path | None = None
    """A folder of prompt files; None for the built-in ones."""
    letters: Letters | None = None
    """Those that prompts name; None for what the generation's recipe has."""
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    serving: ServingSettings = field(default_factory=ServingSettings)
    loading: LoadingSettings = field(default_factory=LoadingSettings)

    def of(self, generation: str) -> "EvaluationRequest":
        """The same, of a generation that has only just got its name."""
        return replace(self, generation=generation)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFlags:
    """How real models write and are asked, as flags say it; None leaves it to the model or sets no bound."""

    answer_tokens: int
    dtype: str
    graph_dtype: str | None
    batch: int
    max_pixels: int | None
    in_flight: int
    max_requests: int | None
    max_seconds: float | None

    @property
    def decoder(self) -> DecoderSettings:
        """Raises ConfigError where there is no such arithmetic."""
        return DecoderSettings(
            answer_tokens=self.answer_tokens,
            dtype=_dtype("--dtype", self.dtype),
            graph_dtype=_dtype("--graph-dtype", self.graph_dtype) if self.graph_dtype else None,
            max_pixels=self.max_pixels,
        )

    @property
    def loading(self) -> LoadingSettings:
        return LoadingSettings(batch=self.batch)

    @property
    def serving(self) -> ServingSettings:
        return ServingSettings(
            max_in_flight=self.in_flight, max_requests=self.max_requests, max_seconds=self.max_seconds
        )


def _dtype(flag: str, name: str) -> Dtype:
    for known in DTYPES:
        if known == name:
            return known
    raise ConfigError(f"{flag} {name}: there are {', '.join(DTYPES)}.")


def letters_flag(letters: str | None) -> Letters | None:
    """What `--letters` says; None where it is left out. Raises ConfigError where it is something else."""
    for known in LETTERS:
        if letters is None or known == letters:
            return known if letters else None
    raise ConfigError(f"--letters {letters}: it is one of {', '.join(f'`{known}`' for known in LETTERS)}.")


def seeds_of(text: str) -> tuple[int, ...]:
    """What `--seeds` lists. Raises ConfigError where that are no different whole numbers."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts or not all(part.isdecimal() for part in parts) or len({int(part) for part in parts}) < len(parts):
        raise ConfigError(f"--seeds {text}: they are different whole numbers. Write for instance --seeds 1,2,3,4,5.")
    return tuple(map(int, parts))


@dataclass(frozen=True, slots=True)
class RenderRequest:
    generation: str
    splits: tuple[Split, ...]
    """Empty: every split that has no pictures yet."""


def render_request(generation: str, splits: str | None) -> RenderRequest:
    """The request that the flags amount to. Raises ConfigError naming the split that there is not."""
    names = [name.strip() for name in (splits or "").split(",") if name.strip()]
    if unknown := [name for name in names if name not in SPLITS]:
        raise ConfigError(f"--splits {splits}: there is no split `{unknown[0]}`. Write for instance train,validation.")
    return RenderRequest(generation, tuple(split for split in SPLITS if split in names))


def generation_request(
    seed: int,
    houses: Path | None,
    world: str,
    recipe: str,
    episodes: int | None,
    splits: str | None,
    frames: str,
    atypical: float | None = None,
) -> GenerationRequest:
    """The request that the flags amount to. Raises ConfigError naming the flag that cannot be read."""
    counts, house_counts = _split_counts(episodes, splits)
    if house_counts and houses is not None and str(houses) != "procthor-10k":
        raise ConfigError(f"--splits {splits}: the houses of `{houses}` are all used. Leave the numbers after `/` out.")
    kind = _recipe(recipe)
    frames_of = _drawn_splits(frames, counts)
    share = _atypical(atypical, kind, houses)
    return GenerationRequest(seed, houses, world, kind, counts, frames_of, share, house_counts)


Counts = tuple[tuple[Split, int], ...]


def _split_counts(episodes: int | None, splits: str | None) -> tuple[Counts, Counts]:
    """Episodes and houses a split, from `--episodes N` (N test and 2 N train) or `--splits train=..,test=N/HOUSES`."""
    if splits is None:
        n = 40 if episodes is None else episodes
        if n < 1:
            raise ConfigError(f"--episodes {n}: at least 4 are needed, one a stratum. Try --episodes 40.")
        return (("train", 2 * n), ("test", n)), ()
    if episodes is not None:
        raise ConfigError("--episodes and --splits say the same thing twice. Leave one of them out.")
    counts: dict[str, int] = {}
    houses: dict[str, int] = {}
    for part in splits.split(","):
        told = _PART.fullmatch(part.strip())
        if told is None or told["split"] not in SPLITS or told["split"] in counts or told["houses"] == "0":
            raise ConfigError(
                f"--splits {splits}: cannot read `{part.strip()}`. Write for instance train=80,validation=8,test=40, "
                "or with the number of houses, test=2000/500."
            )
        counts[told["split"]] = int(told["episodes"])
        if told["houses"]:
            houses[told["split"]] = int(told["houses"])
    if not counts.get("test"):
        raise ConfigError(f"--splits {splits}: the test split has no episodes, and it is what the ladder asks about.")
    chosen = [split for split in SPLITS if counts.get(split)]
    return tuple((split, counts[split]) for split in chosen), tuple((s, houses[s]) for s in chosen if s in houses)


def _drawn_splits(frames: str, splits: tuple[tuple[Split, int], ...]) -> tuple[Split, ...]:
    """The splits whose pictures are stored, from `--frames test|all|none`."""
    if frames not in _FRAMES:
        raise ConfigError(f"--frames {frames}: it is one of {', '.join(_FRAMES)}.")
    return tuple(split for split, _ in splits if frames == "all" or (frames == "test" and split == "test"))


def _recipe(recipe: str) -> Recipe:
    for known in _RECIPES:
        if known == recipe:
            return known
    raise ConfigError(f"no recipe `{recipe}`. There is {', '.join(f'`{known}`' for known in _RECIPES)}.")


def _atypical(share: float | None, recipe: Recipe, houses: Path | None) -> float:
    """Share of movable things in rooms of any type, from `--atypical`; houses that were read stand as they are."""
    if houses is not None:
        if share is not None:
            raise ConfigError(
                f"--atypical {share}: the houses in `{houses}` are furnished already. Leave one of them out."
            )
        return 0.0
    if share is None:
        return _ATYPICAL[recipe]
    if not 0.0 <= share <= 1.0:
        raise ConfigError(f"--atypical {share}: it is a share. Give a number from 0 to 1.")
    return share
