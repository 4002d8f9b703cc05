import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tasks.doctor.models import check_models, check_server

PIN = "ebb281ec"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")

    def put(commit, whole=True):
        folder = tmp_path / "models--Qwen--Qwen3-VL-4B-Instruct" / "snapshots" / commit
        folder.mkdir(parents=True)
        (folder / "config.json").write_text("{}")
        if whole:
            (folder / "model.safetensors").write_bytes(b"\0" * 2**20)

    return put


def _model():
    return next(each for each in check_models() if each.subject == "model Qwen/Qwen3-VL-4B-Instruct")


def test_a_model_of_the_audit_is_there_at_its_pinned_commit(cache):
    cache(PIN + "0" * 32)
    assert (_model().state, _model().words) == ("ok", "at ebb281ec0000, 0.0 GiB")


def test_a_model_at_another_commit_is_missing_and_says_what_is_there(cache):
    cache("f" * 40)
    assert (_model().state, _model().words) == ("missing", "not at ebb281ec; ffffffffffff is there")


def test_a_model_without_its_weights_is_broken(cache):
    cache(PIN + "0" * 32, whole=False)
    assert _model().state == "broken"
    assert "without model.safetensors" in _model().words


def test_a_cache_that_must_not_be_added_to_says_so(cache):
    assert "HF_HUB_OFFLINE is set" in check_models()[0].words


@pytest.fixture
def serve():
    """Starts servers that answer GET by a table of paths to status and body."""
    started = []

    def start(answers):
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                status, body = answers.get(self.path, (404, {}))
                self.send_response(status)
                self.end_headers()
                self.wfile.write(json.dumps(body).encode())

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        started.append((server, thread))
        return f"http://127.0.0.1:{server.server_port}"

    yield start
    for server, thread in started:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_server_that_lists_its_models_is_well(serve):
    url = serve({"/v1/models": (200, {"data": [{"id": name} for name in "abcde"]})})
    found = check_server(url)
    assert found.state == "ok"
    assert found.words.endswith("answers and lists a, b, c and 2 more")


def test_a_server_that_lists_nothing_but_is_well_is_well(serve):
    url = serve({"/v1/models": (500, {}), "/health": (200, {})})
    found = check_server(f"openai:{url}/v1")
    assert found.state == "ok"
    assert "is well but lists no models" in found.words


@pytest.mark.parametrize(
    ("answers", "words", "remedy"),
    [
        ({"/v1/models": (401, {})}, "refuses the key", "OPENAI_API_KEY"),
        ({"/v1/models": (500, {})}, "answers with status 500", "Look into its log"),
    ],
)
def test_a_server_that_will_not_answer_is_broken(serve, answers, words, remedy):
    found = check_server(serve(answers))
    assert found.state == "broken"
    assert words in found.words
    assert remedy in found.remedy


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "nonsense", "http://user:secret@127.0.0.1:9/v1"])
def test_where_no_server_is_there_is_a_remedy_and_no_secret(url):
    found = check_server(url)
    assert found.state == "broken"
    assert found.remedy
    assert "secret" not in found.words + found.remedy
