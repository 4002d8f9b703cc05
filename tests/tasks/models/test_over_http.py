"""The same small model in this process and behind a real server, asked as the ladder asks: over `openai:`, with a recording
proxy between. Its words are noise, so nothing here is about being right."""

import hashlib
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from schemas.settings import DecoderSettings, LoadingSettings
from tasks.doctor.models import check_server
from tasks.episodes.rows import pixel_hash
from tasks.models.hf.model import open_hf
from tasks.models.model_answerer import ModelAnswerer
from tasks.models.openai.address import address_of
from tasks.models.openai.model import OpenAIModel
from tasks.models.prompting import built_in
from tasks.questions.record import FrameRecord
from tasks.rungs.ask import ask, asked_of
from tasks.rungs.footage import Footage
from tasks.rungs.rungs import RUNGS

pytestmark = pytest.mark.slow

SIZE = 128
TEXTS = (
    ("Was a kettle in view at any moment of the recorded tour?", ("No", "Yes")),
    ("How many chairs came into view in total, each counted once?", ("2", "3")),
    ("Which came into view first?", ("the sofa", "the bed")),
    ("How many rooms were entered?", ("1", "2", "3", "4 or more")),
)
WITH_PICTURES = ("E2s", "E2", "E5")


@pytest.fixture(scope="module")
def recorded():
    """Two walks of seven pictures."""
    return {f"ep_{number:05d}": _walk(number) for number in (1, 2)}


def _walk(number: int) -> Footage:
    drawn = np.random.default_rng(number)
    pictures = [drawn.integers(0, 256, (SIZE, SIZE, 3)).astype(np.uint8) for _ in range(7)]
    records = tuple(FrameRecord(t, "room|1", "room|1", ()) for t in range(7))
    hashes = {t: pixel_hash(picture) for t, picture in enumerate(pictures)}
    return Footage(("Kitchen", "Bedroom")[number - 1], records, hashes, pictures.__getitem__, "Sofa", "house", "S1")


@pytest.fixture
def questions(make_question, recorded):
    return [
        replace(
            make_question(question_id=f"{episode_id}_q{i}", episode_id=episode_id, text=text, options=options),
            frame_refs=(0, 1, 3, 4, 6)[i:],
            decisive_frames=(6,),
            gold=options[1],
        )
        for episode_id in recorded
        for i, (text, options) in enumerate(TEXTS)
    ]


@pytest.fixture
def served(tiny_server, proxy, monkeypatch):
    """The model behind the server, through the proxy."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    model = OpenAIModel(address_of(f"{proxy.url}#{tiny_server.model}"))
    yield ModelAnswerer(model)
    model.close()


@pytest.fixture
def in_process(tiny_model, monkeypatch):
    """The model in this process, one prompt at a time as the server does."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    model = open_hf(str(tiny_model), DecoderSettings(dtype="float32"), LoadingSettings(batch=1, device="cpu"))
    yield ModelAnswerer(model)
    model.close()


def _rows(rung, questions, recorded, answerer):
    return {row["question_id"]: row for row in ask(RUNGS[rung], questions, recorded, answerer, built_in())}


def _seen(parts):
    return tuple(part if isinstance(part, str) else hashlib.sha256(part.tobytes()).hexdigest() for part in parts)


def test_the_server_passes_the_check(served):
    served.check()


def test_the_doctor_finds_the_server_well(tiny_server, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert "is well but lists no models" in check_server(tiny_server.url).words
    assert check_server(f"{tiny_server.url}#{tiny_server.model}").words.endswith("answers")


@pytest.mark.parametrize("rung", ["E0b", "E0", *WITH_PICTURES])
def test_every_question_is_asked_once_in_the_words_and_pictures_of_its_rung(rung, questions, recorded, served, proxy):
    rows = _rows(rung, questions, recorded, served)
    assert set(rows) == {question.question_id for question in questions}
    assert [exchange.status for exchange in proxy.chats] == [200] * len(questions)
    expected = Counter(
        tuple(part if isinstance(part, str) else part.pixel_hash for part in asked.prompt.parts)
        for asked in asked_of(RUNGS[rung], questions, recorded, built_in())
    )
    assert Counter(_seen(exchange.parts) for exchange in proxy.chats) == expected
    for row in rows.values():
        n_cited = len(next(each for each in questions if each.question_id == row["question_id"]).frame_refs)
        assert len(row["evidence_hashes"]) == {"E0b": 0, "E0": 0, "E2s": 1}.get(rung, n_cited)


def test_greedy_decoding_and_the_token_limit_go_with_every_request(questions, recorded, served, proxy, tiny_server):
    _rows("E0", questions, recorded, served)
    for exchange in proxy.chats:
        assert exchange.request["temperature"] == 0
        assert exchange.request["max_tokens"] == DecoderSettings().answer_tokens
        assert exchange.request["model"] == tiny_server.model


def test_usage_and_finish_reason_are_those_that_the_server_gave(questions, recorded, served, proxy):
    rows = _rows("E2", questions, recorded, served)
    told = Counter(
        (
            exchange.reply["choices"][0]["message"]["content"],
            exchange.reply["choices"][0]["finish_reason"],
            exchange.reply["usage"]["prompt_tokens"],
            exchange.reply["usage"]["completion_tokens"],
        )
        for exchange in proxy.chats
    )
    fields = ("raw", "finish_reason", "n_prompt_tokens", "n_completion_tokens")
    assert Counter(tuple(row[field] for field in fields) for row in rows.values()) == told


@pytest.mark.parametrize("rung", ["E0b", "E0", *WITH_PICTURES])
def test_a_model_says_the_same_in_this_process_and_behind_a_server(rung, questions, recorded, served, in_process):
    near, far = (_rows(rung, questions, recorded, answerer) for answerer in (in_process, served))
    fields = ("finish_reason", "n_prompt_tokens", "n_completion_tokens", "evidence_hashes", "prompt_hash")

    def told(row):
        return [row["raw"].lstrip(" "), *(row[field] for field in fields)]  # the server drops a space that comes first

    assert [told(near[each.question_id]) for each in questions] == [told(far[each.question_id]) for each in questions]
    assert len({row["raw"] for row in near.values()}) > 1
