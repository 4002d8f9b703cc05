"""The page of a comparison: two evaluations on the same questions. It needs no network, no script and no other file."""

from importlib.resources import files

import jinja2
from markupsafe import Markup

from tasks.analysis.comparison import Comparison, Paired
from tasks.analysis.sheets.comparisons import compared
from tasks.reports.figures import percent, points
from tasks.rungs.rungs import RUNGS

_TEMPLATES = files("tasks.reports") / "templates"


def render_comparison(comparison: Comparison) -> str:
    """The page as text. The same comparison gives the same text."""
    template = (_TEMPLATES / "comparison.html").read_text(encoding="utf-8")
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(template).render(
        style=Markup((_TEMPLATES / "report.css").read_text(encoding="utf-8")),
        title=f"{comparison.run_id} against {comparison.against}",
        headline=headline(comparison),
        comparison=comparison,
        pairs=[(pair, RUNGS[pair.rung], in_words(pair), compared(pair.figures)) for pair in comparison.pairs],
    )


def headline(comparison: Comparison) -> str:
    """How many of the pairs came out how."""
    verdicts = [str(pair.whole["verdict"]) for pair in comparison.pairs]
    counts = [
        f"{verdicts.count(name)} {name}" for name in ("different", "equivalent", "cannot tell") if name in verdicts
    ]
    return (
        f"Two runs on the same {comparison.n_questions} questions: of {len(verdicts)} comparisons {', '.join(counts)}"
    )


def summary(comparison: Comparison) -> str:
    """The comparison in one sentence."""
    differ = "in their settings:" if comparison.settings else "in nothing that names them."
    return (
        f"{comparison.run_id} minus {comparison.against}, paired on {comparison.n_questions} questions in "
        f"{comparison.n_houses} houses; points, with 95 % intervals clustered by house. The runs differ {differ}"
    )


def in_words(pair: Paired) -> str:
    """What became of all families together."""
    row = pair.whole
    least, most = (100 * row[end] for end in ("low", "high"))
    interval = f"{least:+.1f} to {most:+.1f}".replace("-", "−")
    same = (
        f" {row['n_same']} of the questions were put in the same words with the same pictures." if row["n_same"] else ""
    )
    return (
        f"{percent(row['accuracy'])} against {percent(row['accuracy_against'])} of {row['n']} questions: "
        f"{points(row['difference'])} points ({interval}; {row['n_houses']} houses), {row['better']} better and "
        f"{row['worse']} worse. Verdict: {row['verdict']}. A difference of {100 * row['detectable']:.1f} points would have "
        f"been found in four of five such runs.{same}"
    )
