import time
from email.utils import formatdate

import pytest

from tasks.models.openai.failures import backoff_s, bounded, retry_after_s


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "3"}, 3.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after": "-1"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after-ms": "250", "retry-after": "3"}, 0.25),
        ({"retry-after-ms": "x", "retry-after": "3"}, 3.0),
    ],
)
def test_retry_after_is_read(headers, seconds):
    assert retry_after_s(headers, time.time()) == seconds


@pytest.mark.parametrize(("offset_s", "seconds"), [(90, 90.0), (-90, 0.0)])
def test_retry_after_may_be_a_date(offset_s, seconds):
    headers = {"retry-after": formatdate(1_800_000_000 + offset_s, usegmt=True)}
    assert retry_after_s(headers, 1_800_000_000.0) == seconds


def test_each_wait_is_about_twice_the_last_up_to_half_a_minute():
    for n, longest in enumerate((0.5, 1, 2, 4, 8, 16, 30, 30), 1):
        assert longest / 2 <= backoff_s(n) <= longest


def test_words_are_short_on_one_line_and_without_the_key():
    told = bounded("no\n  such key: sk-1 " + "x" * 1000, "sk-1")
    assert told.startswith("no such key: [key] xxx")
    assert (len(told), told[-1]) == (300, "…")
