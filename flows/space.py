"""Whether the disk holds what a run is going to write, looked at before it starts."""

import shutil

from lake.resume import receipts
from lake.store import Lake
from schemas.errors import ConfigError
from schemas.settings import GenerationSettings

BYTES_A_PICTURE = 75_000
"""256 x 256, lossless; 70 kB on average over real houses."""
PICTURES_AN_EPISODE = 45
RECORD_BYTES_AN_EPISODE = 40_000
"""Rows of an episode without its pictures, and its share of the house documents."""
_MARGIN = 1_000_000_000


def bytes_needed(settings: GenerationSettings) -> int:
    """About how much a generation writes."""
    n_drawn = sum(n for split, n in settings.splits if split in settings.frames)
    n_all = sum(n for _, n in settings.splits)
    return n_drawn * PICTURES_AN_EPISODE * BYTES_A_PICTURE + n_all * RECORD_BYTES_AN_EPISODE


def check_space(lake: Lake, run_id: str, settings: GenerationSettings) -> None:
    """Raises ConfigError where the disk has less room than the generation still needs and a gigabyte to spare.

    What a stopped run has staged takes room already and is not needed again. A store tells nobody how much room it has.
    """
    if not lake.is_local:
        return
    needed = max(0, bytes_needed(settings) - _bytes_held(lake, run_id, settings)) + _MARGIN
    free = shutil.disk_usage(lake.root).free
    if free < needed:
        raise ConfigError(
            f"the disk of lake `{lake.root}` has {free / 1e9:.1f} GB free and this generation needs about "
            f"{needed / 1e9:.1f} GB. Make room, point --lake at another disk, or store fewer pictures with --frames."
        )


def _bytes_held(lake: Lake, run_id: str, settings: GenerationSettings) -> int:
    """Of the files that the run's valid receipts name, in the splits that the settings have."""
    splits = dict(settings.splits)
    held = (receipt for receipt in receipts(lake, run_id) if receipt.shard.split in splits)
    return sum(part.bytes for receipt in held for part in receipt.files)
