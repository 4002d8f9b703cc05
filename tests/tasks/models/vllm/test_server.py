"""A server of our own: started, waited for, told apart from others, and gone with us however we end."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from schemas.errors import AnswererError, ConfigError
from schemas.settings import DecoderSettings
from tasks.models.chat import ChatRequest
from tasks.models.vllm.command import find_vllm, serve_command
from tasks.models.vllm.model import VllmModel
from tasks.models.vllm.server import VllmServer
from tasks.models.vllm.weights import Weights, check_weights, weights_of

pytestmark = pytest.mark.usefixtures("nothing_left")

WEIGHTS = Weights("tiny/model", "1a2b3c4d")


def _asks(n):
    return [ChatRequest(f"q{number}", (f"q{number}",), 16) for number in range(n)]


def _quiet(line):
    pass


def _begun_since(before):
    """Children of this process that a test has started; other tests' servers run on for the session."""
    return [process for process in psutil.Process().children(recursive=True) if process not in before]


@pytest.fixture
def model(stand_in):
    made = VllmModel(WEIGHTS, tell=_quiet, wait_after=lambda _: 0.05)
    yield made
    made.close()


# it serves


def test_a_model_answers_through_a_server_of_its_own_which_ends_with_it(model):
    before = psutil.Process().children(recursive=True)
    answers = {completion.key: completion.text for completion in model.complete(_asks(30))}
    assert answers == {f"q{number}": f"re: q{number}" for number in range(30)}
    family = _begun_since(before)
    assert sum("stand_in.py" in " ".join(process.cmdline()) for process in family) == 1
    model.close()
    _, alive = psutil.wait_procs(family, timeout=15)
    assert alive == []


def test_models_that_are_loaded_alike_share_one_server_until_the_last_is_closed(stand_in):
    decoders = (DecoderSettings(), DecoderSettings(answer_tokens=10), DecoderSettings(dtype="float32"))
    before = psutil.Process().children(recursive=True)
    models = [VllmModel(WEIGHTS, decoder, tell=_quiet) for decoder in decoders]
    for model in models:
        assert len(list(model.complete(_asks(2)))) == 2
    family = _begun_since(before)
    assert sum("stand_in.py" in " ".join(process.cmdline()) for process in family) == 2
    models[0].close()
    assert len(list(models[1].complete(_asks(2)))) == 2
    models[1].close()
    models[2].close()
    _, alive = psutil.wait_procs(family, timeout=15)
    assert alive == []


def test_the_server_has_a_key_of_its_own_and_never_hears_the_users(model, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-users")
    assert len(list(model.complete(_asks(3)))) == 3
    own, users = Path("key.txt").read_text().split()
    assert len(own) >= 32
    assert users == "None"
    assert own not in Path("command.txt").read_text()


def test_the_server_gets_no_packages_of_ours(stand_in, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    with VllmServer(find_vllm(), WEIGHTS, tell=_quiet):
        assert Path("path.txt").read_text() == ""


def test_one_says_how_the_start_gets_on(stand_in):
    told = []
    with VllmServer(find_vllm(), WEIGHTS, tell=told.append):
        pass
    assert len(told) == 1
    assert told[0].startswith("vllm: tiny/model@1a2b3c4d is ready after ")


def test_a_port_that_somebody_took_first_is_changed_for_another(stand_in, monkeypatch):
    monkeypatch.setenv("STAND_IN", "taken")
    with VllmServer(find_vllm(), WEIGHTS, tell=_quiet) as server:
        assert server.gone() == ""


def test_another_server_on_a_port_that_was_asked_for_is_not_taken_for_ours(stand_in):
    with VllmServer(find_vllm(), Weights("another/model", "1"), tell=_quiet) as other:
        ours = VllmServer(find_vllm(), WEIGHTS, port=other.port, tell=_quiet)
        with pytest.raises(AnswererError, match=rf"port {other.port} is taken by another server"):
            ours.start()


# it fails


def test_a_server_that_does_not_start_says_why(stand_in, monkeypatch):
    monkeypatch.setenv("STAND_IN", "fails")
    sentence = r"ended with exit code 1 before it was healthy: ValueError: no such model\. The whole log is in `(.*)`;"
    with pytest.raises(AnswererError, match=sentence) as told:
        VllmServer(find_vllm(), WEIGHTS, tell=_quiet).start()
    assert "INFO starting the engine" in Path(str(told.value).split("`")[3]).read_text()


def test_a_server_that_dies_at_work_is_noticed_at_once_and_loses_nothing_that_had_come(model, monkeypatch):
    monkeypatch.setenv("STAND_IN", "dies")
    came, start = [], time.monotonic()
    with pytest.raises(AnswererError, match=r"ended with exit code 7 \(`CUDA error: an illegal memory access was"):
        came.extend(model.complete(_asks(30)))
    assert len({completion.key for completion in came}) == len(came) == 3
    assert all(completion.text == f"re: {completion.key}" for completion in came)
    assert time.monotonic() - start < 60


# it ends


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "fault"),
    [(signal.SIGKILL, ""), (signal.SIGTERM, ""), (signal.SIGINT, ""), (signal.SIGKILL, "stubborn")],
    ids=lambda value: getattr(value, "name", value),
)
def test_nothing_is_left_when_the_parent_ends(stand_in, monkeypatch, how, fault):
    monkeypatch.setenv("STAND_IN", fault)
    code = (
        "import time\n"
        "from tasks.models.vllm.command import find_vllm\n"
        "from tasks.models.vllm.server import VllmServer\n"
        "from tasks.models.vllm.weights import Weights\n"
        "with VllmServer(find_vllm(), Weights('tiny/model', '1'), tell=lambda _: None):\n"
        "    print('up', flush=True)\n"
        "    time.sleep(600)\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    parent = subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL
    )
    with parent, parent.stdout as lines:
        assert lines.readline().strip() == "up"
        family = psutil.Process(parent.pid).children(recursive=True)
        assert len(family) == 3  # the supervisor, the server, its engine
        parent.send_signal(how)
        parent.wait(30)
    _, alive = psutil.wait_procs(family, timeout=20)
    assert alive == []


def test_the_server_does_not_outlive_a_supervisor_that_is_killed(stand_in):
    server = VllmServer(find_vllm(), WEIGHTS, tell=_quiet)
    server.start()
    supervisor = next(p for p in psutil.Process().children() if "supervise" in " ".join(p.cmdline()))
    family = supervisor.children(recursive=True)
    main = [process for process in family if "stand_in.py" in " ".join(process.cmdline())]
    supervisor.kill()
    try:
        _, alive = psutil.wait_procs(main, timeout=10)
        assert alive == []
        deadline = time.monotonic() + 10
        while not server.gone():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert "ended with exit code -9" in server.gone()
    finally:
        for process in family:
            if process.is_running():
                process.kill()
        server.stop()


# what it is told


def test_the_command_names_model_revision_type_and_limits_and_the_users_arguments_win():
    decoder = DecoderSettings(dtype="float16", max_pixels=1000)
    command = serve_command(Path("vllm"), WEIGHTS, decoder, port=8000, seed=7, further=("--dtype", "float32"))
    told = dict(zip(command[3:-2:2], command[4:-2:2], strict=True))
    assert command[:3] == ["vllm", "serve", "tiny/model"]
    assert told == {
        "--host": "127.0.0.1",
        "--port": "8000",
        "--served-model-name": "tiny/model",
        "--dtype": "float16",
        "--seed": "7",
        "--limit-mm-per-prompt": '{"video": 0}',
        "--revision": "1a2b3c4d",
        "--mm-processor-kwargs": json.dumps({"max_pixels": 1000}),
    }
    assert command[-2:] == ["--dtype", "float32"]


@pytest.mark.parametrize(
    ("decoder", "arguments", "name"),
    [
        (DecoderSettings(), "", "vllm:tiny/model@1a2b3c4d"),
        (DecoderSettings(dtype="float32", max_pixels=9), "", "vllm:tiny/model@1a2b3c4d+dtype=float32+max_pixels=9"),
        (DecoderSettings(temperature=1.0), "", "vllm:tiny/model@1a2b3c4d+temperature=1.0+seed=7"),
        (DecoderSettings(), "--api-key secret", "vllm:tiny/model@1a2b3c4d+args=a2693469"),
    ],
)
def test_a_name_holds_what_decides_the_words_and_nothing_secret(monkeypatch, decoder, arguments, name):
    monkeypatch.setenv("LADDER_VLLM_ARGS", arguments)
    assert VllmModel(WEIGHTS, decoder, seed=7).name == name


# what is refused


def test_a_missing_vllm_is_one_sentence_with_the_remedy(monkeypatch, tmp_path):
    monkeypatch.delenv("LADDER_VLLM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        ConfigError, match=r"no `vllm` command here.*vllm-env/bin/pip install vllm`, then set LADDER_VLLM"
    ):
        VllmModel(WEIGHTS).check()


def test_a_ladder_vllm_that_leads_nowhere_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("LADDER_VLLM", str(tmp_path))
    with pytest.raises(ConfigError, match=r"LADDER_VLLM is .* is no command"):
        VllmModel(WEIGHTS).check()


def test_a_vllm_on_the_path_is_found(stand_in, monkeypatch):
    monkeypatch.delenv("LADDER_VLLM")
    monkeypatch.setenv("PATH", f"{stand_in.parent}{os.pathsep}{os.environ['PATH']}")
    assert find_vllm() == stand_in


def test_further_arguments_that_no_shell_could_read_are_refused(monkeypatch):
    monkeypatch.setenv("LADDER_VLLM_ARGS", "--flag 'open")
    with pytest.raises(ConfigError, match="LADDER_VLLM_ARGS can't be read"):
        VllmModel(WEIGHTS)


# weights


def test_as_model_without_a_revision_is_meant_at_as(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    assert weights_of("Qwen/Qwen3-VL-4B-Instruct").text == "Qwen/Qwen3-VL-4B-Instruct@ebb281ec"


def test_a_revision_keeps_its_name_once_the_model_is_here(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    before = weights_of("Qwen/Qwen3-VL-4B-Instruct")
    commit = "ebb281ec" + 32 * "0"
    (tmp_path / "models--Qwen--Qwen3-VL-4B-Instruct" / "snapshots" / commit).mkdir(parents=True)
    after = weights_of("Qwen/Qwen3-VL-4B-Instruct")
    assert (before.text, before.state) == (after.text, "ebb281ec")
    assert after.state == commit


def test_a_folder_is_named_by_what_is_in_it(tmp_path):
    for place in ("here", "there"):
        (tmp_path / place / "mine").mkdir(parents=True)
        (tmp_path / place / "mine" / "config.json").write_text("{}")
    here, there = (weights_of(str(tmp_path / place / "mine")) for place in ("here", "there"))
    assert here.text == there.text
    assert here.text.startswith("mine@")
    assert (here.place, here.state) == (str(tmp_path / "here" / "mine"), None)


def test_a_model_of_no_revision_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(ConfigError, match=r"does not say which revision.*Write `vllm:some/model@COMMIT`"):
        weights_of("some/model")


def test_a_model_that_is_not_here_and_must_not_be_fetched_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ConfigError, match="HF_HUB_OFFLINE forbids to fetch it"):
        check_weights(weights_of("some/model@1a2b3c4d"))
