"""A house from ProcTHOR JSON: schema 1.0.0 as it stands, 0.0.1 after its notation was brought up to date."""

from collections.abc import Mapping
from typing import Any

from schemas.errors import ConfigError
from tasks.houses.fields import Fields
from tasks.houses.house import House
from tasks.houses.layout import Layout, layout_of, turned
from tasks.houses.normal import hash_of
from tasks.houses.rooms import locate
from tasks.houses.start import free_start
from tasks.houses.upgrade import upgraded

_PARTS = ("rooms", "walls", "doors", "windows", "objects", "metadata")
_CURRENT, _OLD = "1.0.0", "0.0.1"


def house_from_document(document: Mapping[str, Any], source: str) -> House:
    """The house that a document describes. `source` names the file, for people.

    Raises:
        ConfigError: It is no ProcTHOR house, its schema is unknown, or it holds what cannot be built: an asset of
            unknown size, a door to a missing wall, a shut door between rooms.
    """
    schema = _schema(document, source)
    if schema == _OLD:
        document = upgraded(document, source)
    layout = layout_of(document, source)
    content = hash_of(layout)
    return House(
        id=f"house-{content[:12]}",
        source=source,
        content_hash=content,
        rooms=layout.rooms,
        walls=layout.walls,
        openings=layout.openings,
        objects=layout.objects,
        start=_start(Fields(document, source), layout),
        schema=schema,
        document=document,
    )


def _schema(document: Mapping[str, Any], source: str) -> str:
    if not isinstance(document, Mapping):
        raise ConfigError(f"{source} is no ProcTHOR house: it holds no JSON object. Leave it out.")
    missing = [part for part in _PARTS if part not in document]
    if missing:
        raise ConfigError(f"{source} is no ProcTHOR house: `{missing[0]}` is missing. Leave it out.")
    top = Fields(document, source)
    metadata = top.fields("metadata")
    if not metadata.has("schema"):  # some tools drop it; the doors tell the old schema from the new
        return _OLD if any(door.has("boundingBox") for door in top.each("doors")) else _CURRENT
    schema = metadata.text("schema")
    if schema not in (_CURRENT, _OLD):
        metadata.fail("schema", f"is {schema!r}, and only {_OLD} and {_CURRENT} are known")
    return schema


def _start(top: Fields, layout: Layout) -> tuple[float, float, float]:
    """The agent's own start where the file has one inside a room, else the roomiest point, facing along +z."""
    metadata = top.fields("metadata")
    if metadata.has("agent"):
        agent = metadata.fields("agent")
        position = agent.fields("position")
        x, z = position.number("x"), position.number("z")
        if locate(layout.rooms, x, z) is not None:
            return x, z, turned(agent.fields("rotation").number("y"))
    point = free_start(layout)
    if point is None:
        top.fail("rooms", "has no room that is large enough to stand in")
    return point[0], point[1], 0.0
