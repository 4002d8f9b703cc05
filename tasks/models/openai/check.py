"""Whether a server will answer at all, found out before any work starts."""

import json
from typing import TYPE_CHECKING, Any

from schemas.errors import ConfigError
from tasks.models.openai.address import Address
from tasks.models.openai.failures import Failure, failure_of
from tasks.models.openai.model import NO_KEY, require_package

if TYPE_CHECKING:
    from openai import OpenAI

_CONNECT_S = 5.0
_ANSWER_S = 120.0
"""A server may have to load the model first."""
_MOST_NAMES = 5
_A_CONNECTION_EACH = {"Connection": "close"}
"""A server may close a kept connection in the moment in which it is used again; nothing here asks a second time."""


def check_server(address: Address, secret: str) -> None:
    """Ask which models there are, and where the list does not settle it, for one token.

    Raises:
        ConfigError: The package is missing, nobody answers, the key is refused, or the model is not there.
    """
    require_package()
    import openai

    with openai.OpenAI(
        base_url=address.base_url,
        api_key=secret or NO_KEY,
        max_retries=0,
        timeout=openai.Timeout(_ANSWER_S, connect=_CONNECT_S),
        http_client=openai.DefaultHttpxClient(**address.client_options),
        default_headers=_A_CONNECTION_EACH,
    ) as client:
        listed = _listed(client, address, secret)
        if address.model not in listed:
            _ask_for_one_token(client, address, secret, listed)


def _listed(client: "OpenAI", address: Address, secret: str) -> list[str]:
    """Names of the models that the server lists; none where it keeps no list, which says nothing about what it has."""
    try:
        reply = client.models.with_raw_response.list()
        return _names(json.loads(reply.http_response.content))
    except ValueError:
        return []
    except Exception as error:
        failure = failure_of(error, secret)
        if failure is None:
            raise
        _require_answer(address, failure)
        _require_key(address, failure)
        return []


def _ask_for_one_token(client: "OpenAI", address: Address, secret: str, listed: list[str]) -> None:
    """Some servers list nothing (`transformers serve` without a network) or not everything, and answer all the same."""
    try:
        client.chat.completions.with_raw_response.create(
            model=address.model, messages=[{"role": "user", "content": "Say A."}], max_tokens=1
        )
    except Exception as error:
        failure = failure_of(error, secret)
        if failure is None:
            raise
        _require_answer(address, failure)
        _require_key(address, failure)
        if failure.kind == "busy" or failure.parameter == "max_tokens":
            return  # it is there: it has much to do, or calls the limit by another name
        raise ConfigError(
            f"the server at {address.host} does not answer as `{address.model}`: {failure.words}. {_there_are(listed)}"
        ) from error


def _require_answer(address: Address, failure: Failure) -> None:
    if failure.status is None:
        raise ConfigError(
            f"no server answers at {address.base_url}: {failure.words}. Start one, for instance with `ladder serve` or "
            "`vllm serve`, or put the URL right."
        )


def _require_key(address: Address, failure: Failure) -> None:
    if failure.status in (401, 403):
        raise ConfigError(
            f"the server at {address.host} refuses the key: {failure.words}. Set the environment variable OPENAI_API_KEY."
        )


def _names(body: Any) -> list[str]:
    data = body.get("data") if isinstance(body, dict) else None
    models = data if isinstance(data, list) else []
    return [model["id"] for model in models if isinstance(model, dict) and isinstance(model.get("id"), str)]


def _there_are(listed: list[str]) -> str:
    if not listed:
        return "Name the model as the server knows it, after the `#`."
    names = ", ".join(f"`{name}`" for name in listed[:_MOST_NAMES])
    return f"It lists {names}{' and more' if len(listed) > _MOST_NAMES else ''}; name one of them after the `#`."
