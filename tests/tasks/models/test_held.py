"""Models that a process holds: which of them at the same time."""

import pytest

from schemas.settings import DecoderSettings, LoadingSettings, ServingSettings
from tasks.models import held as home

_SETTINGS = (0, DecoderSettings(), ServingSettings(), LoadingSettings())


class Held:
    """What an answerer is to whoever holds it."""

    def __init__(self, spec: str) -> None:
        self.spec, self.is_open = spec, True

    def close(self) -> None:
        self.is_open = False


@pytest.fixture(autouse=True)
def ours(monkeypatch):
    monkeypatch.setattr(home, "make_answerer", lambda spec, *rest: Held(spec))
    yield
    home.release()


def test_a_model_is_kept_until_it_is_released():
    first = home.held("vllm:a", *_SETTINGS)
    assert home.held("vllm:a", *_SETTINGS) is first
    home.release()
    assert not first.is_open
    assert home.held("vllm:a", *_SETTINGS) is not first


@pytest.mark.parametrize("other", ["vllm:b", "hf:b"])
def test_of_models_that_fill_the_gpu_one_at_a_time_is_held(other):
    first = home.held("vllm:a", *_SETTINGS)
    second = home.held(other, *_SETTINGS)
    assert (first.is_open, second.is_open) == (False, True)


def test_a_model_elsewhere_leaves_the_others_alone():
    first = home.held("vllm:a", *_SETTINGS)
    served = home.held("openai:http://127.0.0.1:9/v1#b", *_SETTINGS)
    again = home.held("vllm:a", *_SETTINGS)
    assert first is again
    assert first.is_open
    assert served.is_open
