"""The screening table that closes the audits: what each family is fit for, by rule (A, Table 3; SPEC section 6).

A family can be several things at once; it is `moderate` where no rule speaks, `unprobed` where nobody who reads words
answered it without pictures and no other rule speaks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from tasks.analysis.intervals import Interval
from tasks.audits import image_count, sufficiency
from tasks.audits.dataset import Dataset
from tasks.audits.finding import Finding, finding
from tasks.audits.habit import credit
from tasks.audits.shares import by_family, gain, share
from tasks.audits.text_only import RUNGS, text_answers
from tasks.audits.thresholds import LEAST_HOUSES, LOW_PROBE, MAJORITY_LEAD
from tasks.models.answerers import WORDLESS

NAME = "screening"


@dataclass(frozen=True, slots=True)
class _Probe:
    """A text-only score of one family, by someone who goes by the words."""

    rung: str
    score: float
    interval: Interval | None
    chance: float
    above_chance: float
    """Lower end of what it scores above chance."""
    above_majority: float
    """Lower end of what it scores above the family's most frequent value of this very split, as in A."""

    @property
    def is_sensitive(self) -> bool:
        return self.above_chance > 0 and self.above_majority > MAJORITY_LEAD

    @property
    def is_low(self) -> bool:
        return abs(self.score - self.chance) <= LOW_PROBE


def screen(data: Dataset, findings: Sequence[Finding]) -> Iterator[Finding]:
    """One finding a family and class. Text-only scores are read from the data, the rest from the other findings."""
    kind = pl.col("answerer").str.split(":").list.first()
    answered = text_answers(data).filter(~kind.is_in(list(WORDLESS)))
    for family, mine in by_family(data.questions):
        probes = list(_probes(answered.filter(pl.col("family") == family), mine))
        classes = [*_by_probe(probes), *_by_evidence(family, findings)]
        if {probe.rung for probe in probes} == set(RUNGS) and all(probe.is_low for probe in probes):
            closest = max(probes, key=lambda probe: probe.score)
            classes.append(("low probe", closest.score, closest.interval, LOW_PROBE))
        if not classes:
            best = max(probes, key=lambda probe: probe.score, default=None)
            classes.append(("moderate", best.score, best.interval, None) if best else ("unprobed", None, None, None))
        for name, value, interval, threshold in classes:
            yield finding(NAME, name, value, "stated", family=family, interval=interval, threshold=threshold)


_Class = tuple[str, float | None, Interval | None, float | None]


def _probes(answered: pl.DataFrame, questions: pl.DataFrame) -> Iterator[_Probe]:
    # Not that of other houses: where values are dealt out evenly, a house's own are the rarer ones elsewhere.
    habit = questions.select("question_id", by_habit=credit(questions, ["family"], elsewhere=False))
    for (rung, _), rows in answered.group_by("rung", "answerer", maintain_order=True):
        if rows["house_id"].n_unique() < LEAST_HOUSES:
            continue
        right = pl.col("is_right").cast(pl.Float64)
        both = rows.join(habit, on="question_id", validate="1:1").with_columns(
            over_chance=right - pl.col("chance"), over_habit=right - pl.col("by_habit")
        )
        (over_chance, low_chance), (_, low_habit) = (gain(both, name) for name in ("over_chance", "over_habit"))
        score = float(both["is_right"].sum()) / both.height
        yield _Probe(
            rung=rung,
            score=score,
            interval=share(both, "is_right"),
            chance=score - over_chance,
            above_chance=low_chance.low if low_chance else -1.0,
            above_majority=low_habit.low if low_habit else -1.0,
        )


def _by_probe(probes: Sequence[_Probe]) -> Iterator[_Class]:
    sensitive = [probe for probe in probes if probe.is_sensitive]
    if sensitive:
        worst = max(sensitive, key=lambda probe: probe.score)
        yield "probe-sensitive", worst.score, worst.interval, worst.chance


def _by_evidence(family: str, findings: Sequence[Finding]) -> Iterator[_Class]:
    wanted = {
        (sufficiency.NAME, "cited_frames"): "evidence mismatch",
        (image_count.NAME, "count_rule_minus_majority"): "count leak",
    }
    for each in findings:
        name = wanted.get((each.audit, each.statistic))
        if name and each.family == family and each.fails:
            interval = Interval(each.low, each.high) if each.low is not None and each.high is not None else None
            yield name, each.value, interval, each.threshold
