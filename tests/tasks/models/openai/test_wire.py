import base64
import json

import imagecodecs
import numpy as np
import pytest

from schemas.settings import DecoderSettings
from tasks.models.openai.wire import BrokenReplyError, Outgoing, body_of, completion_of, data_url


def _picture(seed):
    return np.random.default_rng(seed).integers(0, 256, (7, 9, 3), dtype=np.uint8)


def _reply(message, reason="stop", **more):
    return json.dumps({"choices": [{"message": message, "finish_reason": reason}], **more}).encode()


def test_a_picture_in_a_url_is_the_picture_pixel_for_pixel():
    picture = _picture(0)
    kind, _, data = data_url(picture).partition(",")
    assert kind == "data:image/png;base64"
    assert np.array_equal(imagecodecs.png_decode(base64.b64decode(data)), picture)


def test_texts_and_pictures_keep_their_order():
    first, second = _picture(1), _picture(2)
    body = body_of(Outgoing("k", ("One", first, "two", second), 16), "m", DecoderSettings(), 7)
    assert body["messages"][0]["content"] == [
        {"type": "text", "text": "One"},
        {"type": "image_url", "image_url": {"url": data_url(first)}},
        {"type": "text", "text": "two"},
        {"type": "image_url", "image_url": {"url": data_url(second)}},
    ]


@pytest.mark.parametrize(
    ("reply", "text", "reason"),
    [
        (_reply({"content": "B"}), "B", "stop"),
        (_reply({"content": "B. beca"}, "length"), "B. beca", "length"),
        (_reply({"content": "B"}, None), "B", "stop"),
        (_reply({"content": "B"}, "a new reason"), "B", "stop"),
        (_reply({"content": None}, "length"), "", "length"),
        (_reply({"content": [{"type": "text", "text": "B"}, {"type": "text", "text": "."}]}), "B.", "stop"),
        (_reply({"content": None, "refusal": "I can't help with that."}), "I can't help with that.", "stop"),
        (_reply({"content": ""}, "content_filter"), "the server withheld the answer: content_filter", "error"),
        (_reply({"content": "B"}, id="chatcmpl-of-another", model="another"), "B", "stop"),
    ],
)
def test_a_reply_is_read_as_it_was_meant(reply, text, reason):
    completion = completion_of("k", reply)
    assert (completion.key, completion.text, completion.finish_reason) == ("k", text, reason)


@pytest.mark.parametrize("usage", [None, [], {"prompt_tokens": "12"}, {"prompt_tokens": -1}, {"prompt_tokens": True}])
def test_token_counts_that_are_no_counts_are_left_open(usage):
    completion = completion_of("k", _reply({"content": "B"}, usage=usage))
    assert (completion.n_prompt_tokens, completion.n_completion_tokens) == (None, None)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (b"", "no whole JSON: ''"),
        (b'{"choices": [{"mess', "no whole JSON"),
        (b"<html>", "no whole JSON: '<html>'"),
        (b"\xff\x00", "no whole JSON"),
        (b"null", "holds no choice"),
        (b'{"choices": null}', "holds no choice"),
        (b'{"choices": ["B"]}', "holds no choice"),
        (b'{"choices": [{"text": "B"}]}', "has no message"),
    ],
)
def test_a_broken_reply_says_what_is_wrong_with_it(reply, words):
    with pytest.raises(BrokenReplyError, match=words):
        completion_of("k", reply)
