"""Settings, typed and frozen; their canonical JSON is the identity of a run (schemas/identity.py)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from schemas.identity import LATER

Split = Literal["train", "validation", "test"]
Stratum = Literal["S1", "S2", "S3", "S4"]
Recipe = Literal["paper", "sound"]
Dtype = Literal["bfloat16", "float16", "float32"]
"""Number type of a model's weights."""
Letters = Literal["as many as options", "four"]
"""The letters that a prompt names: those that exist, or A, B, C and D however few options there are (A, section 3.4)."""

SOUND_ATYPICAL = 0.9
"""Share of movable things that the recipe `sound` places in rooms of any type: the least in steps of a tenth at which no
movable type has more than half of its places in one room type (docs/houses.md)."""

SPLITS: tuple[Split, ...] = ("train", "validation", "test")
DTYPES: tuple[Dtype, ...] = ("bfloat16", "float16", "float32")
STRATA: tuple[Stratum, ...] = ("S1", "S2", "S3", "S4")


def letters_of(recipe: Recipe) -> Letters:
    """What a recipe's prompts name unless they are told otherwise."""
    return "four" if recipe == "paper" else "as many as options"


@dataclass(frozen=True, slots=True)
class EpisodeSettings:
    """The constants of A's Table 1; the field of view and the six-action minimum are ours."""

    stop_distance_m: float = 1.5
    target_area: float = 0.005
    """Least share of the image, 0 to 1, that the target covers at success."""
    visible_area: float = 0.0005
    """Least share of the image that an object covers to enter the visible-object record."""
    visibility_distance_m: float = 6.0
    min_spawn_distance_m: float = 4.5
    min_spawn_distance_same_room_m: float = 2.25
    min_actions: int = 6
    max_actions: int = 400
    budget_factor: int = 3
    stuck_steps: int = 8
    grid_m: float = 0.25
    moves_m: tuple[float, ...] = (0.25, 0.5, 1.0)
    turns_deg: tuple[int, ...] = (15, 30, 45, 90)
    looks_deg: tuple[int, ...] = (15, 30)
    min_horizon_deg: int = -30
    max_horizon_deg: int = 60
    image_size: int = 256
    field_of_view_deg: int = 90
    teleport_hops: int = 0

    @property
    def visible_pixels(self) -> float:
        """Pixels that an object must cover to enter the record: 32.77 at 256, so 33 pixels."""
        return self.visible_area * self.image_size * self.image_size

    @classmethod
    def from_plain(cls, values: Mapping[str, Any]) -> "EpisodeSettings":
        """The settings of a stored manifest or episode, whose lists were tuples."""
        plain: dict[str, Any] = {name: tuple(each) if isinstance(each, list) else each for name, each in values.items()}
        return cls(**plain)


@dataclass(frozen=True, slots=True)
class GenerationSettings:
    """What a generation's rows depend on."""

    seed: int
    houses: str
    """`embedded`, or the digest of the set of houses that was read."""
    world: str
    """The world's fingerprint."""
    recipe: Recipe
    splits: tuple[tuple[Split, int], ...]
    """Episodes per split, in the order train, validation, test."""
    frames: tuple[Split, ...]
    """Splits whose frames are drawn and stored as images; the others keep symbolic records only."""
    atypical: float = 0.0
    """Share of movable things, 0 to 1, that embedded houses put in a room of a type drawn evenly from the house's own."""
    house_counts: tuple[tuple[Split, int], ...] = ()
    """Houses of our own a split, where the user said how many; otherwise as many an episode as A has."""
    episode: EpisodeSettings = field(default_factory=EpisodeSettings)

    @classmethod
    def from_plain(cls, values: Mapping[str, Any]) -> "GenerationSettings":
        """The settings of a stored manifest."""
        splits = tuple((split, count) for split, count in values["splits"])
        house_counts = tuple((split, count) for split, count in values["house_counts"])
        episode = EpisodeSettings.from_plain(values["episode"])
        tuples = {"splits": splits, "house_counts": house_counts, "frames": tuple(values["frames"])}
        return cls(**{**values, **tuples, "episode": episode})


@dataclass(frozen=True, slots=True)
class DecoderSettings:
    """How a real model writes; greedy unless a temperature is given (A, Table 2 and Appendix I)."""

    answer_tokens: int = 16
    """Most tokens of an answer."""
    action_tokens: int = 16
    """Most tokens of a policy's action."""
    graph_tokens: int = 1024
    """Most tokens of a scene graph (E4)."""
    graph_answer_tokens: int = 10
    """Most tokens of an answer given beside a scene graph (E4)."""
    temperature: float = 0.0
    dtype: Dtype = "bfloat16"
    graph_dtype: Dtype | None = field(default=None, metadata=LATER)
    """Number type where a scene graph is walked by (E4), which is float16 with A; None: as everywhere."""
    min_pixels: int | None = None
    """Least pixels a picture is scaled to before the model sees it; None leaves it to the model's own processor."""
    max_pixels: int | None = None
    """Most pixels, likewise."""

    @property
    def beside_graphs(self) -> "DecoderSettings":
        """How the same model writes under a rung that walks by a scene graph."""
        return replace(self, answer_tokens=self.graph_answer_tokens, dtype=self.graph_dtype or self.dtype)


@dataclass(frozen=True, slots=True)
class EvaluationSettings:
    """What an evaluation's rows depend on."""

    seed: int
    generation: str
    rungs: tuple[str, ...]
    answerers: tuple[str, ...]
    world: str
    prompts: str
    """Digest over the prompt files."""
    parser: str
    """Version of the answer parser."""
    policy: str = "frontier"
    """Who walks in the closed loop, with its seed and revision."""
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    letters: Letters = "as many as options"


@dataclass(frozen=True, slots=True)
class ServingSettings:
    """How a model server is spoken to. Nothing here can change an answer, so none of it names a run."""

    max_in_flight: int = 32
    """Most requests under way at once; how many really are follows from how the server bears them."""
    timeout_s: float = 120.0
    """Longest wait for one answer."""
    max_attempts: int = 6
    """How often a request is sent that the server fails on: errors, timeouts, broken replies."""
    patience_s: float = 120.0
    """How long a request waits for a server that is away or says that it is too busy."""
    max_requests: int | None = None
    """Budget: requests sent in all, repeated ones too; None sets no bound."""
    max_seconds: float | None = None
    """Budget: seconds from the first request on."""


@dataclass(frozen=True, slots=True)
class LoadingSettings:
    """How a model is run in this process (`hf:`)."""

    batch: int = 8
    """Prompts written at a time, halved where memory does not suffice. Rounding differs with it, so it names the model."""
    device: str = "auto"
    """`auto`, or a device as torch names it: `cpu`, `cuda:1`."""
