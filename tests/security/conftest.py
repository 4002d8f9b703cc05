"""What the fuzz tests share, and a line on how much they tried."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from fuzzing import tried

from lake.store import open_lake


@pytest.fixture
def lake(tmp_path):
    return open_lake(str(tmp_path / "lake"), create=True)


def pytest_terminal_summary(terminalreporter):
    if tried:
        terminalreporter.write_line(f"fuzzed with {sum(tried.values())} inputs: ")
        for name, n in tried.items():
            terminalreporter.write_line(f"  {n:>7}  {name}")
