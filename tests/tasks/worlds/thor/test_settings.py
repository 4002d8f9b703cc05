import os

import pytest

from schemas.errors import ConfigError
from schemas.settings import EpisodeSettings
from tasks.worlds.open import open_world
from tasks.worlds.thor import builds
from tasks.worlds.thor.settings import ThorSettings


def test_what_is_left_out_or_empty_is_as_usual():
    assert ThorSettings.from_environment({"LADDER_THOR_GPU": " ", "OTHER": "1"}) == ThorSettings()


def test_every_variable_is_read(right):
    told = {
        "LADDER_THOR_EXECUTABLE": str(right.executable),
        "LADDER_THOR_GPU": "1",
        "LADDER_THOR_QUALITY": "Low",
        "LADDER_THOR_START_TIMEOUT": "30",
        "LADDER_THOR_STEP_TIMEOUT": "2.5",
    }
    assert ThorSettings.from_environment(told) == ThorSettings(right.executable, 1, "Low", 30.0, 2.5)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LADDER_THOR_EXECUTABLE", "/nowhere/thor"),
        ("LADDER_THOR_EXECUTABLE", os.devnull),
        ("LADDER_THOR_GPU", "first"),
        ("LADDER_THOR_GPU", "0.5"),
        ("LADDER_THOR_GPU", "-1"),
        ("LADDER_THOR_QUALITY", "Best"),
        ("LADDER_THOR_START_TIMEOUT", "0"),
        ("LADDER_THOR_STEP_TIMEOUT", "soon"),
        ("LADDER_THOR_STEP_TIMEOUT", "nan"),
    ],
)
def test_a_variable_that_cannot_be_used_is_named(name, value):
    with pytest.raises(ConfigError, match=name):
        ThorSettings.from_environment({name: value})


def test_a_local_player_is_known_by_its_content_and_not_by_its_path(tmp_path):
    players = []
    for folder in ("a", "b"):
        program = tmp_path / folder / "thor-CloudRendering"
        (tmp_path / folder / "thor-CloudRendering_Data").mkdir(parents=True)
        (tmp_path / folder / "thor-CloudRendering_Data" / "level0").write_bytes(b"house")
        program.write_bytes(b"a program")
        players.append(ThorSettings(program))
    assert players[0].player == players[1].player
    (tmp_path / "b" / "thor-CloudRendering_Data" / "level0").write_bytes(b"houses")
    assert players[0].player != players[1].player


def test_a_machine_without_vulkan_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr("ctypes.util.find_library", lambda name: None)
    with pytest.raises(ConfigError, match="libvulkan1"):
        builds.check_thor(ThorSettings())


def test_a_machine_without_the_package_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ConfigError, match="evidence-ladder"):
        builds.check_thor(ThorSettings())


def test_another_version_of_the_package_is_refused(monkeypatch):
    monkeypatch.setattr("importlib.metadata.version", lambda name: "5.1.0")
    with pytest.raises(ConfigError, match=r"5\.1\.0"):
        builds.check_thor(ThorSettings())


def test_a_player_that_cannot_be_fetched_leaves_the_embedded_world(monkeypatch):
    monkeypatch.setattr("ctypes.util.find_library", lambda name: "libvulkan.so.1")
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # nobody listens there
    with pytest.raises(ConfigError, match=r"cannot be fetched: .* embedded world"):
        builds.fetch_player(ThorSettings())


def test_a_world_of_another_player_is_refused(monkeypatch, right):
    monkeypatch.setenv("LADDER_THOR_EXECUTABLE", str(right.executable))
    with (
        pytest.raises(ConfigError, match="whose pixels may differ"),
        open_world("thor/5.0.0:f0825767cd50:256:90:000000000000", EpisodeSettings()),
    ):
        pass
