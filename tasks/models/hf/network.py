"""A model in memory with its processor, and one batch of prompts put to it. The only module that computes with torch."""

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from schemas.errors import AnswererError, ConfigError
from schemas.settings import DecoderSettings
from tasks.models.chat import ChatRequest, Completion, FinishReason
from tasks.worlds.base import RgbImage


@dataclass(frozen=True, slots=True)
class Opened:
    """A request whose pictures are pixels now."""

    request: ChatRequest
    parts: tuple[str | RgbImage, ...]

    @property
    def n_pictures(self) -> int:
        return sum(not isinstance(part, str) for part in self.parts)


@dataclass
class Network:
    """Loaded; it computes until it is forgotten."""

    model: Any
    processor: Any
    device: str
    decoder: DecoderSettings

    @property
    def context(self) -> int | None:
        """Most tokens of a prompt and its answer together; None where the model names no bound."""
        bound = getattr(self.model.config.get_text_config(), "max_position_embeddings", None)
        return bound if isinstance(bound, int) else None

    def write(self, batch: Sequence[Opened], seed: int) -> list[Completion]:
        """One completion a request, in their order.

        Shorter prompts are padded on the left, so that all answers begin at one place; a request that asks for fewer
        tokens than another of the batch gets the same words, cut there. A prompt that is too long for the model comes
        back with finish reason `error`.

        Args:
            batch: at least one request.
            seed: of the draws, where the temperature asks for any.

        Raises:
            AnswererError: The processor refuses a prompt.
            Exception: `is_out_of_memory` tells whether memory did not suffice.
        """
        inputs = self._read(batch)
        lengths = [int(n) for n in inputs["attention_mask"].sum(dim=1)]
        fitting = [opened for opened, n in zip(batch, lengths, strict=True) if self._fits(opened, n)]
        if len(fitting) < len(batch):
            written = {c.key: c for c in (self.write(fitting, seed) if fitting else [])}
            return [
                written.get(opened.request.key) or self._too_long(opened, n)
                for opened, n in zip(batch, lengths, strict=True)
            ]
        sizes = _picture_sizes(inputs, self.processor, batch)
        most = max(opened.request.max_tokens for opened in batch)
        tokens = self._generate(inputs, most, seed)
        return [
            self._completion(opened, row, n, size)
            for opened, row, n, size in zip(batch, tokens, lengths, sizes, strict=True)
        ]

    def _read(self, batch: Sequence[Opened]) -> Any:
        """Prompts in the model's own chat template, with pictures in their places, as tensors."""
        try:
            return self.processor.apply_chat_template(
                [_conversation(opened) for opened in batch],
                add_generation_prompt=True,
                tokenize=True,
                return_dict=True,
                return_tensors="pt",
                processor_kwargs={"padding": True, "padding_side": "left"},
            )
        except (TypeError, ValueError, KeyError) as error:
            keys = ", ".join(f"`{opened.request.key}`" for opened in batch[:3])
            raise AnswererError(
                f"the model's processor refuses {keys}{' and more' if len(batch) > 3 else ''}: {_first_line(error)}. "
                "Look at the pictures of these requests, or use another model."
            ) from error

    def _generate(self, inputs: Any, most: int, seed: int) -> list[list[int]]:
        """The new tokens of each row."""
        import torch

        held = inputs.to(self.device, self.model.dtype)
        how: dict[str, Any] = {"max_new_tokens": most, "do_sample": False, "num_beams": 1}
        if self.decoder.temperature:
            how |= {"do_sample": True, "temperature": self.decoder.temperature, "top_k": 0, "top_p": 1.0}
        gpus = [torch.device(self.device)] if self.device.startswith("cuda") else []
        with torch.inference_mode(), torch.random.fork_rng(devices=gpus):
            torch.manual_seed(seed)
            rows = self.model.generate(**held, **how)[:, held["input_ids"].shape[1] :]
        return [[int(token) for token in row] for row in rows.cpu()]

    def _completion(
        self, opened: Opened, row: list[int], n_prompt: int, sizes: tuple[tuple[int, int], ...]
    ) -> Completion:
        ends = _ends(self.model.generation_config)
        upto = next((i + 1 for i, token in enumerate(row) if token in ends), len(row))
        tokens = row[: min(upto, opened.request.max_tokens)]
        finish: FinishReason = "stop" if tokens and tokens[-1] in ends else "length"
        text = self.processor.tokenizer.decode(tokens, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        return Completion(opened.request.key, text, finish, n_prompt, len(tokens), sizes)

    def _fits(self, opened: Opened, n_prompt: int) -> bool:
        return self.context is None or n_prompt + opened.request.max_tokens <= self.context

    def _too_long(self, opened: Opened, n_prompt: int) -> Completion:
        words = (
            f"the prompt has {n_prompt} tokens, which with an answer of {opened.request.max_tokens} are more than the "
            f"{self.context} that the model takes"
        )
        return Completion(opened.request.key, words, "error", n_prompt, 0)


def load_processor(folder: Path, decoder: DecoderSettings) -> Any:
    """The model's own processor, with the decoder's pixel limits.

    Raises:
        ConfigError: The folder holds none, it has no chat template, or it knows no pixel limits.
    """
    from transformers import AutoProcessor

    with _quiet(), _one_sentence(folder):
        processor = AutoProcessor.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    if not getattr(processor, "image_processor", None) or not getattr(processor, "tokenizer", None):
        raise ConfigError(f"the model in `{folder}` takes no pictures. Name one that does.")
    if processor.chat_template is None:
        raise ConfigError(f"the model in `{folder}` has no chat template. Name one that was trained to answer prompts.")
    limits = {"shortest_edge": decoder.min_pixels, "longest_edge": decoder.max_pixels}
    wanted = {edge: pixels for edge, pixels in limits.items() if pixels is not None}
    if wanted:
        size = dict(processor.image_processor.size)
        if {name for name, value in size.items() if value is not None} != set(limits):
            raise ConfigError(
                f"the model in `{folder}` scales pictures in its own way and knows no pixel limits. Leave them out."
            )
        _set_size(processor.image_processor, size | wanted)
    return processor


def load(folder: Path, decoder: DecoderSettings, device: str) -> Network:
    """The model in memory, in the decoder's type. Reads files of the folder alone, runs no code that lies in it.

    Raises:
        ConfigError: The folder holds no model that takes pictures and writes text.
        Exception: `is_out_of_memory` tells whether memory did not suffice.
    """
    import torch
    from transformers import AutoModelForImageTextToText, GenerationConfig

    processor = load_processor(folder, decoder)
    with _quiet(), _one_sentence(folder):
        model = AutoModelForImageTextToText.from_pretrained(
            folder,
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=True,
            dtype=getattr(torch, decoder.dtype),
        )
    model = model.to(device).eval()
    own = model.generation_config
    # What the model's makers set (a temperature, a penalty on repeated words, which padding would take part in) is filled
    # in wherever a call leaves it open. Greedy is to mean greedy, so only the tokens that end an answer are kept.
    pad = own.pad_token_id if own.pad_token_id is not None else processor.tokenizer.pad_token_id
    ends = sorted(_ends(own)) or [processor.tokenizer.eos_token_id]
    model.generation_config = GenerationConfig(
        eos_token_id=ends, pad_token_id=ends[0] if pad is None else pad, bos_token_id=own.bos_token_id
    )
    return Network(model, processor, device, decoder)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether a device, or this machine, had too little memory."""
    import torch

    if isinstance(error, torch.OutOfMemoryError | MemoryError):
        return True
    # Torch's CPU allocator has no class of its own for it.
    return isinstance(error, RuntimeError) and "can't allocate memory" in str(error)


def _conversation(opened: Opened) -> list[dict[str, Any]]:
    from PIL import Image

    content: list[dict[str, Any]] = []
    for part in opened.parts:
        if isinstance(part, str):
            content.append({"type": "text", "text": part})
        else:
            content.append({"type": "image", "image": Image.fromarray(part)})
    return [{"role": "user", "content": content}]


def _picture_sizes(inputs: Any, processor: Any, batch: Sequence[Opened]) -> list[tuple[tuple[int, int], ...]]:
    """Width and height of each request's pictures as they were cut into patches; empty where that can't be seen."""
    counts = [opened.n_pictures for opened in batch]
    grid, patch = inputs.get("image_grid_thw"), getattr(processor.image_processor, "patch_size", None)
    pixels = inputs.get("pixel_values")
    if grid is not None and isinstance(patch, int):
        sizes = [(int(width) * patch, int(height) * patch) for _, height, width in grid.tolist()]
    elif pixels is not None and pixels.ndim == 4:
        sizes = [(int(pixels.shape[3]), int(pixels.shape[2]))] * len(pixels)
    else:
        sizes = []
    if len(sizes) != sum(counts):
        return [()] * len(batch)
    following = iter(sizes)
    return [tuple(next(following) for _ in range(count)) for count in counts]


def _ends(generation_config: Any) -> set[int]:
    """Ids of the tokens that end an answer."""
    ids = generation_config.eos_token_id
    return set() if ids is None else {ids} if isinstance(ids, int) else set(ids)


def _set_size(image_processor: Any, size: dict[str, Any]) -> None:
    known = type(image_processor.size)
    image_processor.size = size if known is dict else known(**size)


@contextmanager
def _one_sentence(folder: Path) -> Iterator[None]:
    """What transformers has to say of a folder that it can't read, in our words."""
    try:
        yield
    except (OSError, ValueError, KeyError, ImportError) as error:
        raise ConfigError(
            f"`{folder}` holds no model that takes pictures and writes text: {_first_line(error)}. "
            "Name another, or serve it elsewhere and use openai:URL#MODEL."
        ) from error


@contextmanager
def _quiet() -> Iterator[None]:
    """No bars and no advice from transformers: stderr is for our own progress. Everything is put back afterwards."""
    from transformers.utils import logging

    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", category=FutureWarning, module="transformers")
            yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
