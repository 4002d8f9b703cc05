import polars as pl
import pytest

from schemas.contract import check
from tasks.audits.audits import AUDITS, run_audits
from tasks.audits.finding import findings_frame

CAUTIONS = {("memory_flags", "gain_by_flag"), ("coverage", "largest_text")}


@pytest.mark.parametrize("name", AUDITS)
def test_a_faultless_generation_passes(clean, name):
    findings = list(AUDITS[name](clean))
    assert findings
    assert [each for each in findings if each.verdict in ("failed", "undecided")] == []


def test_findings_keep_the_contract_of_their_table(clean):
    frame = findings_frame(run_audits(clean)).with_columns(run_id=pl.lit("gen-0123456789ab"), split=pl.lit("test"))
    assert check("audits", frame).height == frame.height
    assert not frame.select("audit", "family", "statistic").is_duplicated().any()
