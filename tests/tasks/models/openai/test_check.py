"""What a user is told before any work starts."""

import socket
import sys

import pytest
from peer import Reply

from schemas.errors import ConfigError
from tasks.models.openai.address import address_of
from tasks.models.openai.model import OpenAIModel


def test_a_model_that_is_listed_costs_no_request(make_peer, make_model):
    peer = make_peer()
    make_model(peer).check()
    assert peer.requests == []


@pytest.mark.parametrize("models", [None, (), ("another",)])
def test_a_server_that_does_not_list_the_model_is_asked_for_one_token(make_peer, make_model, models):
    peer = make_peer(models=models)
    make_model(peer).check()
    assert [body["max_tokens"] for body in peer.requests] == [1]


def test_a_server_that_calls_the_token_limit_otherwise_has_the_model(make_peer, make_model):
    told = b'{"error": {"message": "use max_completion_tokens", "param": "max_tokens"}}'
    make_model(make_peer(lambda _, __: Reply(400, told), models=None)).check()


def test_a_server_that_is_busy_is_there(make_peer, make_model):
    make_model(make_peer(lambda _, __: Reply(503, b"loading"), models=None)).check()


def test_a_model_that_is_not_there_is_refused_with_those_that_are(make_peer, make_model):
    peer = make_peer(models=("one", "two"))
    with pytest.raises(
        ConfigError, match=r"does not answer as `three`: HTTP 404: no model three\. It lists `one`, `two`"
    ):
        make_model(peer, model="three").check()


def test_a_server_that_is_not_there_is_refused_with_the_way_to_start_one(make_model):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
        with pytest.raises(
            ConfigError, match=rf"no server answers at {url}: .*\. Start one, for instance with `ladder"
        ):
            make_model(url).check()


def test_a_server_that_wants_another_key_is_refused_with_where_to_put_it(make_peer, make_model, monkeypatch):
    peer = make_peer()
    peer.key = "sk-right"
    model = make_model(peer)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-wrong")
    with pytest.raises(ConfigError, match=r"refuses the key: .* Set the environment variable OPENAI_API_KEY") as told:
        model.check()
    assert "sk-" not in str(told.value)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-right")
    model.check()


def test_loopback_is_asked_past_any_proxy(make_peer, make_model, asks, monkeypatch):
    for name in ("HTTP_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    model = make_model(make_peer())
    model.check()
    assert len(list(model.complete(asks(2)))) == 2


def test_a_missing_package_is_one_sentence_with_the_remedy(monkeypatch, asks):
    monkeypatch.setitem(sys.modules, "openai", None)
    model = OpenAIModel(address_of("http://127.0.0.1:9#m"))
    sentence = r"need the package `openai`, which is not installed here\. `pip install 'evidence-ladder\[openai\]'`"
    with pytest.raises(ConfigError, match=sentence):
        model.check()
    with pytest.raises(ConfigError, match=sentence):
        list(model.complete(asks(1)))
