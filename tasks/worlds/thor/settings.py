"""What a machine has to say about AI2-THOR's player: where it is, what it may use, how long to wait for it.

All of it comes from the environment, for it belongs to a machine and not to a run: the workers of one run may lie on
several. Only the player itself and its quality change pixels, and they enter the world's fingerprint.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from schemas.errors import ConfigError
from schemas.identity import digest_of

EXECUTABLE = "LADDER_THOR_EXECUTABLE"
GPU = "LADDER_THOR_GPU"
QUALITY = "LADDER_THOR_QUALITY"
START_TIMEOUT = "LADDER_THOR_START_TIMEOUT"
STEP_TIMEOUT = "LADDER_THOR_STEP_TIMEOUT"

QUALITIES = ("Very Low", "Low", "Medium", "MediumCloseFitShadows", "High", "Very High", "Ultra", "High WebGL")


@dataclass(frozen=True, slots=True)
class ThorSettings:
    """How this machine runs the player. Nothing here but `executable` and `quality` can change a row."""

    executable: Path | None = None
    """A player on this machine; None: the build that belongs to the installed `ai2thor`, fetched once."""
    gpu: int | None = None
    """Number of the CUDA device that renders; None leaves the choice to Vulkan."""
    quality: str = "Ultra"
    start_timeout_s: float = 300.0
    """Longest wait for a player to report after its start."""
    step_timeout_s: float = 100.0
    """Longest wait for the answer to one action; entering a house is one."""

    def __post_init__(self) -> None:
        if self.quality not in QUALITIES:
            raise ConfigError(f"{QUALITY}={self.quality}: it is one of {', '.join(QUALITIES)}.")
        if self.gpu is not None and self.gpu < 0:
            raise ConfigError(f"{GPU}={self.gpu}: devices are numbered from 0. Leave it out to let Vulkan choose.")
        for name, seconds in ((START_TIMEOUT, self.start_timeout_s), (STEP_TIMEOUT, self.step_timeout_s)):
            if not seconds > 0.0:
                raise ConfigError(f"{name}={seconds:g}: a wait needs some seconds. Leave it out for the usual ones.")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> "ThorSettings":
        """The settings that the `LADDER_THOR_` variables tell; empty ones count as unset.

        Raises ConfigError naming the variable that cannot be used.
        """
        told = {name: value for name, value in (environment or os.environ).items() if value.strip()}
        usual = cls()
        executable = Path(told[EXECUTABLE]).expanduser().absolute() if EXECUTABLE in told else None
        if executable is not None and not (executable.is_file() and os.access(executable, os.X_OK)):
            raise ConfigError(
                f"{EXECUTABLE}={told[EXECUTABLE]}: there is no file that can be run. Name AI2-THOR's player "
                "(thor-CloudRendering-...), or leave the variable out to have it fetched."
            )
        return cls(
            executable=executable,
            gpu=int(_number(told, GPU)) if GPU in told else None,
            quality=told.get(QUALITY, usual.quality),
            start_timeout_s=_number(told, START_TIMEOUT) if START_TIMEOUT in told else usual.start_timeout_s,
            step_timeout_s=_number(told, STEP_TIMEOUT) if STEP_TIMEOUT in told else usual.step_timeout_s,
        )

    @property
    def player(self) -> str:
        """Identity of the player: the commit of the fetched build, or a digest over the files of a local one."""
        if self.executable is not None:
            return digest_of(_local(self.executable))[:12]
        from tasks.worlds.thor.builds import build_commit

        return build_commit()[:12]


def _number(told: Mapping[str, str], name: str) -> float:
    try:
        number = float(told[name])
        if name == GPU and number != int(number):
            raise ValueError
    except (ValueError, OverflowError):
        raise ConfigError(f"{name}={told[name]}: it is no number. Give one, or leave the variable out.") from None
    return number


def _local(executable: Path) -> list[tuple[str, str]]:
    """What tells one local player from another: the program's bytes, and names and sizes of Unity's data beside it.

    The data are gigabytes, so their sizes stand for them.
    """
    data = executable.with_name(f"{executable.stem}_Data")
    files = sorted(path for path in data.rglob("*") if path.is_file()) if data.is_dir() else []
    sizes = [(path.relative_to(data).as_posix(), str(path.stat().st_size)) for path in files]
    return [("program", executable.read_bytes().hex()), *sizes]
