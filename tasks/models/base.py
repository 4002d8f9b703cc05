"""What an answerer is: prompts in, responses out, in the order in which they complete. It knows no simulator."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

from tasks.models.template import interleaved
from tasks.questions.record import FrameRecord, Question
from tasks.worlds.base import RgbImage

Mode = Literal["open", "closed", "none"]
"""What the prompt says of the pictures: some of a walk, all that matter, or that there are none."""


@dataclass(frozen=True, slots=True)
class PromptKey:
    episode_id: str
    question_id: str


@dataclass(frozen=True, slots=True)
class Picture:
    """One frame of evidence, decoded only when an answerer looks at it."""

    t: int
    pixel_hash: str
    """Of the pixels; empty where the frame was never drawn."""
    load: Callable[[], RgbImage]


@dataclass(frozen=True, slots=True)
class Prompt:
    """What any answerer, built in or real, may know."""

    key: PromptKey
    family: str
    text: str
    """The whole prompt as a model reads it, without its pictures."""
    options: tuple[str, ...]
    """Empty where the rung withholds them; the answer is then given in words."""
    pictures: tuple[Picture, ...]
    mode: Mode
    question: str = ""
    """The question as `text` shows it, for answerers that reason about it; empty where the rung withholds it."""
    room_label: str = ""
    """The label of the target's room as `text` shows it; empty where the rung withholds it."""
    places: tuple[int, ...] = ()
    """For each picture the offset in `text`, in characters, at which it stands; empty where all come before the text."""

    @property
    def parts(self) -> tuple[str | Picture, ...]:
        """Texts and pictures in the order in which a model reads them; pictures are in time order."""
        return interleaved(self.text, self.places, self.pictures)


@dataclass(frozen=True, slots=True)
class Privileged:
    """What only `reader` is given beside the prompt: the question's own logic and the records of the pictures held."""

    prompt: Prompt
    question: Question
    held: tuple[FrameRecord, ...]
    """Records of the pictures in the prompt; a blank picture has none, for it counts as not held."""
    n_frames: int
    """Length of the whole trajectory, which the open mode reasons about."""
    mode: Mode
    """How the records are to be taken: as the prompt says, but open where its pictures are blank (SPEC section 3)."""


@dataclass(frozen=True, slots=True)
class Response:
    key: PromptKey
    raw: str
    finish_reason: Literal["stop", "length", "error"] = "stop"
    n_prompt_tokens: int | None = None
    n_completion_tokens: int | None = None
    image_sizes: tuple[tuple[int, int], ...] = ()
    """Width and height in pixels of each picture as the model really got it; empty where that cannot be known."""


class Answerer(Protocol):
    """Answers prompts in batches of its own choosing. Raises AnswererError naming the prompt and the remedy."""

    @property
    def name(self) -> str:
        """With the revision or the seed: all that decides its answers besides the prompt."""
        ...

    def answer(self, prompts: Iterable[Prompt]) -> Iterator[Response]: ...


class PrivilegedAnswerer(Protocol):
    """An answerer that reads records instead of pixels; a type of its own, so that a leak does not type-check."""

    @property
    def name(self) -> str: ...

    def answer(self, prompts: Iterable[Privileged]) -> Iterator[Response]: ...
