"""Prompts become requests and completions become responses; nothing is added, mixed up or lost on the way."""

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from schemas.errors import AnswererError, ConfigError, UnfinishedError
from schemas.settings import DecoderSettings, ServingSettings
from tasks.models.answerers import is_privileged, make_answerer
from tasks.models.base import Picture, PromptKey, Response
from tasks.models.chat import ChatRequest, Completion
from tasks.models.chat_models import make_chat_model
from tasks.models.model_answerer import ModelAnswerer
from tasks.models.openai.budget import Budget
from tasks.models.openai.wire import data_url

sys.path.insert(0, str(Path(__file__).parent / "openai"))
from peer import MODEL, Peer  # a server beside the tests


@dataclass
class Backwards:
    """A chat model that answers what it holds in the opposite order."""

    name: str = "backwards"
    asked: list[ChatRequest] = field(default_factory=list)

    def check(self) -> None:
        raise ConfigError("nothing can be had.")

    def complete(self, requests: Iterable[ChatRequest]) -> Iterator[Completion]:
        self.asked = list(requests)
        for request in reversed(self.asked):
            yield Completion(request.key, f"re: {request.parts[-1]}", "length", 12, 3, ((28, 28),))

    def close(self) -> None:
        self.name = "closed"


@pytest.fixture
def peer(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    served = Peer()
    yield served
    served.close()


def _picture(t):
    return Picture(t, f"hash{t}", lambda: np.full((3, 4, 3), t, dtype=np.uint8))


def test_each_response_has_the_key_of_its_prompt_in_whatever_order_they_come(make_prompt):
    prompts = [make_prompt(f"ep_00001_q{n}", text=f"text {n}") for n in range(3)]
    responses = list(ModelAnswerer(Backwards()).answer(prompts))
    assert [(response.key.question_id, response.raw) for response in responses] == [
        (f"ep_00001_q{n}", f"re: text {n}") for n in (2, 1, 0)
    ]


def test_a_response_holds_all_that_the_model_told(make_prompt):
    (response,) = ModelAnswerer(Backwards()).answer([make_prompt(text="which?")])
    key = PromptKey("ep_00001", "ep_00001_q1")
    assert response == Response(key, "re: which?", "length", 12, 3, image_sizes=((28, 28),))


def test_the_same_question_may_be_asked_again_with_its_options_in_another_order(make_prompt):
    prompts = [make_prompt(text=text) for text in ("A: No", "A: Yes")]
    assert [response.raw for response in ModelAnswerer(Backwards()).answer(prompts)] == ["re: A: Yes", "re: A: No"]


def test_pictures_go_where_the_prompt_says(make_prompt):
    model, pictures = Backwards(), (_picture(1), _picture(2))
    before = replace(make_prompt(text="which?"), pictures=pictures)
    between = replace(make_prompt(text="1: 2: which?"), pictures=pictures, places=(3, 6))
    list(ModelAnswerer(model, 10).answer([before, between]))
    shown = [[part if isinstance(part, str) else part.pixel_hash for part in each.parts] for each in model.asked]
    assert shown == [["hash1", "hash2", "which?"], ["1: ", "hash1", "2: ", "hash2", "which?"]]
    assert [each.max_tokens for each in model.asked] == [10, 10]


def test_prompts_are_read_no_further_ahead_than_the_model_reads(make_prompt, peer):
    read = []

    def prompts():
        for n in range(20):
            read.append(n)
            yield make_prompt(f"ep_00001_q{n}")

    answerer = make_answerer(f"openai:{peer.url}#{MODEL}", 7, serving=ServingSettings(max_in_flight=2))
    assert not is_privileged(answerer)
    for done, _ in enumerate(answerer.answer(prompts()), 1):
        assert len(read) <= done + 2
    answerer.close()


def test_the_name_is_the_models_and_tells_an_unusual_token_limit():
    assert ModelAnswerer(Backwards()).name == "backwards"
    assert ModelAnswerer(Backwards(), 10).name == "backwards+answer_tokens=10"


def test_checking_and_closing_are_the_models_affair():
    answerer = ModelAnswerer(Backwards())
    with pytest.raises(ConfigError, match="nothing can be had"):
        answerer.check()
    answerer.close()
    assert answerer.name == "closed"


def test_it_can_be_stopped_where_its_model_can(make_prompt, peer):
    answerer = make_answerer(f"openai:{peer.url}#{MODEL}", 7)
    answers = answerer.answer(make_prompt(f"ep_00001_q{n}") for n in range(500))
    came = [next(answers)]
    answerer.stop()
    with pytest.raises(UnfinishedError, match="was stopped"):
        came.extend(answers)
    answerer.close()
    assert len(came) < 500
    deadline = time.monotonic() + 10  # the server writes down what it answered a moment after it did
    while len(peer.answered) != len(came):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    ModelAnswerer(Backwards()).stop()


def test_pictures_reach_the_server_in_order_and_pixel_for_pixel(make_prompt, peer):
    answerer = make_answerer(f"openai:{peer.url}#{MODEL}", 7, decoder=DecoderSettings(answer_tokens=10))
    answerer.check()
    prompt = replace(make_prompt(text="which?"), pictures=(_picture(1), _picture(2)))
    (response,) = answerer.answer([prompt])
    answerer.close()
    assert response == Response(prompt.key, "re: which?", "stop", 6, 2)
    (body,) = peer.requests
    urls = [data_url(picture.load()) for picture in prompt.pictures]
    assert body["messages"][0]["content"] == [
        *({"type": "image_url", "image_url": {"url": url}} for url in urls),
        {"type": "text", "text": "which?"},
    ]
    assert (body["max_tokens"], body["seed"]) == (10, 7)


def test_a_picture_that_cannot_be_loaded_ends_it_with_the_reason_and_what_had_come(make_prompt, peer):
    def fails():
        raise AnswererError("the picture is gone.")

    broken = replace(make_prompt("ep_00001_q9"), pictures=(Picture(0, "", fails),))
    answerer = make_answerer(f"openai:{peer.url}#{MODEL}", 7, serving=ServingSettings(max_in_flight=1))
    came = []
    with pytest.raises(AnswererError, match="the picture is gone"):
        came.extend(answerer.answer([make_prompt("ep_00001_q1", text="one"), broken]))
    answerer.close()
    assert [response.raw for response in came] == ["re: one"]


def test_answerers_of_a_run_share_its_budget(make_prompt, peer):
    serving = ServingSettings(max_requests=3)
    budget = Budget(serving)
    one, other = (make_answerer(f"openai:{peer.url}#{MODEL}", 7, serving=serving, budget=budget) for _ in range(2))
    assert len(list(one.answer([make_prompt(text="a"), make_prompt(text="b")]))) == 2
    with pytest.raises(UnfinishedError):
        list(other.answer([make_prompt(text="a"), make_prompt(text="b")]))
    one.close()
    other.close()
    assert len(peer.requests) == 3


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("openai:http://127.0.0.1:8000#tiny", "openai:tiny@127.0.0.1:8000"),
        ("vllm:Qwen/Qwen2.5-VL-7B-Instruct", "vllm:Qwen/Qwen2.5-VL-7B-Instruct@cc594898"),
        ("vllm:some/model@1a2b3c4d", "vllm:some/model@1a2b3c4d"),
    ],
)
def test_a_spec_makes_the_model_of_that_name_without_asking_anybody(spec, name, monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    monkeypatch.delenv("LADDER_VLLM_ARGS", raising=False)
    assert make_chat_model(spec).name == name
    assert make_answerer(spec, 7).name == name


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("oracle:x", r"no model `oracle:x`: there are .*`openai:`, .*`vllm:`"),
        ("openai:tiny", "has no http or https URL"),
        ("vllm:", "`vllm:` names no model"),
    ],
)
def test_a_spec_that_names_no_model_is_refused_in_one_sentence(spec, sentence):
    with pytest.raises(ConfigError, match=sentence):
        make_chat_model(spec)
