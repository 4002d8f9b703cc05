"""Charts as inline SVG: Altair draws them, vl-convert renders them, and nothing on the page needs a script.

Colours in the drawing are placeholders that become CSS variables, so that one SVG serves light and dark. The figures
stand in tables beside it; each chart carries a text alternative that says what it shows and where they are.
"""

import re
from dataclasses import dataclass

import altair as alt
import polars as pl
import vl_convert
from markupsafe import Markup, escape

from tasks.reports.figures import percent
from tasks.reports.ladder import Figures, Row
from tasks.reports.verdict import best_model, best_text, fullest
from tasks.rungs.rungs import RUNGS

_VEGA_LITE = "6.4"
_WIDTH_PX = 250
_LABELS_PX = 108
"""Room for the longest family name; the same in both charts, so that they print at one size."""
_INK, _GRID, _CHANCE = "#010203", "#010204", "#010205"
_SERIES = ("#010211", "#010212", "#010213", "#010214", "#010215", "#010216")
_CSS = {_INK: "var(--ink)", _GRID: "var(--line)", _CHANCE: "var(--quiet)"} | {
    color: f"var(--series-{number})" for number, color in enumerate(_SERIES, 1)
}
_SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]
_AXIS = "accuracy, % (tick: chance)"
_PERCENT = alt.Scale(domain=[0, 100])


@dataclass(frozen=True, slots=True)
class Chart:
    name: str
    title: str
    alternative: str
    """What a reader who cannot see the drawing is told."""
    svg: Markup


def charts(figures: Figures, navigation: pl.DataFrame) -> list[Chart]:
    """The ladder as a whole, each family's step from text to pictures, and strata with navigation; those that there are.

    Args:
        figures: the rung metrics.
        navigation: the table `navigation_metrics`.
    """
    drawn = [_by_rung(figures), _by_family(figures), _by_stratum(figures, navigation)]
    return [chart for chart in drawn if chart is not None]


def _by_rung(figures: Figures) -> Chart | None:
    rows = [row for rung in figures.rungs for name in figures.answerers if (row := figures.row(rung, name))]
    data = [_point(row, row["rung"], row["label"]) for row in rows if row["accuracy"] is not None]
    if not data:
        return None
    spoken = "; ".join(f"{point['place']} {point['series']} {point['said']}" for point in data)
    return _chart(
        "by-rung",
        "Accuracy by rung, all families",
        f"Accuracy with its 95 % interval for each rung and answerer. {spoken}. The ladder table holds the same figures.",
        _dots(data, list(figures.rungs), list(figures.labels.values()), step_px=16),
    )


def _by_family(figures: Figures) -> Chart | None:
    series = _series(figures)
    if fullest(figures) is None or len(series) < 2:
        return None
    families = [family for family in figures.families if family != "all"]
    data = [
        _point(row, family, name)
        for name, (rung, answerer) in series.items()
        for family in families
        if (row := figures.row(rung, answerer, family)) and row["accuracy"] is not None
    ]
    if not data:
        return None
    spoken = "; ".join(f"{point['place']} {point['series']} {point['said']}" for point in data)
    return _chart(
        "by-family",
        "What text gives and what pictures hold, by family",
        f"Accuracy by family of {' and of '.join(series)}, with its 95 % interval. {spoken}.",
        _dots(data, families, list(series), step_px=13),
    )


def _by_stratum(figures: Figures, navigation: pl.DataFrame) -> Chart | None:
    """Whether longer routes are answered worse, beside whether their targets are reached."""
    series = _series(figures)
    strata = [stratum for stratum in figures.strata if stratum != "all"]
    data = [
        _point(row, stratum, name)
        for name, (rung, answerer) in series.items()
        for stratum in strata
        if (row := figures.row(rung, answerer, "all", stratum)) and row["accuracy"] is not None
    ]
    answered = [rung for rung in figures.rungs if RUNGS[rung].walk]
    walked = [
        _arrival(row)
        for row in navigation.filter(pl.col("stratum") != "all", pl.col("rung").is_in(answered)).iter_rows(named=True)
    ]
    data += [point for point in walked if point is not None and point["place"] in strata]
    if not data or len(strata) < 2:
        return None
    names = list(dict.fromkeys(str(point["series"]) for point in data))
    spoken = "; ".join(f"{point['place']} {point['series']} {point['said']}" for point in data)
    return _chart(
        "by-stratum",
        "Answers and arriving, by length of route",
        f"Accuracy and targets reached by stratum, with 95 % intervals. {spoken}. The tables of routes hold the figures.",
        _dots(data, strata, names, step_px=13, title="% right, or reached (tick: chance)"),
    )


def _arrival(row: Row) -> dict[str, object] | None:
    if row["success_rate"] is None or row["success_low"] is None:
        return None
    return {
        "place": row["stratum"],
        "series": f"targets reached, {row['rung']}",
        "accuracy": 100 * row["success_rate"],
        "low": 100 * row["success_low"],
        "high": 100 * row["success_high"],
        "chance": None,
        "said": f"{row['reached']} of {row['designated']}",
    }


def _series(figures: Figures) -> dict[str, tuple[str, str]]:
    """What text gives, what pictures hold, and what the best model makes of them, as the headline names them."""
    shown = fullest(figures)
    chosen = [best_text(figures), shown, best_model(figures, shown["rung"]) if shown else None]
    return {f"{row['label']}, {row['rung']}": (row["rung"], row["answerer"]) for row in chosen if row}


def _point(row: Row, place: str, series: str) -> dict[str, object]:
    return {
        "place": place,
        "series": series,
        "accuracy": 100 * row["accuracy"],
        "low": 100 * row["low"],
        "high": 100 * row["high"],
        "chance": 100 * row["chance"],
        "said": f"{percent(row['accuracy'])} of {row['designated']}",
    }


def _dots(
    data: list[dict[str, object]], places: list[str], series: list[str], step_px: int, title: str = _AXIS
) -> alt.LayerChart:
    """Points with interval lines, a band a place and a line a series within it; a tick marks chance."""
    base = alt.Chart(alt.InlineData(values=data))
    y = alt.Y(
        "place:N", sort=places, title=None, axis=alt.Axis(labelLimit=140, minExtent=_LABELS_PX, maxExtent=_LABELS_PX)
    )
    offset = alt.YOffset("series:N", sort=series)
    colors, shapes = map(list, zip(*marks_of(len(series)), strict=True))
    legend = alt.Legend(title=None, orient="top", direction="vertical", labelLimit=320, symbolStrokeWidth=2)
    color = alt.Color("series:N", sort=series, scale=alt.Scale(domain=series, range=colors), legend=legend)
    shape = alt.Shape("series:N", sort=series, scale=alt.Scale(domain=series, range=shapes), legend=legend)
    x = alt.X("accuracy:Q", scale=_PERCENT, title=title)
    chance = base.mark_tick(color=_CHANCE, thickness=2, size=step_px - 2).encode(
        x=alt.X("chance:Q", scale=_PERCENT), y=y, yOffset=offset
    )
    lines = base.mark_rule(strokeWidth=1.5).encode(
        x=alt.X("low:Q", scale=_PERCENT), x2="high:Q", y=y, yOffset=offset, color=color
    )
    dots = base.mark_point(filled=True, size=55, opacity=1).encode(x=x, y=y, yOffset=offset, color=color, shape=shape)
    height = alt.Step(step_px * max(1, len(series)) + 8, **{"for": "position"})
    return alt.LayerChart(layer=[chance, lines, dots]).properties(width=_WIDTH_PX, height=height)


def marks_of(n_series: int) -> list[tuple[str, str]]:
    """A colour and a shape a series; once the colours are through, each comes again with another shape."""
    colors, shapes = len(_SERIES), len(_SHAPES)
    return [(_SERIES[n % colors], _SHAPES[(n + n // colors) % shapes]) for n in range(n_series)]


def _chart(name: str, title: str, alternative: str, drawing: alt.LayerChart) -> Chart:
    styled = (
        drawing.configure(background="transparent", font="sans-serif", padding=4)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=_INK,
            titleColor=_INK,
            gridColor=_GRID,
            domainColor=_GRID,
            tickColor=_GRID,
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
        )
        .configure_legend(labelColor=_INK, labelFontSize=12)
    )
    return Chart(
        name, title, alternative, _inline(vl_convert.vegalite_to_svg(styled.to_dict(), _VEGA_LITE), name, alternative)
    )


def _inline(svg: str, name: str, alternative: str) -> Markup:
    """The SVG fit to stand in a page: colours from its style sheet, ids of its own, one picture to a screen reader."""
    for placeholder, variable in _CSS.items():
        svg = svg.replace(placeholder, variable)
    svg = re.sub(r'\s(?:role|aria-[a-z]+)="[^"]*"', "", svg)
    svg = re.sub(r'(\sid="|url\(#|href="#)', rf"\g<1>{name}-", svg)
    return Markup(svg.replace("<svg ", f'<svg role="img" aria-label="{escape(alternative)}" ', 1))
