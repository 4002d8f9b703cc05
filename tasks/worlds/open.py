"""Worlds by name."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from schemas.errors import ConfigError
from schemas.settings import EpisodeSettings
from tasks.worlds.base import World


def _embedded(settings: EpisodeSettings) -> World:
    from tasks.worlds.embedded.world import EmbeddedWorld

    return EmbeddedWorld(settings)


def _thor(settings: EpisodeSettings) -> World:
    from tasks.worlds.thor.builds import check_thor
    from tasks.worlds.thor.settings import ThorSettings
    from tasks.worlds.thor.world import ThorWorld

    told = ThorSettings.from_environment()
    check_thor(told)
    return ThorWorld(settings, told)


_MAKERS: Mapping[str, Callable[[EpisodeSettings], World]] = {"embedded": _embedded, "thor": _thor}
WORLDS = tuple(_MAKERS)


@contextmanager
def open_world(name: str, settings: EpisodeSettings) -> Iterator[World]:
    """The world of that name or fingerprint (`embedded`, `embedded/1:...`), closed on the way out.

    Raises:
        ConfigError: There is no such world, its fingerprint is another one than the stored one, or it cannot run here.
    """
    engine = name.split("/")[0]
    if engine not in WORLDS:
        raise ConfigError(f"no world `{name}`. There is {', '.join(f'`{world}`' for world in WORLDS)}.")
    world = _MAKERS[engine](settings)
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
    """Engine, version and settings of a world that is named by its engine alone. No engine is started for it."""
    with open_world(name, settings) as world:
        return world.fingerprint


def prepare_world(name: str) -> None:
    """Make ready, once, what every worker would else make for itself: compiled kernels, AI2-THOR's player.

    Raises ConfigError where the player cannot be fetched.
    """
    from tasks.worlds.embedded.warm import warm_up

    if name.split("/")[0] == "thor":
        from tasks.worlds.thor.builds import fetch_player
        from tasks.worlds.thor.settings import ThorSettings

        fetch_player(ThorSettings.from_environment())
    warm_up()  # the kernels that plan moves serve both worlds


def check_world(fingerprint: str, settings: EpisodeSettings) -> None:
    """Raises ConfigError, as `open_world` does, where the world of that fingerprint cannot be had here."""
    with open_world(fingerprint, settings):
        return
