"""The report of an evaluation run: one HTML page that needs no network, no script and no other file."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl
from markupsafe import Markup, escape

from tasks.reports.charts import charts
from tasks.reports.contrasts import asked_lines, same_sentences
from tasks.reports.controls import acquired_lines, answered_lines, circular_lines, control_lines
from tasks.reports.findings import counts_of, found_lines
from tasks.reports.inputs import EpisodeSample as EpisodeSample
from tasks.reports.inputs import ReportInputs as ReportInputs
from tasks.reports.ladder import Figures, coverage_lines, every_figure, ladders, looks
from tasks.reports.routes import navigation_lines, strata_lines, strata_of
from tasks.reports.scenes import scenes
from tasks.reports.tables import tables
from tasks.reports.template import render, text_of
from tasks.reports.verdict import control_sentences, headline, sentences
from tasks.rungs.rungs import RUNGS

_GATE_ORDER = ("failed", "errored", "recorded", "passed")


def write_page(path: Path, inputs: ReportInputs) -> Path:
    """Write the page and return where it lies.

    The file appears whole or not at all, so a reader never opens half a report.

    Args:
        path: the HTML file; its folder is made where it is missing.
        inputs: of one evaluation run; the page says everything with the n that it rests on.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    partial.write_text(render_report(inputs), encoding="utf-8")
    return partial.replace(path)


def render_report(inputs: ReportInputs) -> str:
    """The page as text. The same inputs give the same text."""
    figures = Figures.of(inputs.rung_metrics)
    both = (figures.rungs, figures.controls)
    seeing, blind = looks(figures)
    strata = strata_of(figures, _planned(inputs), inputs.navigation_metrics)
    return render(
        "report.html",
        style=Markup(text_of("report.css")),
        title=f"Evidence Ladder: {_run_id(inputs)}",
        headline=_with_code(headline(figures)),
        facts=_facts(inputs),
        sentences=_all_with_code(sentences(figures, inputs.navigation_metrics, inputs.closed_loop_metrics)),
        charts=charts(figures, inputs.navigation_metrics),
        ladders=[ladders(figures, answerers) for answerers in (seeing, blind)],
        blind=[figures.labels[name] for name in blind],
        rungs=[RUNGS[rung] for rung in figures.rungs],
        labels=list(figures.labels.values()),
        strata=strata,
        strata_groups=[strata_lines(figures, strata, answerers) for answerers in (seeing, blind)],
        navigation_groups=navigation_lines(inputs.navigation_metrics, strata),
        control_sentences=_all_with_code(
            [*control_sentences(figures), *same_sentences(figures, inputs.contrasts, "exploratory")]
        ),
        controls=control_lines(figures, inputs.contrasts),
        circular=circular_lines(figures, inputs.circular_metrics),
        contrasts=asked_lines(figures),
        contrast_sentences=_all_with_code(same_sentences(figures, inputs.contrasts, "primary")),
        has_own_walks=any(RUNGS[name].shows_own for name in (*figures.rungs, *figures.controls)),
        acquired=[acquired_lines(figures, inputs.closed_loop_metrics, names) for names in both],
        answered=[answered_lines(figures, inputs.closed_loop_metrics, names) for names in both],
        coverage=[coverage_lines(figures, inputs.predictions, names) for names in both],
        every_figure=every_figure(figures),
        scenes=scenes(inputs),
        tables=tables(inputs, blind),
        audits=found_lines(inputs.audits),
        audit_counts=counts_of(inputs.audits),
        run_id=_run_id(inputs),
        generation=_generation(inputs),
        docs=inputs.docs,
        gate=_gate_rows(inputs.validations),
        gate_summary=_gate_summary(inputs.validations),
        verified=inputs.verified,
        manifest=list(_flat(inputs.manifest)),
    )


def _run_id(inputs: ReportInputs) -> str:
    named = inputs.manifest.get("run_id")
    found = inputs.rung_metrics.get_column("run_id").unique().sort().to_list()
    return str(named or ", ".join(found) or "no run")


def _generation(inputs: ReportInputs) -> str:
    found = inputs.questions.get_column("run_id").unique().sort().to_list()
    return ", ".join(found) or "its generation"


def _with_code(sentence: str) -> Markup:
    """Names in backticks as code."""
    return Markup(re.sub(r"`([^`]*)`", r"<code>\1</code>", str(escape(sentence))))


def _all_with_code(sentences: Iterable[str]) -> list[Markup]:
    return [_with_code(sentence) for sentence in sentences]


def _planned(inputs: ReportInputs) -> pl.DataFrame:
    """Episodes that the run was to ask about, answered or not; where it asked nothing, those that it was to walk."""
    if inputs.predictions.is_empty():
        return inputs.episodes
    return inputs.episodes.join(inputs.predictions, on=["split", "episode_id"], how="semi")


def _facts(inputs: ReportInputs) -> str:
    """What was evaluated on what, in a line."""
    n_asked, episodes = inputs.predictions.select("split", "episode_id", "question_id").n_unique(), _planned(inputs)
    on = f"{episodes.height} episodes in {episodes['house_id'].n_unique()} houses"
    asked = f"{n_asked} questions of {on}" if n_asked else f"{on}, and no question"
    return f"{_run_id(inputs)} of {_generation(inputs)}: {asked}"


def _gate_rows(validations: pl.DataFrame) -> list[dict[str, Any]]:
    """What failed first."""
    rows = validations.sort("table", "expectation").rows(named=True)
    return sorted(rows, key=lambda row: _GATE_ORDER.index(row["status"]))


def _gate_summary(validations: pl.DataFrame) -> str:
    counts = dict(validations.group_by("status").len().iter_rows())
    said = [f"{counts[status]} {status}" for status in reversed(_GATE_ORDER) if status in counts]
    return f"Of {validations.height} expectations: {', '.join(said)}." if said else "No gate was run."


def _flat(value: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """The manifest as names with dots and printed values; of a list of parts each has a line."""
    for name, item in value.items():
        if isinstance(item, Mapping) and item:
            yield from _flat(item, f"{prefix}{name}.")
        elif isinstance(item, list) and item and all(isinstance(part, Mapping) for part in item):
            for number, part in enumerate(item, 1):
                yield f"{prefix}{name}.{number}", ", ".join(f"{key} {text}" for key, text in _flat(part))
        else:
            yield (
                f"{prefix}{name}",
                item if isinstance(item, str) else json.dumps(item, ensure_ascii=False, default=str),
            )
