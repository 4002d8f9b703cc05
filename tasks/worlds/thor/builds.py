"""Which build of the player belongs to the installed `ai2thor`, whether it can run here, and fetching it once."""

import importlib.util
import sys
from contextlib import redirect_stdout
from pathlib import Path

from schemas.errors import ConfigError
from tasks.worlds.thor.settings import EXECUTABLE, ThorSettings

VERSION = "5.0.0"
_WAY_OUT = "or leave --world out for the embedded world, which needs no engine."


def build_commit() -> str:
    """The commit of the player's build, as the installed package has it. Raises ConfigError without the package."""
    _check_package()
    from ai2thor.build import COMMIT_ID

    return str(COMMIT_ID)


def check_thor(settings: ThorSettings) -> None:
    """Raises ConfigError where AI2-THOR cannot run here: another system, no package, no Vulkan driver."""
    if not sys.platform.startswith("linux"):
        raise ConfigError(
            f"--world thor: AI2-THOR renders without a screen on Linux only. Use such a machine, {_WAY_OUT}"
        )
    _check_package()
    if settings.executable is not None:
        return
    from ai2thor.platform import CloudRendering

    if problems := CloudRendering.validate(None):
        raise ConfigError(
            f"--world thor: AI2-THOR's player cannot run here ({' '.join(problems)} libvulkan1 brings it). Install it, "
            f"name another player in {EXECUTABLE}, {_WAY_OUT}"
        )


def fetch_player(settings: ThorSettings) -> None:
    """Have the player on this machine before several workers ask for it at once; a local one is there already.

    Raises ConfigError where it is not in AI2-THOR's own cache and cannot be fetched.
    """
    check_thor(settings)
    if settings.executable is not None:
        return
    from ai2thor.build import Build
    from ai2thor.platform import CloudRendering

    releases = Path.home() / ".ai2thor" / "releases"
    build = Build(CloudRendering, build_commit(), False, str(releases))
    try:
        with redirect_stdout(sys.stderr):  # it draws a bar, and stdout is for results
            build.download()
    except Exception as error:  # whatever the network, S3 or the archive may raise
        raise ConfigError(
            f"AI2-THOR's player (build {build.commit_id[:12]}) is not in {releases} and cannot be fetched: "
            f"{error}. Copy it there from a machine with a network, name another player in {EXECUTABLE}, {_WAY_OUT}"
        ) from error


def _check_package() -> None:
    if importlib.util.find_spec("ai2thor") is None:
        raise ConfigError(
            "--world thor: the package `ai2thor` is not installed. Install it with "
            f"`pip install 'evidence-ladder[thor]'`, {_WAY_OUT}"
        )
    from importlib.metadata import version

    if version("ai2thor") != VERSION:
        raise ConfigError(
            f"--world thor: `ai2thor` {version('ai2thor')} is installed, and {VERSION} is what this program speaks to. "
            f"Install it with `pip install 'evidence-ladder[thor]'`, {_WAY_OUT}"
        )
