import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from schemas.settings import ServingSettings
from tasks.models.chat import ChatRequest
from tasks.models.openai import call
from tasks.models.openai.address import Address
from tasks.models.openai.model import OpenAIModel

sys.path.insert(0, str(Path(__file__).parent))
from peer import MODEL, Peer  # a server beside the tests


@pytest.fixture
def make_peer() -> Iterator:
    """Starts servers that fail as they are told to; all are gone at the end."""
    started = []

    def make(*arguments, **options):
        peer = Peer(*arguments, **options)
        started.append(peer)
        return peer

    yield make
    for peer in started:
        peer.close()


@pytest.fixture
def make_model(monkeypatch) -> Iterator:
    """Models that speak to a peer, patient but in no hurry to wait; all are closed at the end."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setattr(call, "GRACE_S", 0.5)
    made = []

    def make(peer_or_url, *, model=MODEL, serving=None, wait_s=0.01, **options):
        url = peer_or_url if isinstance(peer_or_url, str) else peer_or_url.url
        settings = serving or ServingSettings(timeout_s=10.0, patience_s=10.0)
        made.append(OpenAIModel(Address(url, model), serving=settings, wait_after=lambda _: wait_s, **options))
        return made[-1]

    yield make
    for model in made:
        model.close()


@pytest.fixture
def asks():
    """Requests of one text each: `q0`, `q1`, ..., which are their keys too."""

    def make(n, first=0):
        return [ChatRequest(f"q{number}", (f"q{number}",), 16) for number in range(first, first + n)]

    return make
