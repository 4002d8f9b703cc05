import pytest

from schemas.errors import ConfigError
from tasks.models.openai.address import address_of


@pytest.mark.parametrize(
    ("text", "base_url", "model", "host"),
    [
        ("http://127.0.0.1:8000#m", "http://127.0.0.1:8000/v1", "m", "127.0.0.1:8000"),
        ("http://127.0.0.1:8000/v1/#m", "http://127.0.0.1:8000/v1", "m", "127.0.0.1:8000"),
        ("https://Models.org/api/openai#a/b", "https://models.org/api/openai", "a/b", "models.org/api/openai"),
        ("http://[::1]:8000#/folder/of a/model", "http://[::1]:8000/v1", "/folder/of a/model", "[::1]:8000"),
    ],
)
def test_a_url_and_a_model_are_read(text, base_url, model, host):
    address = address_of(text)
    assert (address.base_url, address.model, address.host) == (base_url, model, host)


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("[::1]", True),
        ("10.0.0.1", False),
        ("a.org", False),
    ],
)
def test_loopback_is_told_from_elsewhere(host, loopback):
    assert address_of(f"http://{host}:1#m").on_loopback is loopback


@pytest.mark.parametrize(
    "text", ["http://me:pass@models.org/v1#m", "http://me@models.org#m", "https://models.org/v1?key=pass#m"]
)
def test_a_url_with_a_secret_is_refused_and_not_repeated(text):
    with pytest.raises(ConfigError, match="environment variable OPENAI_API_KEY") as told:
        address_of(text)
    assert "pass" not in str(told.value).replace("password", "")
    assert "me@" not in str(told.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no http or https URL"),
        ("models.org#m", "has no http or https URL"),
        ("ftp://models.org#m", "has no http or https URL"),
        ("http://models.org", "names no model"),
        ("http://models.org# ", "names no model"),
        ("http://models.org:port#m", "cannot read its URL"),
        ("http://[::1#m", "cannot read its URL"),
    ],
)
def test_what_is_no_address_is_refused_with_an_example(text, words):
    with pytest.raises(ConfigError, match=words):
        address_of(text)
