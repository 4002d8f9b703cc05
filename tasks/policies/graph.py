"""A local scene graph (A, Appendix I.1): what one picture shows, as nodes and edges, and how to say it in words."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

_SAID = 40
"""Most things, and most relations, that a summary names."""


@dataclass(frozen=True, slots=True)
class Node:
    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Edge:
    start: str
    """Id of a node."""
    end: str
    kind: str
    """`spatial` or `functional`."""
    relation: str


@dataclass(frozen=True, slots=True)
class SceneGraph:
    scene_type: str
    """The kind of room that the picture shows."""
    target_scene: str
    """The kind of room that the instruction names."""
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()

    def to_json(self) -> str:
        """With the keys that the prompt asks for."""
        return json.dumps(
            {
                "scene_type": self.scene_type,
                "target_scene": self.target_scene,
                "nodes": [{"id": node.id, "label": node.label} for node in self.nodes],
                "edges": [
                    {"from": edge.start, "to": edge.end, "type": edge.kind, "relation": edge.relation}
                    for edge in self.edges
                ],
            },
            ensure_ascii=False,
        )

    def summary(self) -> str:
        """Room, objects and relations, a line each: what the action prompt is given."""
        labels = {node.id: node.label for node in self.nodes}
        relations = [
            f"{labels.get(edge.start, edge.start)} {edge.relation} {labels.get(edge.end, edge.end)}"
            for edge in self.edges[:_SAID]
        ]
        lines = [
            f"Room: {self.scene_type or 'unknown'}",
            f"Objects: {', '.join(node.label for node in self.nodes[:_SAID]) or 'none'}",
            f"Relations: {'; '.join(relations) or 'none'}",
        ]
        return "\n".join(lines)

    def joined_to(self, earlier: "SceneGraph | None") -> "SceneGraph":
        """With what an earlier graph held beside; a node of the same id and label is the same thing."""
        if earlier is None:
            return self
        nodes = tuple(dict.fromkeys((*self.nodes, *earlier.nodes)))
        edges = tuple(dict.fromkeys((*self.edges, *earlier.edges)))
        return replace(self, nodes=nodes, edges=edges)


UNREAD = "No scene graph could be read."


def graph_in(raw: str) -> SceneGraph | None:
    """The scene graph that a model wrote, whatever stands around it; None where there is none.

    One that was cut off at its token limit is closed where its last whole node or edge ends.
    """
    for text in _candidates(raw):
        try:
            found = json.loads(text)
        except ValueError:
            continue
        if isinstance(found, dict) and ("nodes" in found or "scene_type" in found):
            return _graph_of(found)
    return None


def _candidates(raw: str) -> Iterator[str]:
    """Texts that may be the JSON object, the likeliest first."""
    start = raw.find("{")
    if start < 0:
        return
    end = raw.rfind("}")
    yield raw[start : end + 1]
    body = raw[start:]
    for cut in [match.end() for match in re.finditer(r"\}", body)][::-1]:
        for closing in ("]}", "}", "]}]}"):
            yield body[:cut] + closing


def _graph_of(found: dict[str, Any]) -> SceneGraph:
    nodes = [node for each in _listed(found.get("nodes")) if (node := _node(each)) is not None]
    edges = [edge for each in _listed(found.get("edges")) if (edge := _edge(each)) is not None]
    return SceneGraph(
        _text(found.get("scene_type")), _text(found.get("target_scene")), tuple(dict.fromkeys(nodes)), tuple(edges)
    )


def _node(each: Any) -> Node | None:
    if isinstance(each, str):
        return Node(each, each) if each else None
    if not isinstance(each, dict):
        return None
    label = _text(each.get("label") or each.get("name") or each.get("object") or each.get("id"))
    return Node(_text(each.get("id")) or label, label) if label else None


def _edge(each: Any) -> Edge | None:
    if not isinstance(each, dict):
        return None
    start, end = (_text(each.get(one) or each.get(other)) for one, other in (("from", "source"), ("to", "target")))
    relation = _text(each.get("relation") or each.get("label"))
    if not (start and end and relation):
        return None
    kind = "functional" if _text(each.get("type")).lower().startswith("func") else "spatial"
    return Edge(start, end, kind, relation)


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    return str(value).strip() if isinstance(value, str | int | float) else ""
