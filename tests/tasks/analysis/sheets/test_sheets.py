import polars as pl
import pytest

from schemas.tables import empty
from tasks.analysis.sheets.sheet import number, percent, points, with_interval
from tasks.analysis.sheets.sheets import Figures, sheets
from tasks.rungs.rungs import RUNGS

NAMES = {
    "ladder",
    "text_probes",
    "strata",
    "standardised",
    "coverage",
    "contrasts",
    "controls",
    "navigation",
    "baselines",
}


def test_every_table_has_a_sheet(made):
    assert set(made) >= NAMES | {"sizes"}


def test_every_figure_of_a_sheet_stands_beside_its_n(made):
    for sheet in made.values():
        assert {"n", "designated"} & set(sheet.figures.columns), sheet.name


def test_every_share_of_answers_has_its_interval(made):
    for name in ("ladder", "text_probes", "strata", "standardised", "coverage", "sizes"):
        assert {"accuracy", "low", "high", "n_houses"} <= set(made[name].figures.columns)


def test_printed_figures_are_the_exact_ones_rounded(made):
    exact = made["ladder"].figures.row(
        by_predicate=(pl.col("rung") == "E2") & (pl.col("family") == "all") & (pl.col("answerer") == "model-0"),
        named=True,
    )
    printed = made["ladder"].printed.row(
        by_predicate=(pl.col("family") == "all") & (pl.col("answerer") == "model-0"), named=True
    )
    assert printed["E2"] == f"{100 * exact['accuracy']:.1f} [{100 * exact['low']:.1f}, {100 * exact['high']:.1f}]"
    assert printed["n"] == "160"


def test_the_printed_ladder_has_families_down_and_its_own_rungs_across(made):
    printed = made["ladder"].printed
    assert printed.columns[:4] == ["answerer", "family", "n", "chance"]
    assert not any(RUNGS[name].against for name in printed.columns[4:])
    assert printed["family"].to_list()[-1] == "all"


def test_text_probes_carry_the_screening_of_the_audits(made):
    by_family = dict(made["text_probes"].printed.select("family", "screening").iter_rows())
    assert by_family["Order"] == "probe-sensitive, count leak"
    assert by_family["Counting"] == "–"


def test_strata_show_the_distance_to_their_own_chance_and_the_primary_contrasts(made):
    printed = made["strata"].printed
    assert printed.columns[-5:] == ["S1", "S2", "S3", "S4", "all"]
    assert {"accuracy", "points above chance", "points"} == set(printed["measure"])
    assert "E5 − E3" in printed["condition"].to_list()


def test_primary_contrasts_and_controls_stand_apart(made):
    assert made["contrasts"].figures["role"].unique().to_list() == ["primary"]
    assert made["controls"].figures["role"].unique().to_list() == ["exploratory"]
    assert "E2-blank − E2" in made["controls"].printed["contrast"].to_list()


def test_a_comparison_in_print_says_what_it_could_have_told(made):
    assert {"verdict", "margin (points)", "power (%)", "detectable (points)", "p, Holm"} <= set(
        made["contrasts"].printed.columns
    )


def test_navigation_has_a_line_a_measure(made):
    measures = made["navigation"].printed["measure"].to_list()
    assert list(dict.fromkeys(measures))[:5] == [
        "walks that ran",
        "reached",
        "success (%)",
        "SPL",
        "SPL, planned route",
    ]


def test_targets_reached_stand_over_the_walks_that_success_is_over():
    row = {"run_id": "eval-0", "split": "test", "rung": "E4", "stratum": "all", "designated": 40, "executed": 30}
    row |= {"reached": 10, "success_rate": 0.25, "success_low": 0.1, "success_high": 0.4}
    table = pl.DataFrame([row], schema=empty("navigation_metrics").schema)
    (sheet,) = sheets(Figures.of({"navigation_metrics": table}))
    told = dict(sheet.printed.select("measure", "all").iter_rows())
    assert (told["walks that ran"], told["reached"]) == ("30/40", "10/40")
    assert told["success (%)"] == "25.0 [10.0, 40.0]"


def test_the_closed_loop_has_a_line_a_rung_and_kind_of_gold():
    row = {"run_id": "eval-0", "split": "test", "rung": "E3", "answerer": "reader", "family": "all", "stratum": "all"}
    row |= {"n": 40, "n_houses": 12, "count": 10.0, "share": 0.25, "low": 0.1, "high": 0.45}
    told = [("all", "right"), ("all", "right_without_evidence"), ("presence", "right")]
    rows = [row | {"gold_by": gold_by, "statistic": statistic} for gold_by, statistic in told]
    table = pl.DataFrame(rows, schema=empty("closed_loop_metrics").schema)
    (sheet,) = sheets(Figures.of({"closed_loop_metrics": table}))
    assert sheet.printed.columns == ["answerer", "rung", "gold_by", "n", "right", "right_without_evidence"]
    assert sheet.printed.rows() == [
        ("reader", "E3", "all", "40", "25.0 [10.0, 45.0]", "25.0 [10.0, 45.0]"),
        ("reader", "E3", "presence", "40", "25.0 [10.0, 45.0]", "–"),
    ]


def test_an_evaluation_without_any_table_has_no_sheets():
    assert sheets(Figures.of({})) == []


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (percent("share"), ["45.5", "0.0", "100.0", "–"]),
        (points("difference"), ["+11.9", "−0.1", "0.0", "–"]),
        (number("length"), ["1.00", "12.35", "−0.50".replace("−", "-"), "–"]),
        (with_interval(points("difference"), "low", "high"), ["+11.9 [−1.0, 25.0]", "−0.1", "0.0", "–"]),
    ],
    ids=["percent", "points", "number", "interval"],
)
def test_figures_print_with_as_many_decimals_always(expression, text):
    rows = pl.DataFrame(
        {
            "share": [0.455, 0.0, 1.0, None],
            "difference": [0.119, -0.0008, -0.00001, None],
            "length": [1.0, 12.3456, -0.5, None],
            "low": [-0.01, None, None, None],
            "high": [0.25, None, None, None],
        }
    )
    assert rows.select(expression.alias("text"))["text"].to_list() == text
