"""The stand-in player as the machine's AI2-THOR: a program that the real Controller starts as it would start Unity."""

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

import tasks.worlds.embedded.kernel_cache  # noqa: F401  names the folder of compiled kernels in the environment
from schemas.settings import EpisodeSettings
from tasks.worlds.thor.player import end_player
from tasks.worlds.thor.settings import ThorSettings
from tasks.worlds.thor.world import ThorWorld

PLAYER = Path(__file__).parent / "standin_player.py"
ROOT = Path(__file__).parents[4]

Standin = Callable[..., ThorSettings]


def launcher(folder: Path, **environment: str) -> Path:
    """A program that starts the stand-in player; AI2-THOR starts a path, with arguments of its own."""
    told = {"PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": os.environ["NUMBA_CACHE_DIR"], **environment}
    exports = "".join(f"export {name}={shlex.quote(value)}\n" for name, value in told.items())
    program = folder / "player with a space.sh"
    program.write_text(f'#!/bin/sh\n{exports}exec {shlex.quote(sys.executable)} {shlex.quote(str(PLAYER))} "$@"\n')
    program.chmod(0o755)
    return program


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """AI2-THOR writes into the home folder: not into that of who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("home")
        patch.setenv("HOME", str(folder))
        yield folder


@pytest.fixture(scope="session")
def right(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThorSettings]:
    """A player without a fault; started once for all tests that use it."""
    yield ThorSettings(launcher(tmp_path_factory.mktemp("player")), start_timeout_s=120.0, step_timeout_s=60.0)
    end_player()


@pytest.fixture
def thor(right: ThorSettings) -> Iterator[ThorWorld]:
    world = ThorWorld(EpisodeSettings(), right)
    yield world
    world.close()


@pytest.fixture
def standin(tmp_path: Path) -> Iterator[Standin]:
    """Settings of a player with a fault (standin_player.py says which); `once` has it break down one time only."""

    def settings(fault: str, *, once: bool = False, start_timeout_s: float = 120.0, step_timeout_s: float = 60.0):
        environment = {"STANDIN_FAULT": fault, **({"STANDIN_ONCE": str(tmp_path / "broke")} if once else {})}
        return ThorSettings(launcher(tmp_path, **environment), None, "Ultra", start_timeout_s, step_timeout_s)

    yield settings
    end_player()


def players() -> list[psutil.Process]:
    """The stand-in players, and the watchers over them, that run below this process."""
    found = []
    for process in psutil.Process(os.getpid()).children(recursive=True):
        try:
            command = " ".join(process.cmdline())
        except psutil.Error:
            continue
        if PLAYER.name in command or "killpg" in command:
            found.append(process)
    return found
