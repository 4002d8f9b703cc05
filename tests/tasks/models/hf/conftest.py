"""Models to put questions to, and a hub's cache to find them in."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from schemas.settings import DecoderSettings, LoadingSettings
from tasks.models.chat import ChatPicture, ChatRequest
from tasks.models.hf.model import HfModel, open_hf

sys.path.insert(0, str(Path(__file__).parent))

COMMIT = "ebb281ec" + "0" * 32


@pytest.fixture
def open_tiny(tiny_model, monkeypatch):
    """Opens the tiny model, in 32-bit floats unless told otherwise; all are closed at the end."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.delenv("LADDER_DEVICE", raising=False)
    opened = []

    def make(folder=tiny_model, batch=4, device="cpu", seed=0, **decoder) -> HfModel:
        settings = DecoderSettings(**({"dtype": "float32"} | decoder))
        opened.append(open_hf(str(folder), settings, LoadingSettings(batch, device), seed))
        return opened[-1]

    yield make
    for model in opened:
        model.close()


@pytest.fixture
def picture():
    """A picture of noise of one colour, by a number."""

    def make(number: int, height: int = 128, width: int = 128) -> ChatPicture:
        noise = np.random.default_rng(number)
        colour = noise.integers(0, 190, 3)
        pixels = (noise.integers(0, 64, (height, width, 3)) + colour).astype(np.uint8)
        return ChatPicture(f"{number}", lambda: pixels)

    return make


@pytest.fixture
def requests(picture) -> list[ChatRequest]:
    """Twelve requests of unlike lengths, with none to three pictures."""
    texts = ("Was a kettle in view?", "How many chairs came into view in total, each counted once?", "A: Yes B: No")
    return [
        ChatRequest(f"q{i}", (*(picture(10 * i + k) for k in range(i % 4)), texts[i % 3] + " Say it." * (i % 5)), 8)
        for i in range(12)
    ]


@pytest.fixture
def cache(tmp_path, monkeypatch) -> Path:
    """An empty cache of the hub, which must not be asked."""
    folder = tmp_path / "hub"
    monkeypatch.setenv("HF_HUB_CACHE", str(folder))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    return folder


@pytest.fixture
def put_snapshot(cache):
    """Puts a model into the cache as a download does; weights are left out where `whole` is False."""

    def put(model: str, commit: str = COMMIT, *, ref: str = "", whole: bool = True) -> Path:
        home = cache / f"models--{model.replace('/', '--')}"
        folder = home / "snapshots" / commit
        folder.mkdir(parents=True)
        (folder / "config.json").write_text(json.dumps({"dtype": "bfloat16"}))
        if whole:
            (folder / "model.safetensors").write_bytes(b"\0" * 1000)
        if ref:
            (home / "refs").mkdir(exist_ok=True)
            (home / "refs" / ref).write_text(commit)
        return folder

    return put
