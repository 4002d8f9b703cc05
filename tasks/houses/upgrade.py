"""Schema 0.0.1, which the published generator writes, turned into 1.0.0. Nothing but the notation changes.

The old schema gives a hole as `boundingBox` {min, max} and `assetOffset`, materials as bare names, and a colour beside
its material.
"""

from collections.abc import Mapping
from typing import Any

from tasks.houses.assets import asset
from tasks.houses.fields import Fields


def upgraded(document: Mapping[str, Any], source: str) -> dict[str, Any]:
    """A copy of the document in schema 1.0.0. Raises ConfigError where a part that it changes is missing."""
    top = Fields(document, source)
    return {
        **document,
        "rooms": [
            {**room.value, "floorMaterial": _named(room.value.get("floorMaterial"))} for room in top.each("rooms")
        ],
        "walls": [_colored(wall) for wall in top.each("walls")],
        "doors": [_with_hole(door) for door in top.each("doors")],
        "windows": [_with_hole(window) for window in top.each("windows")],
        "objects": [_object(item) for item in top.each("objects")],
        "proceduralParameters": _parameters(document.get("proceduralParameters")),
        "metadata": {**top.fields("metadata").value, "schema": "1.0.0"},
    }


def _with_hole(opening: Fields) -> dict[str, Any]:
    if not opening.has("boundingBox"):
        return dict(opening.value)
    box = opening.fields("boundingBox")
    known = asset(opening.text("assetId"))
    offset = opening.fields("assetOffset") if opening.has("assetOffset") else Fields({}, opening.source)
    low, high = box.fields("min"), box.fields("max")
    width, height = (
        known.size[:2] if known else (high.number("x") - low.number("x"), high.number("y") - low.number("y"))
    )
    kept = {key: value for key, value in opening.value.items() if key not in ("boundingBox", "assetOffset")}
    return {
        **kept,
        "holePolygon": [{"x": end.number("x"), "y": end.number("y"), "z": 0} for end in (low, high)],
        "assetPosition": {
            "x": low.number("x") + _or_zero(offset, "x") + width / 2.0,
            "y": low.number("y") + _or_zero(offset, "y") + height / 2.0,
            "z": 0,
        },
    }


def _or_zero(fields: Fields, name: str) -> float:
    return fields.number(name) if fields.has(name) else 0.0


def _object(item: Fields) -> dict[str, Any]:
    upgraded_item = _colored(item) if item.has("color") or item.has("material") else dict(item.value)
    if item.has("children"):
        upgraded_item["children"] = [_object(child) for child in item.each("children")]
    return upgraded_item


def _colored(fields: Fields) -> dict[str, Any]:
    """The thing with its colour inside its material."""
    material = _named(fields.value.get("material"))
    if fields.has("color"):
        material = {**(material or {}), "color": fields.value["color"]}
    return {**{key: value for key, value in fields.value.items() if key != "color"}, "material": material}


def _parameters(parameters: Any) -> dict[str, Any]:
    """The house-wide settings; their ceiling has material and colour apart too."""
    settings = dict(parameters) if isinstance(parameters, Mapping) else {}
    ceiling = _named(settings.get("ceilingMaterial"))
    if ceiling is not None and settings.get("ceilingColor") is not None:
        ceiling = {**ceiling, "color": settings.pop("ceilingColor")}
    return {**settings, "ceilingMaterial": ceiling} if ceiling is not None else settings


def _named(material: Any) -> dict[str, Any] | None:
    if material is None or isinstance(material, Mapping):
        return dict(material) if material else None
    return {"name": material}
