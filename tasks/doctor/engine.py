"""AI2-THOR: the package, Vulkan, and whether its player lies here already. No player is started."""

import sys
from dataclasses import replace
from pathlib import Path

from tasks.doctor.finding import Finding, told
from tasks.worlds.thor.builds import build_commit, check_thor
from tasks.worlds.thor.settings import ThorSettings

_RELEASES = Path(".ai2thor") / "releases"


def check_engine() -> Finding:
    found = told("AI2-THOR", _ready)
    return replace(found, words=found.words.removeprefix("--world thor: "))


def _ready() -> str:
    """What is there. Raises ConfigError where the player could not run here."""
    settings = ThorSettings.from_environment()
    check_thor(settings)
    import ai2thor

    version = f"ai2thor {ai2thor.__version__}"
    if settings.executable is not None:
        return f"{version}, player {settings.executable}"
    there = any((Path.home() / _RELEASES).glob(f"*{build_commit()}*")) if sys.platform.startswith("linux") else False
    return f"{version}, Vulkan there, player {'there' if there else 'still to be fetched, which needs the network'}"
