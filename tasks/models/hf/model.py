"""`hf:`: a model in this process, read from the hub's cache or a folder of one's own.

Greedy words depend on the prompts, and by rounding on how many are written at a time: `docs/models.md` has figures. One
batch of the same prompts gives the same words again, so the batch is part of the name. What comes last, after a kill or
after memory ran short, may be batched otherwise.
"""

import gc
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from schemas.errors import AnswererError, ConfigError
from schemas.seeds import seed_of
from schemas.settings import DecoderSettings, LoadingSettings
from tasks.models.chat import ChatRequest, Completion
from tasks.models.hf.files import Copy, held_bytes
from tasks.models.hf.hub import fetched, find
from tasks.models.hf.machine import device_for, gpus, require_packages
from tasks.models.hf.network import Network, Opened, is_out_of_memory, load, load_processor
from tasks.models.hf.source import Source, source_of
from tasks.models.naming import LOADED, named

DEVICE_VARIABLE = "LADDER_DEVICE"
"""Where a model is computed, unless its settings say so."""

_turn = threading.RLock()
"""One model of a process computes at a time, and one is in memory: a GPU rarely holds two."""
_in_memory: list["HfModel"] = []
"""The one whose weights this process holds, if any."""


@dataclass(eq=False)
class HfModel:
    """A ChatModel. Nothing heavy is imported or read before `check` or the first request.

    Threads may share it; they are served one batch at a time. Where a process has several, asking one lets go of the
    weights of another: put all questions to one, then all to the next.
    """

    source: Source
    copy: Copy
    decoder: DecoderSettings = field(default_factory=DecoderSettings)
    loading: LoadingSettings = field(default_factory=LoadingSettings)
    seed: int = 0

    def __post_init__(self) -> None:
        self._network: Network | None = None
        self._batch = self.loading.batch

    @property
    def name(self) -> str:
        """`hf:MODEL@REVISION`, with the batch and what differs from the usual decoding."""
        base = f"hf:{self.source.model}@{self.copy.short_revision}"
        return named(base, self.decoder, LOADED, seed=self.seed, batch=self.loading.batch)

    @property
    def is_loaded(self) -> bool:
        return self._network is not None

    def check(self) -> None:
        """Refuse, before any work, what cannot come to anything; fetches what is missing. Imports torch.

        Raises:
            ConfigError: A package, the model, a part of it, or a device that can hold it is missing.
        """
        require_packages()
        self.copy = fetched(self.source, self.copy)
        load_processor(self.copy.folder, self.decoder)
        self._device()

    def complete(self, requests: Iterable[ChatRequest]) -> Iterator[Completion]:
        """One completion a request, in the order of the requests, a batch at a time.

        Raises:
            AnswererError: The processor refuses a prompt, or one prompt alone takes more memory than there is.
            ConfigError: As for `check`.
        """
        waiting = iter(requests)
        while batch := [_opened(request) for request in islice(waiting, self._batch)]:
            yield from self._write(batch)

    def close(self) -> None:
        """Let go of the weights; a later request reads them again."""
        with _turn:
            self._network = None
            if self in _in_memory:
                _in_memory.remove(self)
        _free_memory()

    def _write(self, batch: Sequence[Opened]) -> Iterator[Completion]:
        """The batch, in parts where memory does not suffice for the whole."""
        done = 0
        while done < len(batch):
            part = batch[done : done + self._batch]
            with _turn:
                written = self._attempt(part)
            if written is None:
                self._halve(part)
                continue
            yield from written
            done += len(part)

    def _attempt(self, part: Sequence[Opened]) -> list[Completion] | None:
        """The completions, or None where memory ran out. Its tensors are gone by the time that this returns."""
        network = self._loaded()
        keys = [opened.request.key for opened in part]
        try:
            return network.write(part, seed_of(self.seed, "hf", *keys) % 2**63)
        except Exception as error:
            if not is_out_of_memory(error):
                raise
            return None

    def _halve(self, part: Sequence[Opened]) -> None:
        _free_memory()
        if len(part) == 1:
            raise AnswererError(
                f"{self.name} has too little memory for the one prompt `{part[0].request.key}`. "
                "Show it fewer or smaller pictures, or use a larger device."
            )
        self._batch = len(part) // 2
        print(
            f"{self.name} has too little memory for {len(part)} prompts at a time; it goes on with {self._batch}.",
            file=sys.stderr,
        )

    def _loaded(self) -> Network:
        if self._network is None:
            for other in _in_memory:
                other.close()
            require_packages()
            self.copy = fetched(self.source, self.copy)
            device = self._device()
            try:
                self._network = load(self.copy.folder, self.decoder, device)
            except Exception as error:
                if not is_out_of_memory(error):
                    raise
                raise AnswererError(
                    f"{self.name} does not fit into the memory that {device} has left. "
                    "End what else uses it, or choose another with LADDER_DEVICE."
                ) from error
            _in_memory.append(self)
        return self._network

    def _device(self) -> str:
        n_bytes = held_bytes(self.copy, self.decoder.dtype)
        wanted = self.loading.device if self.loading.device != "auto" else os.environ.get(DEVICE_VARIABLE) or "auto"
        return device_for(str(self.source), n_bytes, wanted, gpus())


def open_hf(
    argument: str,
    decoder: DecoderSettings | None = None,
    loading: LoadingSettings | None = None,
    seed: int = 0,
) -> HfModel:
    """The model that stands after `hf:`, with its revision settled; asks the hub only for what the cache doesn't have.

    Raises:
        ConfigError: The spec can't be read, or there is no such model or revision.
    """
    loading = loading or LoadingSettings()
    if loading.batch < 1:
        raise ConfigError(f"a batch of {loading.batch} prompts writes nothing. Give 1 or more.")
    source = source_of(argument)
    return HfModel(source, find(source), decoder or DecoderSettings(), loading, seed)


def _opened(request: ChatRequest) -> Opened:
    return Opened(request, tuple(part if isinstance(part, str) else part.load() for part in request.parts))


def _free_memory() -> None:
    gc.collect()
    if "torch" in sys.modules:
        import torch

        if torch.cuda.is_available():
            torch.cuda.empty_cache()
