"""`ladder check`: which generations can be checked again, and what stands in the way."""

import shutil
import sys
from pathlib import Path

import pytest

from expectations.gate import GateResult
from flows.check import check
from lake.publish import start_run
from lake.runs import record_of
from lake.store import Lake
from schemas.errors import ConfigError
from schemas.settings import GenerationSettings
from tasks.check_generation import check_generation

sys.path.insert(0, str(Path(__file__).parent))
from stored_lake import RUN  # a helper beside the tests

BEGUN = "gen-00000000beef"


@pytest.fixture
def begun(stored, tmp_path):
    """A lake with one more generation, of which only the beginning is written down."""
    lake = Lake(shutil.copytree(stored.root, tmp_path / "lake"))
    start_run(lake, BEGUN, "gen", record_of(lake, RUN).manifest)
    return lake


def test_a_generation_that_has_only_begun_is_refused_by_name_with_the_way_on(begun):
    with pytest.raises(ConfigError, match=f"`{BEGUN}` is not made to its end.*`ladder run --resume {BEGUN}"):
        check(BEGUN, begun.root)


@pytest.mark.slow
def test_the_gate_says_of_a_generation_without_rows_that_it_has_none(begun):
    settings = GenerationSettings(7, "tests", "embedded/1", "paper", (("test", 8),), ("test",))
    result = check_generation.fn(begun.root, BEGUN, settings)
    assert isinstance(result, GateResult)
    assert not result.passed
    assert result.summary.startswith("houses: `has_rows` fails: 0 rows, where at least 1 must be")


def test_a_temporary_folder_that_takes_no_more_ends_in_a_sentence(stored, largest_file):
    with (
        largest_file(100),
        pytest.raises(ConfigError, match=f"temporary folder .*File too large.* for the gate of `{RUN}`"),
    ):
        check(RUN, stored.root)
