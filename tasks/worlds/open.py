"""Worlds by name."""

from collections.abc import Iterator
from contextlib import contextmanager

from schemas.errors import ConfigError
from schemas.settings import EpisodeSettings
from tasks.worlds.base import World

WORLDS = ("embedded",)


@contextmanager
def open_world(name: str, settings: EpisodeSettings) -> Iterator[World]:
    """The world of that name or fingerprint (`embedded`, `embedded/1:...`), closed on the way out.

    Raises:
        ConfigError: There is no such world, or its fingerprint is another one than the stored one.
    """
    engine = name.split("/")[0]
    if engine not in WORLDS:
        raise ConfigError(f"no world `{name}`. There is {', '.join(f'`{world}`' for world in WORLDS)}.")
    from tasks.worlds.embedded.world import EmbeddedWorld

    world = EmbeddedWorld(settings)
    if "/" in name and world.fingerprint != name:
        raise ConfigError(
            f"the run was made in world `{name}`, and this program holds `{world.fingerprint}`, whose pixels may differ. "
            "Generate again with this version, or install the version that made the run."
        )
    try:
        yield world
    finally:
        world.close()


def world_fingerprint(name: str, settings: EpisodeSettings) -> str:
    """Engine, version and settings of a world that is named by its engine alone."""
    with open_world(name, settings) as world:
        return world.fingerprint


def prepare_world(name: str) -> None:
    """Make ready, once, what every worker would else make for itself: the compiled kernels of the embedded world."""
    if name.split("/")[0] == "embedded":
        from tasks.worlds.embedded.warm import warm_up

        warm_up()


def check_world(fingerprint: str, settings: EpisodeSettings) -> None:
    """Raises ConfigError, as `open_world` does, where the world of that fingerprint cannot be had here."""
    with open_world(fingerprint, settings):
        return
