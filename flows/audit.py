"""Audit a run: what the audits find, written to the table `audits` and put in words. It needs no server."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from lake.lease import lease
from lake.rows import replace_rows
from lake.store import open_lake
from schemas.settings import Split
from schemas.values import AUDIT_VERDICTS
from tasks.audit_run import audit_run, audits_frame
from tasks.audits.finding import Finding
from tasks.audits.screening import NAME as SCREENING

Findings = Mapping[Split, Sequence[Finding]]
_NAMED_IDS = 3


def audit(run_id: str, lake: str) -> Findings:
    """All findings, by split; what a run had in `audits` before is replaced.

    `run_id` is a generation, which is audited with the text-only answers of all evaluations of it, or one evaluation.
    Raises ConfigError where there is no such published run.
    """
    opened = open_lake(lake, create=False)
    findings = audit_run.fn(opened.root, run_id)
    with lease(opened, run_id):
        replace_rows(opened, "audits", run_id, audits_frame(run_id, findings))
    return findings


def failed(findings: Findings) -> bool:
    """Whether any finding fails its threshold: what `ladder audit` exits 1 on."""
    return any(each.fails for found in findings.values() for each in found)


def plain(findings: Findings) -> dict[str, list[dict[str, Any]]]:
    """The findings as JSON can hold them, by split."""
    return {split: [asdict(each) for each in found] for split, found in findings.items()}


def rendered(findings: Findings, *, verdicts: Sequence[str] = ("failed", "caution", "undecided")) -> str:
    """The findings of those verdicts, worst first, then the screening table and a count of everything."""
    return "\n".join(line for split, found in findings.items() for line in _split(split, found, verdicts))


def _split(split: Split, found: Sequence[Finding], verdicts: Sequence[str]) -> Iterator[str]:
    counts = {verdict: sum(each.verdict == verdict for each in found) for verdict in AUDIT_VERDICTS}
    yield f"{split}: " + ", ".join(f"{n} {verdict}" for verdict, n in counts.items() if n)
    for verdict in AUDIT_VERDICTS:
        if verdict in verdicts:
            yield from (_line(each) for each in found if each.verdict == verdict and each.audit != SCREENING)
    yield "  screening"
    classes: dict[str, list[str]] = {}
    for each in found:
        if each.audit == SCREENING:
            figure = "" if each.value is None else f" ({_figure(each.value)})"
            classes.setdefault(each.family, []).append(f"{each.statistic}{figure}")
    yield from (f"    {family:<20} {', '.join(names)}" for family, names in classes.items())


def _line(each: Finding) -> str:
    """`  failed     sufficiency/cited_frames Presence-change: 0.47 [0.36, 0.58] against 1; 96 rows: ep_00001_q2, ...`."""
    about = "" if each.family == "all" else f" {each.family}"
    interval = "" if each.low is None or each.high is None else f" [{_figure(each.low)}, {_figure(each.high)}]"
    value = "not measured" if each.value is None else f"{_figure(each.value)}{interval}"
    against = "" if each.threshold is None else f" against {_figure(each.threshold)}"
    more = ", ..." if len(each.ids) > _NAMED_IDS else ""
    ids = f"; {len(each.ids)} rows: {', '.join(each.ids[:_NAMED_IDS])}{more}" if each.ids else ""
    return f"  {each.verdict:<10} {each.audit}/{each.statistic}{about}: {value}{against}{ids}"


def _figure(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if value != int(value) else f"{int(value)}"
