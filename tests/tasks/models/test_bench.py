import sys
from pathlib import Path

import numpy as np
import pytest

from schemas.errors import ConfigError
from tasks.models.bench import AnswerLoad, bench_answer, describe, picture

sys.path.insert(0, str(Path(__file__).parent / "openai"))
from peer import MODEL, Peer, Reply  # a server beside the tests


@pytest.fixture
def peer(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    served = Peer(lambda number, _: Reply(429, b"{}") if number == 20 else Reply(delay_s=0.05))
    yield served
    served.close()


def test_it_counts_answers_repeats_and_tokens_with_1_and_16_under_way(peer):
    result = bench_answer(peer.url, MODEL, AnswerLoad(requests=16, pictures=1, tokens=4))
    one, many = result["figures"]
    assert (one["at_once"], many["at_once"]) == (1, 16)
    assert (one["answered"], many["answered"], one["failed"], many["failed"]) == (16, 16, 0, 0)
    assert (one["repeated"], many["repeated"]) == (0, 1)
    assert one["completion_tokens"] == 32
    assert one["latency_median_s"] >= 0.05
    assert many["answers_per_second"] > one["answers_per_second"]
    assert len(peer.requests) == 1 + 16 + 16 + 1
    assert "16 at once" in describe(result)


def test_no_two_requests_show_the_same_picture(peer):
    bench_answer(peer.url, MODEL, AnswerLoad(requests=4, pictures=2), at_once=(4,))
    urls = [part["image_url"]["url"] for body in peer.requests for part in body["messages"][0]["content"][:2]]
    assert len(set(urls)) == len(urls) == 10


def test_a_picture_is_256_pixels_square_and_packs_like_a_drawn_one():
    import imagecodecs

    drawn = picture((1, 2))
    assert (drawn.shape, drawn.dtype) == ((256, 256, 3), np.uint8)
    assert 40_000 < len(imagecodecs.png_encode(drawn, level=1)) < 120_000


def test_a_load_of_nothing_is_refused():
    with pytest.raises(ConfigError, match="nothing to time"):
        bench_answer("http://127.0.0.1:9", MODEL, AnswerLoad(requests=0))
