"""The audits by name. Each is pure: a `Dataset` in, findings out."""

from collections.abc import Callable, Iterator, Mapping

from tasks.audits import (
    agreement,
    balance,
    coverage,
    entailment,
    grey_zone,
    houses,
    image_count,
    leakage,
    lengths,
    memory_flags,
    pictures,
    replay_drift,
    scope,
    screening,
    split_balance,
    sufficiency,
    text_only,
)
from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding

Audit = Callable[[Dataset], Iterator[Finding]]

AUDITS: Mapping[str, Audit] = {
    leakage.NAME: leakage.audit,
    agreement.NAME: agreement.audit,
    sufficiency.NAME: sufficiency.audit,
    text_only.NAME: text_only.audit,
    image_count.NAME: image_count.audit,
    balance.NAME: balance.audit,
    lengths.EVIDENCE: lengths.evidence_length,
    lengths.TRAJECTORY: lengths.trajectory_length,
    memory_flags.NAME: memory_flags.audit,
    entailment.NAME: entailment.audit,
    grey_zone.NAME: grey_zone.audit,
    scope.NAME: scope.audit,
    houses.NAME: houses.audit,
    pictures.NAME: pictures.audit,
    replay_drift.NAME: replay_drift.audit,
    split_balance.NAME: split_balance.audit,
    coverage.NAME: coverage.audit,
}
"""In the order that reports print; the screening table closes them."""


def run_audits(data: Dataset) -> tuple[Finding, ...]:
    """All findings about one split of a generation."""
    findings = [found for audit in AUDITS.values() for found in audit(data)]
    return (*findings, *screening.screen(data, findings))
