"""Write tasks/houses/assets.json from the databases of the PyPI wheel `procthor` (0.0.1.dev2, Apache-2.0).

Run by hand when the facts are wanted again: `python infra/make_assets.py PATH_TO/procthor/databases`. Only facts
are kept (see NOTICE): names, types, sizes, flags, splits, placement weights, receptacle frequencies, hole sizes,
names of materials and wall colours. Everything is sorted, so the same wheel gives the same bytes.
"""

import argparse
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "tasks" / "houses" / "assets.json"
SPLITS = {"train": "train", "val": "validation", "test": "test", None: "any"}
ROOM_COLUMNS = {
    "Kitchen": "inKitchens",
    "LivingRoom": "inLivingRooms",
    "Bedroom": "inBedrooms",
    "Bathroom": "inBathrooms",
}
STRUCTURE = {"Doorframe", "Doorway", "Window", "Blinds", "LightSwitch"}
"""Fittings of the building; they have assets but no place among the movable things."""


def assets_of(database: Mapping[str, list[dict[str, Any]]]) -> dict[str, list[Any]]:
    """`{asset id: [type, x, y, z, split, flags]}`; flags: P pickupable, M moveable, R receptacle, O openable."""
    rows = {}
    for kind, assets in database.items():
        for asset in assets:
            box = asset["boundingBox"]
            primary, secondary = asset.get("primaryProperty"), asset.get("secondaryProperties", [])
            flags = "P" if primary == "CanPickup" else "M" if primary == "Moveable" else ""
            flags += ("R" if "Receptacle" in secondary else "") + ("O" if "CanOpen" in secondary else "")
            size = [round(box[axis], 4) for axis in "xyz"]
            rows[asset["assetId"]] = [kind, *size, SPLITS[asset["split"]], flags]
    return rows


def placement_of(columns: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """`{type: {"rooms": {room type: weight 1..3}, "where": [corner, edge, middle, floor, wall], "many": bool}}`."""
    where = {"corner": "inCorner", "edge": "onEdge", "middle": "inMiddle", "floor": "onFloor", "wall": "onWall"}
    return {
        kind: {
            "many": bool(columns["multiplePerRoom"].get(kind)),
            "rooms": {room: int(columns[c][kind]) for room, c in ROOM_COLUMNS.items() if columns[c].get(kind)},
            "where": [place for place, c in where.items() if columns[c].get(kind)],
        }
        for kind in columns["instances"]
        if kind not in STRUCTURE
    }


def receptacles_of(tables: Mapping[str, Mapping[str, Mapping[str, float]]]) -> dict[str, dict[str, float]]:
    """`{receptacle type: {child type: share of such receptacles that hold one}}`, 0 to 1."""
    return {
        kind: {child: round(row["p"], 4) for child, row in sorted(children.items()) if child not in STRUCTURE}
        for kind, children in tables.items()
    }


def holes_of(holes: Mapping[str, Mapping[str, Mapping[str, float]]]) -> dict[str, list[float]]:
    """`{asset id: [hole width, hole height, offset x, offset y]}` in metres."""
    return {
        asset: [round(value, 4) + 0.0 for value in (h["max"]["x"], h["max"]["y"], h["offset"]["x"], h["offset"]["y"])]
        for asset, h in holes.items()
    }


def one_line_each(title: str, rows: Mapping[str, Any]) -> str:
    lines = [f"  {json.dumps(key)}: {json.dumps(rows[key], sort_keys=True)}" for key in sorted(rows)]
    return f'"{title}": {{\n' + ",\n".join(lines) + "\n}"


def read(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_text(encoding="utf-8"))


def document_of(folder: Path) -> str:
    materials = read(folder, "material-database.json")
    colors: Iterable[Mapping[str, float]] = read(folder, "solid-wall-colors.json")
    look = {
        "floor": sorted(materials["Wood"]),
        "wall": sorted(materials["Wall"]),
        "wall_color": [[round(color[c], 4) for c in "rgb"] for color in colors],
        "sky": sorted(read(folder, "skyboxes.json")),
    }
    parts = [
        '"source": "procthor 0.0.1.dev2 (Apache-2.0), trimmed by infra/make_assets.py; see NOTICE"',
        one_line_each("assets", assets_of(read(folder, "asset-database.json"))),
        one_line_each("placement", placement_of(read(folder, "placement-annotations.json"))),
        one_line_each("receptacles", receptacles_of(read(folder, "receptacles.json"))),
        one_line_each("holes", holes_of(read(folder, "wall-holes.json"))),
        one_line_each("look", look),
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Write tasks/houses/assets.json from a wheel's databases.")
    parser.add_argument("databases", type=Path, help="the folder procthor/databases of the unpacked wheel")
    TARGET.write_text(document_of(parser.parse_args().databases), encoding="utf-8")


if __name__ == "__main__":
    main()
