"""A generation's questions under one rung, for answers that come from outside: what `export` and `score` share."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flows.prepare import published_generation
from flows.requests import letters_flag
from lake.publish import RunRecord
from lake.store import Lake, open_lake
from schemas.errors import ConfigError
from schemas.settings import EpisodeSettings, letters_of
from tasks.models.prompting import Prompts, check_prompts, prompts_in
from tasks.rungs.rungs import RUNGS


@dataclass(frozen=True, slots=True)
class StoredRung:
    lake: Lake
    generation: RunRecord
    made_with: Mapping[str, Any]
    """The generation's own settings, as its manifest has them."""
    rung: str
    prompts: Prompts

    @property
    def settings(self) -> EpisodeSettings:
        return EpisodeSettings.from_plain(self.made_with["episode"])


def stored_rung(lake: str, generation: str, rung: str, prompts: Path | None, letters: str | None) -> StoredRung:
    """What is asked for, checked.

    Args:
        lake: Where the generation is.
        generation: Its id.
        rung: One that shows what the generation holds.
        prompts: A folder of prompt files, or None for the built-in ones.
        letters: What the prompts name; None for what the generation's recipe has.

    Raises:
        ConfigError: There is no such published generation or rung, the rung walks for itself or answers nothing, or the
            prompts cannot serve it.
    """
    if rung not in RUNGS:
        raise ConfigError(f"no rung `{rung}`. There are {', '.join(_storable())}.")
    if rung not in _storable():
        reason = "shows what its own walk saw" if RUNGS[rung].answers else "asks nothing"
        raise ConfigError(
            f"rung {rung} {reason}, which no generation holds. Name one of {', '.join(_storable())}, or evaluate."
        )
    opened = open_lake(lake, create=False)
    record = published_generation(opened, generation)
    made_with = json.loads(record.manifest)["settings"]
    words = prompts_in(prompts, letters_flag(letters) or letters_of(made_with["recipe"]))
    check_prompts(words, [RUNGS[rung]])
    return StoredRung(opened, record, made_with, rung, words)


def _storable() -> list[str]:
    return [name for name, rung in RUNGS.items() if rung.walk is None and rung.answers]
