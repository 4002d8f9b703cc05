"""A server that speaks as much of the Hugging Face hub's protocol as finding and fetching a model takes."""

import hashlib
import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit


class HubServer:
    """Has one model, at some commits with the same files; keeps the paths that it was asked for.

    Args:
        model: its id, `owner/name`.
        commits: the newest first, 40 hex digits each; `main` is the first.
        folder: its files.
    """

    def __init__(self, model: str, commits: list[str], folder: Path) -> None:
        self.asked: list[str] = []
        files = {path.name: path for path in folder.iterdir()}
        handler = _handler(model, commits, files, self.asked)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "HubServer":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _handler(model: str, commits: list[str], files: Mapping[str, Path], asked: list[str]):
    api, resolve = f"/api/models/{model}", f"/{model}/resolve/"

    def commit_of(revision: str) -> str | None:
        return commits[0] if revision == "main" else revision if revision in commits else None

    def described(commit: str) -> dict:
        siblings = [{"rfilename": name, "size": path.stat().st_size} for name, path in files.items()]
        return {"id": model, "modelId": model, "sha": commit, "private": False, "tags": [], "siblings": siblings}

    def listed() -> list[dict]:
        date = "2026-01-01T00:00:00.000Z"
        return [{"id": commit, "title": "", "message": "", "authors": [], "date": date} for commit in commits]

    def tree() -> list[dict]:
        return [
            {"type": "file", "path": name, "size": path.stat().st_size, "oid": hashlib.sha1(name.encode()).hexdigest()}
            for name, path in files.items()
        ]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            asked.append(path)
            if path.startswith(resolve):
                return self._file(path.removeprefix(resolve))
            if not path.startswith(api):
                return self._refuse("RepoNotFound")
            match path.removeprefix(api).strip("/").split("/"):
                case ["commits", "main"]:
                    return self._json(listed())
                case ["tree", revision] if commit_of(revision):
                    return self._json(tree())
                case [""]:
                    return self._json(described(commits[0]))
                case ["revision", revision] if commit := commit_of(revision):
                    return self._json(described(commit))
            return self._refuse("RevisionNotFound")

        do_HEAD = do_GET  # noqa: N815 (the name is http.server's)

        def _file(self, rest: str) -> None:
            revision, _, name = rest.partition("/")
            commit = commit_of(revision)
            if commit is None or name not in files:
                return self._refuse("EntryNotFound")
            content = files[name].read_bytes()
            digest = hashlib.sha256(content).hexdigest()
            return self._send(200, content, {"ETag": f'"{digest}"', "X-Repo-Commit": commit})

        def _json(self, value: object) -> None:
            self._send(200, json.dumps(value).encode(), {"Content-Type": "application/json"})

        def _refuse(self, code: str) -> None:
            self._send(404, b"{}", {"X-Error-Code": code, "X-Error-Message": "not here"})

        def _send(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in (headers | {"Content-Length": str(len(body))}).items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    return Handler
