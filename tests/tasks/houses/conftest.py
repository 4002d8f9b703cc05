import copy
from typing import Any

import pytest

from tasks.houses.generate import embedded_houses
from tasks.houses.house import House


@pytest.fixture
def document(houses: dict[int, House]) -> dict[str, Any]:
    """A two-room house that a test may spoil."""
    return copy.deepcopy(dict(houses[2].document))


@pytest.fixture(scope="session")
def generated() -> list[House]:
    """Houses of our own generator, twenty of each split."""
    return [house for split in ("train", "validation", "test") for house in embedded_houses(5, split, 20)]
