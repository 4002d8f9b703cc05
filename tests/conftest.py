"""Fixtures that more than one part of the tests needs."""

from pathlib import Path

import pytest

from tasks.houses.house import House
from tasks.houses.source import read_houses

_ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def shared() -> Path:
    """Real data that lies beside the project and is no part of it; tests over it are skipped elsewhere."""
    folder = _ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("no ../shared with real data here")
    return folder


@pytest.fixture(scope="session")
def houses() -> dict[int, House]:
    """Houses of our own making, by number of rooms: 1, 2, 3, 4, 6 and 10."""
    return {len(house.rooms): house for house in read_houses(Path(__file__).parent / "data" / "houses").houses}
