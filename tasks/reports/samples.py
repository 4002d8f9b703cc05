"""The episodes that a report shows frame by frame: the first of each stratum that has questions."""

from collections.abc import Sequence

import polars as pl

from tasks.reports.inputs import EpisodeSample
from tasks.reports.pictures import jpeg_of


def sample_episodes(episodes: pl.DataFrame, questions: pl.DataFrame) -> list[str]:
    """Ids of the first episode of each stratum that has questions, in the order of the strata."""
    asked = episodes.join(questions, on="episode_id", how="semi")
    first = asked.sort("stratum", "episode_id").unique("stratum", keep="first", maintain_order=True)
    return first["episode_id"].to_list()


def samples_of(episode_ids: Sequence[str], questions: pl.DataFrame, images: pl.DataFrame) -> tuple[EpisodeSample, ...]:
    """The first, the last and the cited frames of each episode, as JPEG; none where no picture was drawn.

    Args:
        episode_ids: Which episodes, in the order of the report.
        questions: Rows of `questions`.
        images: Rows of `images` of those episodes.
    """
    samples = []
    for episode_id in episode_ids:
        mine = images.filter(pl.col("episode_id") == episode_id).select("t", "data", "pixel_hash")
        pictures = {t: (data, pixel_hash) for t, data, pixel_hash in mine.iter_rows()}
        if pictures:
            cited = questions.filter(pl.col("episode_id") == episode_id)["frame_refs"].explode().to_list()
            wanted = sorted({min(pictures), max(pictures), *cited} & pictures.keys())
            shown = {t: jpeg_of(*pictures[t], f"picture {t} of {episode_id}") for t in wanted}
            samples.append(EpisodeSample(episode_id, shown))
    return tuple(samples)
