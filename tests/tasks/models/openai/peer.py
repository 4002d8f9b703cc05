"""A real HTTP server that speaks OpenAI's chat protocol, writes down what it is sent, and fails as it is told to.

It stands for servers whose faults can't be had on demand. A correct reply says back the text it was asked, so that an
answer which went to the wrong question is seen.
"""

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

MODEL = "tiny/model"


@dataclass
class Reply:
    """What to do with one request; by default, to answer it."""

    status: int = 200
    body: bytes | None = None
    """None is the correct answer."""
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    keep_back: int = 0
    """So many bytes at the end of the body are never sent."""
    drip_s: float = 0.0
    """Seconds between two bytes of the body."""
    hang_up: bool = False
    """Close the connection without a word."""
    waits_for: threading.Event | None = None
    """Answer only when this is set."""


GOOD = Reply()
Plan = Callable[[int, dict[str, Any]], Reply]
"""From the number of a chat request, from 0, and its body."""


def failing_first(n: int, reply: Reply) -> Plan:
    """The first `n` requests get this reply, all others a correct one."""
    return lambda number, _: reply if number < n else GOOD


def by_text(replies: dict[str, Reply]) -> Plan:
    """Requests whose text is named get its reply, always."""
    return lambda _, body: replies.get(text_of(body), GOOD)


def text_of(body: dict[str, Any]) -> str:
    """All texts of a request's one message."""
    content = body["messages"][0]["content"]
    if isinstance(content, str):
        return content
    return "".join(part["text"] for part in content if part["type"] == "text")


def answer_to(body: dict[str, Any]) -> bytes:
    usage = {"prompt_tokens": len(text_of(body)), "completion_tokens": 2, "total_tokens": len(text_of(body)) + 2}
    choice = {"index": 0, "message": {"role": "assistant", "content": f"re: {text_of(body)}"}, "finish_reason": "stop"}
    return json.dumps({"id": "always-the-same", "model": "another-name", "choices": [choice], "usage": usage}).encode()


class Peer:
    """Serves on loopback until it is closed."""

    def __init__(self, plan: Plan = lambda _, __: GOOD, *, port: int = 0, models: Sequence[str] | None = (MODEL,)):
        self.plan = plan
        self.models = models
        """What `/v1/models` lists; None answers with status 500, as a server without a network may."""
        self.key = ""
        """Asked for in every request, unless it is empty."""
        self.knows = {MODEL}
        self.healthy = True
        self.requests: list[dict[str, Any]] = []
        """Bodies of chat requests, in the order in which they came."""
        self.came_at: list[float] = []
        self.seen_headers: list[dict[str, str]] = []
        self.answered: list[str] = []
        self.most_at_once = 0
        self._at_once = 0
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", port), _handler_of(self))
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def close(self) -> None:
        """Take no more connections and break off those that there are."""
        self._server.shutdown()
        self._server.server_close()
        self._server.break_off()

    def came(self, body: dict[str, Any], headers: dict[str, str]) -> int:
        with self._lock:
            self.requests.append(body)
            self.came_at.append(time.monotonic())
            self.seen_headers.append(headers)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            return len(self.requests) - 1

    def went(self) -> None:
        with self._lock:
            self._at_once -= 1


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, *arguments: Any) -> None:
        self._connections: set[Any] = set()
        super().__init__(*arguments)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._connections.discard(request)
        super().shutdown_request(request)

    def break_off(self) -> None:
        for connection in list(self._connections):
            self.shutdown_request(connection)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that leave are no matter here."""


def _handler_of(peer: Peer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            pass

        def do_GET(self) -> None:
            if self.path == "/health":
                return self._say(200 if peer.healthy else 503, b"")
            if not self._has_key():
                return None
            if self.path != "/v1/models" or peer.models is None:
                return self._say(500 if self.path == "/v1/models" else 404, b'{"detail": "not here"}')
            listed = {"object": "list", "data": [{"id": name, "object": "model"} for name in peer.models]}
            return self._say(200, json.dumps(listed).encode())

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if not self._has_key():
                return
            if body["model"] not in peer.knows:
                self._say(404, json.dumps({"error": {"message": f"no model {body['model']}"}}).encode())
                return
            number = peer.came(body, {name.lower(): value for name, value in self.headers.items()})
            reply = peer.plan(number, body)
            time.sleep(reply.delay_s)
            if reply.waits_for:
                reply.waits_for.wait(30)
            peer.went()
            self._reply(reply, body)

        def _has_key(self) -> bool:
            if peer.key and self.headers.get("Authorization") != f"Bearer {peer.key}":
                self._say(401, b'{"error": {"message": "wrong key"}}')
                return False
            return True

        def _reply(self, reply: Reply, body: dict[str, Any]) -> None:
            if reply.hang_up:
                self.close_connection = True
                return
            content = answer_to(body) if reply.body is None else reply.body
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self._write(content[: len(content) - reply.keep_back], reply.drip_s)
            if reply.keep_back:
                self.close_connection = True
            elif reply.status == 200 and reply.body is None:
                peer.answered.append(text_of(body))

        def _write(self, content: bytes, drip_s: float) -> None:
            if not drip_s:
                self.wfile.write(content)
                return
            for byte in content:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(drip_s)

        def _say(self, status: int, content: bytes) -> None:
            self._reply(Reply(status, content), {})

    return Handler
