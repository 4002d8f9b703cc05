"""What questions give to whoever looks at nothing: chance, the usual answer, the number of pictures (A, section 4)."""

import polars as pl

from schemas.tables import empty
from tasks.analysis.cells import cells, groups
from tasks.analysis.intervals import share_bounds
from tasks.analysis.rates import TWELFTHS, floats
from tasks.audits.habit import credit
from tasks.audits.image_count import NUMERIC, gold_is


def baselines(questions: pl.DataFrame, episodes: pl.DataFrame) -> pl.DataFrame:
    """Rows of the table `baselines` but for the run: a row a family and stratum, with `all` for the sums.

    Args:
        questions: those that an evaluation asks.
        episodes: of the same generation.

    Returns:
        Shares from 0 to 1. `majority` answers each question with the most frequent gold value of its family in this very
        set, the hardest constant to beat; where values tie, the credit is shared. `image_count` answers with the number
        of cited frames, in the families whose options are numbers; its rows for `all` families hold just those.
    """
    if questions.is_empty():
        return empty("baselines").drop("run_id")
    where = episodes.select("split", "episode_id", "house_id", "stratum")
    rows = questions.join(where, on=["split", "episode_id"], how="left", validate="m:1")
    n_options = pl.col("options").list.len()
    rows = rows.with_columns(
        majority=credit(rows, ["family"], elsewhere=False),
        twelfths=(TWELFTHS / n_options).cast(pl.Int64),
        counted=pl.col("family").is_in(NUMERIC),
        **{f"of_{number}": n_options == number for number in (2, 3, 4)},
    ).with_columns(by_count=pl.col("counted") & gold_is(pl.col("frame_refs").list.len()).fill_null(False))
    tables = [_of_split(key, mine) for key, mine in groups(rows, ["split"])]
    return pl.concat(tables).select(empty("baselines").drop("run_id").columns)


def _of_split(key: list[pl.Expr], rows: pl.DataFrame) -> pl.DataFrame:
    by_house = cells(rows, [], ["majority", "twelfths", "counted", "by_count", "of_2", "of_3", "of_4"])
    often, count = by_house.spread("majority"), by_house.spread("by_count", "counted")
    often_bounds, count_bounds = share_bounds(often), share_bounds(count)
    whole = {"n": "n", "n_options_2": "of_2", "n_options_3": "of_3", "n_options_4": "of_4", "n_counted": "counted"}
    return by_house.keys.with_columns(
        *key,
        **{name: pl.Series(by_house.sums(column), dtype=pl.Int32) for name, column in whole.items()},
        n_houses=pl.Series(often.clusters, dtype=pl.Int32),
        chance=floats(by_house.sums("twelfths") / (TWELFTHS * by_house.sums("n"))),
        majority=floats(often.mean),
        majority_low=floats(often_bounds.low),
        majority_high=floats(often_bounds.high),
        image_count=floats(count.mean),
        image_count_low=floats(count_bounds.low),
        image_count_high=floats(count_bounds.high),
    )
