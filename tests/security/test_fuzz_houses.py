"""House files come from anywhere: whatever is in them, they are read or refused in a sentence."""
# ruff: noqa: PT017 - what raises is as good as what does not, so `pytest.raises` fits none of these

import gzip
import json
from pathlib import Path

import pytest
from fuzzing import either_of, fuzz, json_of, spoiled
from hypothesis import strategies as st

from schemas.errors import ConfigError, LadderError
from schemas.identity import canonical_json
from tasks.houses.read import house_from_document
from tasks.houses.rooms import RoomGraph
from tasks.houses.source import read_houses

_HOUSES = Path(__file__).parents[1] / "data" / "houses"
_NAMES = ("00_kitchen", "05_kitchen-living-room", "05_kitchen-living-room_schema001", "08_4-room")
DOCUMENTS = [json.loads(gzip.decompress((_HOUSES / f"{name}.json.gz").read_bytes())) for name in _NAMES]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("houses")


def _read(path):
    """The houses of a file, each as the rest of the program uses it; none where it is refused."""
    try:
        found = read_houses(path)
    except ConfigError as error:
        assert str(error)
        return ()
    for house in found.houses:
        graph = RoomGraph(house)
        assert graph.spaces.keys() == {room.id for room in house.rooms}
        assert all(len(path) == 2 for path in graph.simple_paths(2, limit=100))
        canonical_json(house.document).encode()
    return found.houses


@fuzz(document=spoiled(DOCUMENTS))
def test_fuzz_a_spoiled_house_is_read_or_refused(document, folder):
    path = folder / "a.json"
    path.write_text(json_of(document), encoding="utf-8")
    _read(path)


@fuzz(document=spoiled(DOCUMENTS))
def test_fuzz_a_spoiled_document_is_a_house_or_a_config_error(document):
    try:
        house_from_document(document, "a.json")
    except (ConfigError, RecursionError):  # depth is looked for where files are read
        return


@fuzz(
    data=st.one_of(
        st.binary(max_size=200),
        st.tuples(either_of(DOCUMENTS), st.integers(0, 4000), st.binary(min_size=1, max_size=4)).map(
            lambda told: (text := json.dumps(told[0]).encode())[: told[1]] + told[2] + text[told[1] + 1 :]
        ),
    ),
    packed=st.booleans(),
    ending=st.sampled_from([".json", ".jsonl"]),
    torn=st.integers(0, 40),
)
def test_fuzz_bytes_in_a_house_file_are_read_or_refused(data, packed, ending, torn, folder):
    path = folder / f"b{ending}{'.gz' if packed else ''}"
    content = gzip.compress(data, 1) if packed else data
    path.write_bytes(content[: len(content) - torn] if torn < 8 else content)
    _read(path)


@pytest.mark.slow
@fuzz(document=spoiled(DOCUMENTS[:2], at_most=3))
def test_fuzz_what_was_read_can_be_entered_and_drawn_or_is_refused_by_the_world(document, folder):
    from tasks.worlds.embedded.world import EmbeddedWorld

    path = folder / "c.json"
    path.write_text(json_of(document), encoding="utf-8")
    for house in _read(path):
        world = EmbeddedWorld()
        try:
            world.load(house)
            assert world.rgb().shape == (256, 256, 3)
            world.view()
        except LadderError as error:
            assert str(error)
        finally:
            world.close()
