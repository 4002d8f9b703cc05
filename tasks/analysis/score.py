"""All tables about answers, from one look at what became of each question that an evaluation planned to ask."""

import polars as pl

from tasks.analysis.baselines import baselines
from tasks.analysis.cells import coded
from tasks.analysis.circular import circular_metrics
from tasks.analysis.contrast_table import contrast_table
from tasks.analysis.rates import episode_counts, rates
from tasks.analysis.sizes import decisive_sizes, size_metrics
from tasks.analysis.standardised import standardised

_QUESTION = ["split", "episode_id", "question_id"]


def metric_tables(
    asked: pl.DataFrame, questions: pl.DataFrame, episodes: pl.DataFrame, observations: pl.LazyFrame
) -> dict[str, pl.DataFrame]:
    """The tables about answers, by name; those of navigation and of the closed loop are made beside them.

    Args:
        asked: what became of each designated question (`answers.fates`).
        questions: of the evaluated generation.
        episodes: of the evaluated generation.
        observations: of the evaluated generation: what the reference walks saw.
    """
    mine = questions.join(asked.select(_QUESTION).unique(), on=_QUESTION, how="semi")
    rows = coded(asked)
    return {
        "episode_metrics": episode_counts(rows),
        "rung_metrics": rates(rows),
        "baselines": baselines(mine, episodes),
        "contrasts": contrast_table(rows),
        "circular_metrics": circular_metrics(asked),
        "standardised_metrics": standardised(rows),
        "size_metrics": size_metrics(rows, decisive_sizes(mine, observations, episodes)),
    }
