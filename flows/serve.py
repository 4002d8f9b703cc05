"""`ladder serve`: a model in a vLLM server of our own, until Ctrl-C. What `vllm:` does by itself, done by hand."""

import signal
import time

from schemas.errors import AnswererError, ConfigError
from schemas.settings import DTYPES, DecoderSettings, Dtype
from tasks.models.vllm.command import find_vllm, further_arguments
from tasks.models.vllm.server import VllmServer
from tasks.models.vllm.weights import check_weights, weights_of

_LOOK_EVERY_S = 0.5


def serve(model: str, port: int, dtype: str, seed: int, further: tuple[str, ...]) -> None:
    """Serve on loopback, print what to give `--answerer` once it is healthy, and stay until Ctrl-C.

    Args:
        model: `MODEL@REVISION`, one of A's models by name, or a folder.
        port: On loopback; the server has no key.
        dtype: Number type of the weights.
        seed: Of the server.
        further: More arguments for `vllm serve`, after those of LADDER_VLLM_ARGS.

    Raises:
        ConfigError: There is no `vllm`, no such model, or no such type.
        AnswererError: The server did not start, or ended by itself.
    """
    weights = weights_of(model)
    check_weights(weights)
    arguments = (*further_arguments(), *further)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # how service managers and containers end what they run
    with VllmServer(find_vllm(), weights, DecoderSettings(dtype=_dtype(dtype)), seed, arguments, port) as server:
        print(f"openai:{server.base_url}#{weights.model}", flush=True)
        try:
            while not (how := server.gone()):
                time.sleep(_LOOK_EVERY_S)
        except KeyboardInterrupt:
            return
        raise AnswererError(
            f"the server of `{weights.text}` {how}. Start it again, with more room if it ran short of it."
        )


def _dtype(text: str) -> Dtype:
    for known in DTYPES:
        if known == text:
            return known
    raise ConfigError(f"--dtype {text}: it is one of {', '.join(DTYPES)}.")
