"""Show an episode: in words or as JSON, with its page. It reads the lake and needs no server."""

import re
from dataclasses import dataclass
from typing import Any

from lake.store import open_lake
from schemas.errors import ConfigError
from schemas.values import SPLITS
from tasks.reports.episode import EpisodePage, in_words, plain
from tasks.write_episode import write_episode

_NAMED = re.compile(r"(?:(?P<split>[a-z]+)[-/])?(?P<episode>ep_\d{5})(?:_q\d+|/\d+)?")


@dataclass(frozen=True, slots=True)
class Shown:
    page: EpisodePage
    place: str
    """Where the page was written."""


def show(named: str, run_id: str, lake: str, split: str = "test") -> Shown:
    """Write an episode's page and return it with what it shows.

    Args:
        named: An episode, or what audits name: a question or a frame of one (`ep_00003`, `ep_00003_q2`, `ep_00003/12`).
        run_id: An evaluation, or a generation, which has no answers.
        lake: Where it is.
        split: Of the episode.

    Raises:
        ConfigError: There is no such run, split or episode.
    """
    found = _NAMED.fullmatch(named)
    if found is None:
        raise ConfigError(f"`{named}` names no episode. Episodes are called ep_00003, questions of one ep_00003_q2.")
    split = found["split"] or split
    if split not in SPLITS:
        raise ConfigError(f"there is no split `{split}`. The splits are {', '.join(SPLITS)}.")
    page, place = write_episode.fn(open_lake(lake, create=False).root, run_id, split, found["episode"])
    return Shown(page, place)


def rendered(shown: Shown) -> str:
    return f"{in_words(shown.page)}\n\npage  {shown.place}"


def as_plain(shown: Shown) -> dict[str, Any]:
    return {**plain(shown.page), "page": shown.place}
