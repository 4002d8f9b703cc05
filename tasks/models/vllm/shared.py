"""One server for all models of this process that are loaded alike: two of them would not fit on one GPU.

Token limits and temperature are said with each request, so they make no other server; type, pixel limits, seed and further
arguments do.
"""

import threading
from collections.abc import Callable
from pathlib import Path

from schemas.settings import DecoderSettings
from tasks.models.vllm.server import VllmServer
from tasks.models.vllm.weights import Weights

_lock = threading.Lock()
_users: dict[int, int] = {}
"""By identity of the server: how many use it."""
_servers: list[VllmServer] = []


def shared_server(
    vllm: Path,
    weights: Weights,
    decoder: DecoderSettings,
    seed: int,
    further: tuple[str, ...],
    tell: Callable[[str], None],
) -> VllmServer:
    """A running server that is loaded so; started where there is none. Give it back with `give_back`.

    Raises:
        AnswererError: It did not start.
    """
    wanted = VllmServer(vllm, weights, decoder, seed, further, tell=tell)
    with _lock:  # whoever wants the same one waits until it is healthy
        server = next((each for each in _servers if _alike(each, wanted) and not each.gone()), None)
        if server is None:
            wanted.start()
            server = wanted
            _servers.append(server)
            _users[id(server)] = 0
        _users[id(server)] += 1
        return server


def give_back(server: VllmServer) -> None:
    """The last user's ends the server."""
    with _lock:
        _users[id(server)] -= 1
        if not _users[id(server)]:
            del _users[id(server)]
            _servers[:] = [each for each in _servers if each is not server]
            server.stop()


def _alike(one: VllmServer, other: VllmServer) -> bool:
    return _loaded(one) == _loaded(other)


def _loaded(server: VllmServer) -> tuple[object, ...]:
    decoder = server.decoder
    limits = (decoder.dtype, decoder.min_pixels, decoder.max_pixels)
    return (server.vllm, server.weights, *limits, server.seed, server.further)
