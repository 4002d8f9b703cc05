"""Asking a server that speaks the protocol, and one that fails at it: nothing lost, nothing doubled, nothing mixed up."""

import json
import os
import signal
import threading
import time

import pytest
from peer import GOOD, MODEL, Reply, by_text, failing_first

from schemas.errors import AnswererError, ConfigError, UnfinishedError
from schemas.settings import DecoderSettings, ServingSettings
from tasks.models.chat import ChatRequest
from tasks.models.openai.budget import Budget
from tasks.models.openai.call import LOST_CAUSE


def _all(model, requests):
    return {completion.key: completion for completion in model.complete(requests)}


def _texts(completions):
    return {key: completion.text for key, completion in completions.items()}


def _right(n, first=0):
    return {f"q{number}": f"re: q{number}" for number in range(first, first + n)}


def _take(completions, came, after, act):
    """Collect them, and do something when so many have come."""
    for completion in completions:
        came.append(completion)
        if len(came) == after:
            act()


def _until(condition, seconds=10.0):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.005)


# what is sent, and what comes back


def test_every_answer_comes_back_with_the_key_of_its_request_though_all_ids_are_the_same(make_peer, make_model, asks):
    peer = make_peer(lambda number, _: Reply(delay_s=0.02 * (number % 5)))
    assert _texts(_all(make_model(peer), asks(60))) == _right(60)


def test_a_request_says_model_budget_greedy_decoding_and_seed(make_peer, make_model):
    peer = make_peer()
    _all(make_model(peer, seed=7), [ChatRequest("a", ("Which room?",), 10)])
    assert peer.requests == [
        {
            "model": MODEL,
            "messages": [{"role": "user", "content": "Which room?"}],
            "max_tokens": 10,
            "temperature": 0.0,
            "top_p": 1.0,
            "seed": 7,
        }
    ]


def test_token_counts_are_those_of_the_server(make_peer, make_model, asks):
    (completion,) = _all(make_model(make_peer()), asks(1)).values()
    assert (completion.n_prompt_tokens, completion.n_completion_tokens, completion.finish_reason) == (2, 2, "stop")


def test_the_key_comes_from_the_environment_and_stays_out_of_names_and_errors(
    make_peer, make_model, asks, monkeypatch, capfd
):
    def plan(number, _):
        return Reply(400, b'{"error": {"message": "you sent sk-secret"}}')

    peer = make_peer(plan)
    model = make_model(peer)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    (completion,) = _all(model, asks(1)).values()
    assert peer.seen_headers[0]["authorization"] == "Bearer sk-secret"
    told = f"{model.name} {model!r} {completion} {''.join(capfd.readouterr())}"
    assert "sk-secret" not in told
    assert completion.text == "HTTP 400: you sent [key]"


def test_several_threads_may_ask_at_once(make_peer, make_model, asks):
    peer = make_peer(lambda _, __: Reply(delay_s=0.01))
    model, came = make_model(peer), {}
    threads = [
        threading.Thread(target=lambda n=n: came.__setitem__(n, _texts(_all(model, asks(20, 100 * n)))))
        for n in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert came == {n: _right(20, 100 * n) for n in range(3)}


def test_a_model_that_was_closed_can_be_asked_again(make_peer, make_model, asks):
    model = make_model(make_peer())
    assert _texts(_all(model, asks(2))) == _right(2)
    model.close()
    assert _texts(_all(model, asks(2, 2))) == _right(2, 2)


# how many at once


def test_no_more_requests_are_under_way_than_allowed(make_peer, make_model, asks):
    six = threading.Event()

    def plan(number, _):
        if number >= 5:
            six.set()
        return Reply(waits_for=six, delay_s=0.005)

    peer = make_peer(plan)
    _all(make_model(peer, serving=ServingSettings(max_in_flight=6), first_in_flight=6), asks(60))
    assert peer.most_at_once == 6


def test_requests_are_read_no_further_ahead_than_can_be_under_way(make_peer, make_model, asks):
    read = []

    def source():
        for request in asks(40):
            read.append(request.key)
            yield request

    model = make_model(make_peer(), serving=ServingSettings(max_in_flight=5))
    for done, _ in enumerate(model.complete(source()), 1):
        assert len(read) <= done + 5


def test_a_server_that_complains_of_too_many_requests_gets_fewer_at_once(make_peer, make_model, asks):
    lock, inside, most = threading.Lock(), set(), []

    def plan(number, _):
        with lock:
            inside.add(number)
            n = len(inside)
        time.sleep(0.02)
        with lock:
            inside.discard(number)
        most.append(n)
        return Reply(429, b"{}") if n > 3 else GOOD

    model = make_model(make_peer(plan), serving=ServingSettings(max_in_flight=32, patience_s=60))
    assert _texts(_all(model, asks(120))) == _right(120)
    assert max(most[:60]) > 3
    assert sum(most[-40:]) / 40 < 5


# faults that pass


@pytest.mark.parametrize(
    "reply",
    [
        Reply(500, b"kaput"),
        Reply(502, b"<html>bad gateway</html>"),
        Reply(503, b'{"detail": "loading"}'),
        Reply(429, b'{"error": {"message": "slow down"}}'),
        Reply(408, b"{}"),
        Reply(hang_up=True),
        Reply(keep_back=20),
        Reply(body=b'{"choices": [{"message": {"con'),
        Reply(body=b'{"choices": []}'),
        Reply(body=b'{"choices": [{"finish_reason": "stop"}]}'),
        Reply(body=b"[1, 2]"),
        Reply(body=b"\x00\xff garbage"),
        Reply(body=b""),
    ],
    ids=lambda reply: f"{reply.status}-{(reply.body or b'')[:12]!r}-{reply.keep_back or ''}",
)
def test_a_fault_that_passes_costs_no_answer_and_doubles_none(make_peer, make_model, asks, reply):
    peer = make_peer(lambda number, _: reply if number % 3 == 0 and number < 20 else GOOD)
    completions = list(make_model(peer).complete(asks(20)))
    assert sorted(completion.key for completion in completions) == sorted(_right(20))
    assert _texts({completion.key: completion for completion in completions}) == _right(20)
    _until(lambda: sorted(peer.answered) == sorted(_right(20)))  # each was answered once


def test_a_server_that_is_too_slow_is_asked_again(make_peer, make_model, asks):
    peer = make_peer(failing_first(3, Reply(delay_s=1.0)))
    model = make_model(peer, serving=ServingSettings(timeout_s=0.3))
    assert _texts(_all(model, asks(6))) == _right(6)


def test_a_reply_that_drips_does_not_hold_us_for_ever(make_peer, make_model, asks):
    peer = make_peer(failing_first(1, Reply(drip_s=0.1)))
    model = make_model(peer, serving=ServingSettings(timeout_s=0.5))
    assert _texts(_all(model, asks(3))) == _right(3)


@pytest.mark.parametrize("headers", [{"Retry-After": "1"}, {"retry-after-ms": "1000"}])
def test_what_the_server_asks_for_in_retry_after_is_kept_by_all(make_peer, make_model, asks, headers):
    peer = make_peer(failing_first(1, Reply(429, b"{}", headers)))
    assert _texts(_all(make_model(peer), asks(4))) == _right(4)
    after = [came - peer.came_at[0] for came in peer.came_at[4:]]
    assert min(after) >= 0.95


def test_a_server_that_calls_the_token_limit_by_its_newer_name_is_obeyed(make_peer, make_model, asks):
    message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
    told = json.dumps({"error": {"message": message, "param": "max_tokens"}}).encode()
    peer = make_peer(lambda _, body: Reply(400, told) if "max_tokens" in body else GOOD)
    assert _texts(_all(make_model(peer), asks(12))) == _right(12)
    assert peer.requests[-1]["max_completion_tokens"] == 16


# faults that stay


def test_a_request_that_the_server_always_fails_on_becomes_an_error_in_its_words(make_peer, make_model, asks):
    peer = make_peer(by_text({"q3": Reply(500, b'{"error": {"message": "no such token"}}')}))
    model = make_model(peer, serving=ServingSettings(max_attempts=3))
    completions = _all(model, asks(10))
    assert (completions["q3"].finish_reason, completions["q3"].text) == ("error", "HTTP 500: no such token")
    assert _texts(completions) == {**_right(10), "q3": "HTTP 500: no such token"}
    assert [text for text in map(_text, peer.requests) if text == "q3"] == ["q3"] * 3


def test_a_refused_request_is_not_sent_again(make_peer, make_model, asks):
    peer = make_peer(by_text({"q1": Reply(400, b'{"message": "prompt too long"}')}))
    assert _all(make_model(peer), asks(4))["q1"].text == "HTTP 400: prompt too long"
    assert len(peer.requests) == 4


def test_an_error_keeps_only_the_first_words_of_the_server(make_peer, make_model, asks):
    peer = make_peer(by_text({"q0": Reply(400, b"no " * 10_000)}))
    assert len(_all(make_model(peer), asks(2))["q0"].text) == 300


def test_a_server_that_fails_on_everything_is_given_up_and_nothing_passes_for_an_answer(make_peer, make_model, asks):
    peer = make_peer(lambda _, __: Reply(400, b'{"detail": "this model takes no pictures"}'))
    came = []
    with pytest.raises(AnswererError, match=r"failed on 8 requests in a row, .* this model takes no pictures"):
        came.extend(make_model(peer).complete(asks(100)))
    assert came == []
    assert LOST_CAUSE <= len(peer.requests) < 20


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_server_that_turns_everybody_away_ends_it_at_once_with_all_that_had_come(make_peer, make_model, asks, status):
    peer = make_peer(lambda number, _: GOOD if number < 10 else Reply(status, b'{"message": "go away"}'))
    came = []
    with pytest.raises(AnswererError, match=rf"answers nobody: HTTP {status}: go away\. What came before is kept"):
        came.extend(make_model(peer).complete(asks(100)))
    _until(lambda: sorted(peer.answered) == sorted(completion.key for completion in came))


def test_nobody_is_sent_elsewhere(make_peer, make_model, asks):
    elsewhere = make_peer()
    peer = make_peer(lambda _, __: Reply(307, b"", {"Location": f"{elsewhere.url}/chat/completions"}))
    with pytest.raises(AnswererError, match="HTTP 307"):
        list(make_model(peer).complete(asks(2)))
    assert elsewhere.requests == []


def test_a_server_that_dies_loses_nothing_that_had_come_and_the_rest_can_be_asked_later(make_peer, make_model, asks):
    peer = make_peer(lambda _, __: Reply(delay_s=0.01))
    model = make_model(peer, serving=ServingSettings(patience_s=0.5, max_in_flight=8))
    came = []
    with pytest.raises(AnswererError, match=r"has answered nothing for .* s: the connection failed"):
        _take(model.complete(asks(100)), came, after=20, act=peer.close)
    done = {completion.key for completion in came}
    assert 20 <= len(came) < 100
    assert len(done) == len(came)

    again = make_peer()
    rest = [request for request in asks(100) if request.key not in done]
    both = _texts({completion.key: completion for completion in came}) | _texts(_all(make_model(again), rest))
    assert both == _right(100)
    assert not done & set(again.answered)


def test_a_server_that_comes_back_is_waited_for(make_peer, make_model, asks):
    peer = make_peer()
    model = make_model(peer, wait_s=0.05)
    came = []
    for completion in model.complete(asks(40)):
        came.append(completion)
        if len(came) == 10:
            peer.close()
            threading.Timer(0.5, lambda: make_peer(port=peer.port)).start()
    assert _texts({completion.key: completion for completion in came}) == _right(40)


def test_a_server_that_is_too_busy_for_longer_than_we_wait_ends_it_in_its_words(make_peer, make_model, asks):
    peer = make_peer(lambda _, __: Reply(429, b'{"error": {"message": "come back tomorrow"}}', {"Retry-After": "3600"}))
    with pytest.raises(AnswererError, match="come back tomorrow"):
        list(make_model(peer).complete(asks(3)))
    assert len(peer.requests) <= 3


def test_what_the_source_of_the_requests_raises_comes_after_what_had_been_answered(make_peer, make_model, asks):
    def source():
        yield from asks(5)
        raise OSError("the lake is gone")

    peer, came = make_peer(), []
    with pytest.raises(OSError, match="the lake is gone"):
        came.extend(make_model(peer).complete(source()))
    _until(lambda: sorted(peer.answered) == sorted(completion.key for completion in came))


# budgets


def test_no_more_requests_are_sent_than_the_budget_allows_and_all_that_came_is_kept(make_peer, make_model, asks):
    peer, came = make_peer(), []
    with pytest.raises(
        UnfinishedError, match=r"budget of 25 requests is spent; raise it with --max-requests\. What came"
    ):
        came.extend(make_model(peer, serving=ServingSettings(max_requests=25)).complete(asks(100)))
    assert (len(peer.requests), len(came)) == (25, 25)


def test_requests_that_are_repeated_count_too(make_peer, make_model, asks):
    peer, came = make_peer(failing_first(5, Reply(500, b"{}"))), []
    with pytest.raises(UnfinishedError):
        came.extend(make_model(peer, serving=ServingSettings(max_requests=10)).complete(asks(10)))
    assert (len(peer.requests), len(came)) == (10, 5)


def test_a_budget_that_just_suffices_is_no_error(make_peer, make_model, asks):
    assert _texts(_all(make_model(make_peer(), serving=ServingSettings(max_requests=10)), asks(10))) == _right(10)


def test_models_that_share_a_budget_spend_it_together(make_peer, make_model, asks):
    peer, budget = make_peer(), Budget(ServingSettings(max_requests=10))
    _all(make_model(peer, budget=budget), asks(6))
    with pytest.raises(UnfinishedError):
        _all(make_model(peer, budget=budget), asks(6))
    assert (len(peer.requests), budget.sent) == (10, 10)


def test_time_that_is_up_ends_it_with_all_that_came(make_peer, make_model, asks):
    held = threading.Event()
    peer = make_peer(lambda number, _: GOOD if number < 10 else Reply(waits_for=held))
    model, came = make_model(peer, serving=ServingSettings(max_seconds=0.5)), []
    start = time.monotonic()
    with pytest.raises(UnfinishedError, match=r"budget of 0\.5 s is spent; raise it with --max-seconds"):
        came.extend(model.complete(asks(100)))
    held.set()
    assert time.monotonic() - start < 8
    assert len(came) == 10


# coming to an end


def test_ctrl_c_hands_over_all_that_came_before_it_takes_effect(make_peer, make_model, asks):
    peer = make_peer(lambda _, __: Reply(delay_s=0.01))
    model, came = make_model(peer), []
    usual = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        _take(model.complete(asks(200)), came, after=10, act=lambda: os.kill(os.getpid(), signal.SIGINT))
    assert signal.getsignal(signal.SIGINT) is usual
    assert 10 <= len(came) < 100
    _until(lambda: sorted(peer.answered) == sorted(completion.key for completion in came))


def test_ctrl_c_while_nothing_comes_takes_effect_soon(make_peer, make_model, asks):
    held = threading.Event()
    peer = make_peer(lambda number, _: GOOD if number < 3 else Reply(waits_for=held))
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    start, came = time.monotonic(), []
    with pytest.raises(KeyboardInterrupt):
        came.extend(make_model(peer).complete(asks(20)))
    held.set()
    assert time.monotonic() - start < 8
    assert len(came) == 3


def test_another_thread_can_stop_it(make_peer, make_model, asks):
    peer = make_peer(lambda _, __: Reply(delay_s=0.01))
    model, came, ended = make_model(peer), [], []

    def work():
        try:
            came.extend(model.complete(asks(500)))
        except UnfinishedError as error:
            ended.append(str(error))

    thread = threading.Thread(target=work)
    thread.start()
    _until(lambda: len(peer.answered) >= 10)
    model.stop()
    thread.join(10)
    assert ended == ["asking was stopped. What came before is kept, and the same command asks the rest."]
    _until(lambda: sorted(peer.answered) == sorted(completion.key for completion in came))


def test_ctrl_c_is_passed_on_though_nobody_listens_any_more(make_peer, make_model, asks):
    answers = make_model(make_peer()).complete(asks(20))
    next(answers)
    os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        answers.close()


def test_a_model_that_is_closed_while_it_is_asked_ends_what_is_asked(make_peer, make_model, asks):
    peer = make_peer(lambda _, __: Reply(delay_s=0.02))
    model, ended = make_model(peer), []

    def work():
        try:
            list(model.complete(asks(500)))
        except UnfinishedError as error:
            ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    _until(lambda: len(peer.answered) >= 5)
    model.close()
    thread.join(10)
    assert len(ended) == 1


def test_whoever_stops_listening_leaves_nothing_running(make_peer, make_model, asks):
    peer = make_peer(lambda _, __: Reply(delay_s=0.05))
    answers = make_model(peer).complete(asks(100))
    next(answers)
    answers.close()
    sent = len(peer.requests)
    time.sleep(0.2)
    assert len(peer.requests) <= sent + 1


def test_closing_ends_its_thread(make_peer, make_model, asks):
    model = make_model(make_peer())
    _all(model, asks(1))
    mine = [thread for thread in threading.enumerate() if thread.name.startswith("ask ")]
    model.close()
    assert mine
    assert not any(thread.is_alive() for thread in mine)


# names


@pytest.mark.parametrize(
    ("url", "decoder", "name"),
    [
        ("http://127.0.0.1:8000/v1", DecoderSettings(), "openai:tiny/model@127.0.0.1:8000"),
        ("https://models.org/openai/v1", DecoderSettings(), "openai:tiny/model@models.org/openai/v1"),
        ("http://h/v1", DecoderSettings(temperature=0.7), "openai:tiny/model@h+temperature=0.7+seed=3"),
        ("http://h/v1", DecoderSettings(dtype="float16"), "openai:tiny/model@h"),
    ],
)
def test_a_name_holds_what_decides_the_words_and_that_the_server_hears_of(make_model, url, decoder, name):
    assert make_model(url, decoder=decoder, seed=3).name == name


def test_pixel_limits_that_no_server_would_heed_are_refused(make_peer, make_model):
    with pytest.raises(ConfigError, match=r"can't be set on a server that somebody else started"):
        make_model(make_peer(), decoder=DecoderSettings(max_pixels=1000)).check()


def _text(body):
    return body["messages"][0]["content"]
