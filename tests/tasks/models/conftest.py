"""Small questions and prompts, written out by hand; a small model of the real kind, in a folder and behind HTTP."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tasks.models.base import Prompt, PromptKey
from tasks.questions.record import Question

sys.path.insert(0, str(Path(__file__).parent))
from recording_proxy import RecordingProxy
from tiny_model import build_tiny_model
from tiny_server import TinyServer


@pytest.fixture
def make_question():
    def make(**changes):
        fields = {
            "question_id": "ep_00001_q1",
            "episode_id": "ep_00001",
            "family": "Existence",
            "template_id": "existence",
            "template_version": 1,
            "text": "Was a kettle in view at any moment?",
            "options": ("No", "Yes"),
            "answer": "B",
            "gold": "Yes",
            "types": ("Kettle",),
            "room": None,
            "strip": (0, 2, 4, 6),
            "universe": "strip",
            "frame_refs": (2, 4),
            "decisive_frames": (2,),
            "memory_required": False,
            "needs_past": True,
            "needs_integration": False,
            "decisive_age": 4,
            "n_decisive": 1,
            "justification": "",
        }
        return Question(**(fields | changes))

    return make


@pytest.fixture
def make_prompt():
    def make(question_id="ep_00001_q1", family="Existence", options=("No", "Yes"), text="", mode="closed"):
        return Prompt(PromptKey("ep_00001", question_id), family, text, options, (), mode)

    return make


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory) -> Path:
    """The folder of a model of Qwen3-VL's shape, with weights drawn by a seed (tiny_model.py)."""
    for package in ("torch", "torchvision", "transformers"):
        pytest.importorskip(package, reason=f"{package} is not installed; the extra `vlm` brings it")
    import torch

    torch.set_num_threads(1)  # with more, tiny products wait for each other, and for whatever else the cores do
    return build_tiny_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture(scope="session")
def tiny_server(tiny_model, tmp_path_factory) -> Iterator[TinyServer]:
    """The same model behind `transformers serve`, on loopback and in 32-bit floats; gone at the end."""
    pytest.importorskip("uvicorn", reason="`transformers serve` needs transformers[serving]")
    with TinyServer(tiny_model, tmp_path_factory.mktemp("serve")) as server:
        yield server


@pytest.fixture
def proxy(tiny_server) -> Iterator[RecordingProxy]:
    """A server between a client and the tiny model that keeps every request and reply."""
    with RecordingProxy(tiny_server.url) as between:
        yield between
