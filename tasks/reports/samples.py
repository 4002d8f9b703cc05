"""The episodes that a report shows frame by frame: the first of each stratum."""

from collections.abc import Sequence

import imagecodecs
import polars as pl

from tasks.reports.inputs import EpisodeSample


def sample_episodes(episodes: pl.DataFrame) -> list[str]:
    """Ids of the first episode of each stratum, in the order of the strata."""
    first = episodes.sort("stratum", "episode_id").unique("stratum", keep="first", maintain_order=True)
    return first["episode_id"].to_list()


def samples_of(episode_ids: Sequence[str], questions: pl.DataFrame, images: pl.DataFrame) -> tuple[EpisodeSample, ...]:
    """The first, the last and the cited frames of each episode, as PNG; none where no picture was drawn.

    Args:
        episode_ids: Which episodes, in the order of the report.
        questions: Rows of `questions`.
        images: Rows of `images` of those episodes.
    """
    samples = []
    for episode_id in episode_ids:
        pictures = dict(images.filter(pl.col("episode_id") == episode_id).select("t", "data").iter_rows())
        if pictures:
            cited = questions.filter(pl.col("episode_id") == episode_id)["frame_refs"].explode().to_list()
            wanted = sorted({min(pictures), max(pictures), *cited} & pictures.keys())
            samples.append(EpisodeSample(episode_id, {t: _png(pictures[t]) for t in wanted}))
    return tuple(samples)


def _png(qoi: bytes) -> bytes:
    return bytes(imagecodecs.png_encode(imagecodecs.qoi_decode(qoi)))
