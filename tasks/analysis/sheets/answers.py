"""Sheets of answers: the ladder by family (A, Table 4), text-only probes (Table 3), strata (Table 5), coverage."""

from collections.abc import Iterator

import polars as pl

from schemas.values import STRATA
from tasks.analysis.sheets.sheet import ALL, NOTHING, Figures, Sheet, laid_out, percent, points, whole, with_interval
from tasks.rungs.rungs import RUNGS

_COUNTS = ["designated", "executed", "answered", "scored", "parsed", "correct"]
_RATE = ["accuracy", "low", "high", "n_houses", "low_episodes", "high_episodes", "n_episodes", "chance"]
_STRATA = [*STRATA, ALL]


def ladder(figures: Figures) -> Sheet:
    rows = figures.table("rung_metrics").filter(pl.col("stratum") == ALL)
    told = rows.with_columns(cell=with_interval(percent("accuracy"), "low", "high"), n=whole("designated"))
    head = told.group_by("answerer", "family", maintain_order=True).agg(
        pl.col("n").first(), pl.col("chance").first().alias("_chance")
    )
    own = [name for name, rung in RUNGS.items() if not rung.against]
    wide = laid_out(told, ["answerer", "family"], "rung", "cell", own)
    printed = wide.join(
        head.select("answerer", "family", "n", chance=percent("_chance")),
        on=["answerer", "family"],
        maintain_order="left",
    )
    return Sheet(
        "ladder",
        "Accuracy by rung and family (%)",
        "Right over all designated questions, an answer that never came or could not be read being wrong. In brackets the "
        "95 % interval, clustered by house. Controls stand beside their rungs in their own sheet.",
        rows.select("answerer", "rung", "family", *_COUNTS, *_RATE),
        printed.select("answerer", "family", "n", "chance", pl.exclude("answerer", "family", "n", "chance")),
    )


def text_probes(figures: Figures) -> Sheet:
    """With the screening of the audits, where there are any."""
    text_only = [name for name, rung in RUNGS.items() if rung.evidence == "none"]
    majority = figures.table("baselines").filter(pl.col("stratum") == ALL)
    majority = majority.select("family", "majority", "majority_low", "majority_high")
    screening = (
        figures.audits.filter(pl.col("audit") == "screening", pl.col("split") == "test")
        .group_by("family", maintain_order=True)
        .agg(screening=pl.col("statistic").str.join(", "))
    )
    rows = (
        figures.table("rung_metrics")
        .filter(pl.col("stratum") == ALL, pl.col("rung").is_in(text_only))
        .join(majority, on="family", how="left", maintain_order="left")
        .join(screening, on="family", how="left", maintain_order="left")
        .with_columns(above_chance=pl.col("accuracy") - pl.col("chance"))
    )
    told = rows.with_columns(
        cell=with_interval(percent("accuracy"), "low", "high"),
        n=whole("designated"),
        shown_chance=percent("chance"),
        shown_majority=percent("majority"),
        screening=pl.col("screening").fill_null(NOTHING),
    )
    down = ["answerer", "family", "n", "shown_chance", "shown_majority", "screening"]
    wide = laid_out(told, down, "rung", "cell", text_only)
    return Sheet(
        "text_probes",
        "Accuracy without pictures, by family (%)",
        "As in the ladder. Majority: each question answered with the most frequent gold value of its family in this very "
        "split. Screening: what the audits say of the family; – where no audit was run.",
        rows.select(
            "answerer",
            "rung",
            "family",
            *_COUNTS,
            *_RATE,
            "above_chance",
            "majority",
            "majority_low",
            "majority_high",
            "screening",
        ),
        wide.select(
            "answerer",
            "family",
            "n",
            chance="shown_chance",
            majority="shown_majority",
            **{name: pl.col(name) for name in text_only if name in wide.columns},
            screening="screening",
        ),
    )


def strata(figures: Figures) -> Sheet:
    """Accuracy, distance to the stratum's own chance, and the primary contrasts, by stratum."""
    rows = figures.table("rung_metrics").filter(pl.col("family") == ALL)
    rows = rows.with_columns(above_chance=pl.col("accuracy") - pl.col("chance"))
    differences = figures.table("contrasts").filter(
        pl.col("family") == ALL, pl.col("role") == "primary", pl.col("against") != "chance"
    )
    lines = pl.concat(
        [
            _lines(rows, pl.col("rung"), "accuracy", with_interval(percent("accuracy"), "low", "high")),
            _lines(rows, pl.col("rung"), "points above chance", points("above_chance")),
            _lines(
                differences,
                pl.format("{} − {}", "rung", "against"),
                "points",
                with_interval(points("difference"), "low", "high"),
            ),
        ]
    )
    return Sheet(
        "strata",
        "Accuracy by stratum (%)",
        "Strata differ in their questions too, so a slope over them is no effect of route length alone; the standardised "
        "sheet holds the families' shares fixed.",
        rows.select("answerer", "rung", "stratum", *_COUNTS, *_RATE, "above_chance"),
        laid_out(lines, ["answerer", "condition", "measure"], "stratum", "cell", _STRATA),
    )


def _lines(rows: pl.DataFrame, condition: pl.Expr, measure: str, cell: pl.Expr) -> pl.DataFrame:
    return rows.select("answerer", condition.alias("condition"), "stratum", measure=pl.lit(measure), cell=cell)


def standardised(figures: Figures) -> Sheet:
    rows = figures.table("standardised_metrics")
    rows = rows.with_columns(pl.col("families").list.join(", "))
    told = rows.with_columns(cell=with_interval(percent("accuracy"), "low", "high"))
    return Sheet(
        "standardised",
        "Accuracy by stratum with the families' shares held fixed (%)",
        "Each family weighs in every stratum what it weighs in the whole run; only families that all strata have.",
        rows.select(
            "answerer", "rung", "stratum", "n", "n_houses", "correct", "accuracy", "low", "high", "chance", "families"
        ),
        laid_out(told, ["answerer", "rung", "families"], "stratum", "cell", _STRATA).select(
            "answerer", "rung", pl.exclude("answerer", "rung", "families"), "families"
        ),
    )


def coverage(figures: Figures) -> Sheet:
    rows = figures.table("rung_metrics").filter((pl.col("family") == ALL) & (pl.col("stratum") == ALL))
    rows = rows.with_columns(
        parse_coverage=pl.when(pl.col("designated") > 0).then(pl.col("parsed") / pl.col("designated"))
    )
    return Sheet(
        "coverage",
        "Five denominators",
        "Designated: planned. Executed: the episode ran. Answered: a response came. Scored: it was judged against gold. "
        "Parsed: a letter was read. Accuracy of parsed answers is conditional; its interval is from drawing houses "
        "anew, where there are ten or more.",
        rows.select(
            "answerer",
            "rung",
            *_COUNTS,
            "parse_coverage",
            "accuracy",
            "low",
            "high",
            "accuracy_parsed",
            "low_parsed",
            "high_parsed",
            "n_houses",
            "chance",
        ),
        rows.select(
            "answerer",
            "rung",
            *[whole(name) for name in _COUNTS],
            parse_coverage=percent("parse_coverage"),
            accuracy=with_interval(percent("accuracy"), "low", "high"),
            accuracy_parsed=with_interval(percent("accuracy_parsed"), "low_parsed", "high_parsed"),
        ),
    )


def circular(figures: Figures) -> Sheet:
    rows = figures.table("circular_metrics")
    if not rows.is_empty():
        rows = rows.filter(pl.col("stratum") == ALL)
    return Sheet(
        "circular",
        "Options turned round (%)",
        "The same questions in every turn of their options: right as they stand, on average over the turns, and in all.",
        rows,
        rows.select(
            "answerer",
            "rung",
            "family",
            n=whole("n"),
            as_they_stand=percent("accuracy"),
            mean_over_turns=with_interval(percent("mean_accuracy"), "mean_low", "mean_high"),
            right_in_all=with_interval(percent("right_in_all"), "all_low", "all_high"),
            chance=percent("chance"),
        )
        if rows.width
        else rows,
    )


def answer_sheets(figures: Figures) -> Iterator[Sheet]:
    yield ladder(figures)
    yield text_probes(figures)
    yield strata(figures)
    yield standardised(figures)
    yield coverage(figures)
    yield circular(figures)
