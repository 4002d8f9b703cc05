"""The gate: a generation is checked here before it may be published (SPEC section 7).

`run_gate` works in the calling process, which then holds Great Expectations in memory; `process.run_in_subprocess`
gives it a process of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from expectations.check import Generation
from expectations.narrow import MOST_KEPT, Narrow, narrow
from expectations.suites import suites
from expectations.validate import HAS_ROWS, Verdict, validate
from schemas.errors import ContractError
from schemas.settings import Recipe
from schemas.tables import GENERATION_TABLES, empty

_NAMED_KEYS = 5
_ACCOUNT: Mapping[Recipe, tuple[str, ...]] = {
    "paper": (),
    "sound": ("thinning", "drops", "quotas", "candidate_counts"),
}
"""What a recipe has to show for its balance, beside the tables that all generations have."""


def tables_of(recipe: Recipe) -> tuple[str, ...]:
    """What the gate has to be handed over."""
    return (*GENERATION_TABLES, *_ACCOUNT[recipe])


@dataclass(frozen=True, slots=True)
class GateResult:
    rows: pl.DataFrame
    """The run's part of `validations`."""
    quarantine: pl.DataFrame
    """The run's part of `quarantine`: failing rows, once for every expectation that they fail, recorded ones too; of one
    expectation the first 10,000."""
    passed: bool
    summary: str
    """One sentence; where the gate failed it names the first expectation, how many rows, and the first keys."""
    docs_index: Path | str
    """The first page of the Data Docs: a path, or an address where the lake lies in a store."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One expectation as it ended, with the words for it."""

    table: str
    expectation: str
    status: str
    n_rows: int
    n_failed: int
    detail: str

    @property
    def rejects(self) -> bool:
        return self.status in {"failed", "errored"}


def run_gate(frames: Mapping[str, pl.DataFrame], recipe: Recipe, run_id: str, docs: Path) -> GateResult:
    """Check a generation and write its Data Docs.

    Args:
        frames: Table name to rows, for all of `tables_of(recipe)`. `images.data` and `houses.document` may be left out.
            `candidate_counts` are the rows of `thinning`'s key with `n_slots`, counted from `candidates`.
            An optional `question_checks` (split, episode_id, question_id, sufficient) holds the verdict on the cited
            frames; without it the recipe `paper` is not asked, and any other errs.
        recipe: What the questions were written by; `paper` is excused from sufficiency and letter balance.
        run_id: The generation's id.
        docs: Folder for the Data Docs; what an earlier gate wrote there is replaced.

    Raises:
        ContractError: A table is missing from `frames`.
    """
    missing = [table for table in tables_of(recipe) if table not in frames]
    if missing:
        raise ContractError(
            f"gate of {run_id}: no `{missing[0]}` among the tables that were handed over. "
            "Hand over every table of a generation, an empty frame where there are no rows."
        )
    generation = Generation(frames, recipe)
    narrowed = [narrow(suite, generation) for suite in suites(generation)]
    findings: list[Finding] = []
    for frame, verdicts in zip(narrowed, validate(narrowed, run_id, docs), strict=True):
        findings.extend(_findings(frame, verdicts))
    return GateResult(
        rows=_validations(findings, run_id),
        quarantine=_quarantine(narrowed, findings, run_id),
        passed=not any(finding.rejects for finding in findings),
        summary=_summary(findings),
        docs_index=docs / "index.html",
    )


def _findings(frame: Narrow, verdicts: Sequence[Verdict]) -> Iterator[Finding]:
    excused = {check.name for check in frame.suite.checks if check.excused}
    for verdict in verdicts:
        name, status = verdict.expectation, str(verdict.status)
        if status == "failed" and name in excused:
            status = "recorded"  # an excuse covers what was found, never a check that could not be made
        detail = _detail(frame, verdict)
        yield Finding(frame.suite.table, name, status, frame.rows.height, verdict.n_failed, detail)


def _detail(frame: Narrow, verdict: Verdict) -> str:
    name, n_rows = verdict.expectation, frame.rows.height
    if verdict.status == "passed":
        return ""
    if verdict.status == "errored":
        return frame.errors.get(name, verdict.message)
    if name == HAS_ROWS:
        return f"{n_rows} rows, where at least {frame.suite.least_rows} must be"
    keys = frame.keys(frame.failing(name).head(_NAMED_KEYS))
    more = ", ..." if verdict.n_failed > len(keys) else ""
    more += f"; {MOST_KEPT} of them are in quarantine" if verdict.n_failed > MOST_KEPT else ""
    return f"{verdict.n_failed} of {n_rows} rows ({', '.join(keys)}{more})"


def _validations(findings: Sequence[Finding], run_id: str) -> pl.DataFrame:
    columns = ("table", "expectation", "status", "n_rows", "n_failed", "detail")
    values = {name: [getattr(finding, name) for finding in findings] for name in columns}
    shape = empty("validations")
    return pl.DataFrame(
        {"run_id": [run_id] * len(findings), "split": ["all"] * len(findings), **values}, schema=shape.schema
    )


def _quarantine(frames: Sequence[Narrow], findings: Sequence[Finding], run_id: str) -> pl.DataFrame:
    failed = {(finding.table, finding.expectation) for finding in findings if finding.n_failed}
    kept = [
        frame.kept(run_id, check.name)
        for frame in frames
        for check in frame.suite.checks
        if (frame.suite.table, check.name) in failed
    ]
    return pl.concat([empty("quarantine"), *kept])


def _summary(findings: Sequence[Finding]) -> str:
    rejecting = [finding for finding in findings if finding.rejects]
    if rejecting:
        first, n_more = rejecting[0], len(rejecting) - 1
        how = "fails" if first.status == "failed" else "could not be checked"
        more = (
            f", and {n_more} more {'expectation does' if n_more == 1 else 'expectations do'} not hold" if n_more else ""
        )
        return f"{first.table}: `{first.expectation}` {how}: {first.detail}{more}."
    recorded = [finding for finding in findings if finding.status == "recorded"]
    named = "; ".join(f"{finding.table}: `{finding.expectation}`: {finding.detail}" for finding in recorded)
    told = f"; {len(recorded)} recorded and not enforced ({named})" if recorded else ""
    return f"{len(findings) - len(recorded)} of {len(findings)} expectations hold{told}."
