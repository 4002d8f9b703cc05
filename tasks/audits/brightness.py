"""How bright stored pictures are, decoded one by one."""

import imagecodecs
import polars as pl

_SCHEMA = {"episode_id": pl.String, "t": pl.Int32, "brightest": pl.Int32}
NO_BRIGHTNESS = pl.DataFrame(schema=_SCHEMA)


def brightest(images: pl.DataFrame) -> pl.DataFrame:
    """`episode_id`, `t` and the greatest byte, 0 to 255, of each row of `images`."""
    rows = [
        (episode_id, t, int(imagecodecs.qoi_decode(data).max()))
        for episode_id, t, data in images.select("episode_id", "t", "data").iter_rows()
    ]
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")
