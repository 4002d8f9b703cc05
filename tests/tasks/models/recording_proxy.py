"""A real HTTP server between a client and a model's server: it passes everything on and keeps what went by."""

import base64
import http.client
import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import imagecodecs

_DEADLINE_S = 120
_HOP_BY_HOP = {"connection", "host", "transfer-encoding", "content-length", "keep-alive", "date", "server"}


@dataclass(frozen=True)
class Exchange:
    """One request and what came back."""

    path: str
    request: Any
    """The JSON body; None where there was none."""
    status: int
    reply: Any

    @property
    def parts(self) -> list:
        """What the one message holds, in order: texts, and pictures as arrays (height, width, 3)."""
        (message,) = self.request["messages"]
        content = message["content"]
        if isinstance(content, str):
            return [content]
        return [part["text"] if part["type"] == "text" else _pixels(part["image_url"]["url"]) for part in content]


class RecordingProxy:
    """Listens on a free loopback port while the block lasts."""

    def __init__(self, target: str) -> None:
        self.exchanges: list[Exchange] = []
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(urlsplit(target), self._keep))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    @property
    def chats(self) -> list[Exchange]:
        """Requests for a completion, in the order in which they were answered."""
        return [exchange for exchange in self.exchanges if exchange.path.endswith("/chat/completions")]

    def __enter__(self) -> "RecordingProxy":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _keep(self, exchange: Exchange) -> None:
        with self._lock:
            self.exchanges.append(exchange)


def _handler(target, keep):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _pass_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name: value for name, value in self.headers.items() if name.lower() not in _HOP_BY_HOP}
            connection = http.client.HTTPConnection(target.hostname, target.port, timeout=_DEADLINE_S)
            try:
                connection.request(self.command, self.path, body, headers)
                answer = connection.getresponse()
                reply = answer.read()
            finally:
                connection.close()
            keep(Exchange(self.path, _json(body), answer.status, _json(reply)))
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in _HOP_BY_HOP:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        do_GET = do_POST = _pass_on  # noqa: N815 (the names are http.server's)

        def log_message(self, *_: object) -> None:
            pass

    return Handler


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _pixels(url: str):
    kind, _, data = url.partition(",")
    assert kind == "data:image/png;base64"
    return imagecodecs.png_decode(base64.b64decode(data))
