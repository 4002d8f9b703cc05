"""From the pictures of an event to a `View`: whose each pixel is, how far the nearest of each object, who is flagged."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from schemas.errors import WorldError
from tasks.worlds.angles import sin_cos
from tasks.worlds.base import Pose, RgbImage, View
from tasks.worlds.thor.metadata import ObjectTold, colors_of, whole_of

_ALPHA = 0xFF000000


def view_of(
    event: Any,
    pose: Pose,
    objects: Sequence[ObjectTold],
    index: Mapping[str, int],
    field_of_view_deg: float,
    far_plane_m: float,
) -> View:
    """The view of an event that was drawn with depth and instances.

    Args:
        event: AI2-THOR's.
        pose: Where the picture was taken.
        objects: What the event's metadata say of objects.
        index: The house's objects by id, numbered from 0 in the house's order; what else is drawn is structure.
        field_of_view_deg: Of the camera.
        far_plane_m: Depth at which nothing was hit.

    Raises:
        WorldError: The event has no such pictures.
    """
    if event.depth_frame is None or event.instance_segmentation_frame is None:
        raise WorldError("AI2-THOR drew no depth or no instances; the player must be one of version 5.0.0.")
    depth = np.ascontiguousarray(event.depth_frame, np.float32)
    instances = _instances(event, index)
    depth = np.where(depth < far_plane_m, depth, np.float32(0.0))
    ids = tuple(index)
    counts = np.bincount(instances.reshape(-1) + 1, minlength=len(ids) + 1)[1:]
    nearest2 = _nearest2(depth, instances, len(ids), pose.horizon, field_of_view_deg)
    found = [int(k) for k in np.flatnonzero(counts)]
    visible = frozenset(item.whole for item in objects if item.visible and item.whole in index)
    return View(
        pose=pose,
        depth=depth,
        instances=instances,
        object_ids=ids,
        pixels={ids[k]: int(counts[k]) for k in found},
        distance_m={
            **_to_middles(pose, objects, visible),
            **{ids[k]: math.sqrt(float(nearest2[k])) for k in found},
        },
        visible=visible,
    )


def rgb_of(event: Any) -> RgbImage:
    """The colours of an event, a copy in our order of rows. Raises WorldError where none were drawn."""
    if event.frame is None:
        raise WorldError("AI2-THOR drew no picture; the player must be one that renders.")
    picture: RgbImage = np.ascontiguousarray(event.frame[..., :3])
    return picture


def _instances(event: Any, index: Mapping[str, int]) -> NDArray[np.int32]:
    """Height x width, the index of each pixel's object; the colours of parts lead to the object that has them."""
    frame = event.instance_masks.instance_segmentation_frame_uint32
    keys = {
        red | green << 8 | blue << 16 | _ALPHA: index[whole_of(name)]
        for name, (red, green, blue) in colors_of(event.metadata).items()
        if whole_of(name) in index
    }
    if not keys:
        return np.full(frame.shape, -1, np.int32)
    known = np.array(sorted(keys), np.uint32)
    numbers = np.array([keys[int(key)] for key in known], np.int32)
    opaque = frame | np.uint32(_ALPHA)
    place = np.minimum(np.searchsorted(known, opaque), len(known) - 1)
    return np.where(known[place] == opaque, numbers[place], np.int32(-1)).astype(np.int32)


def _nearest2(
    depth: NDArray[np.float32], instances: NDArray[np.int32], n: int, horizon: float, field_of_view_deg: float
) -> NDArray[np.float32]:
    """Squared plane distance from the camera to the nearest pixel of each instance, m²; infinite without pixels.

    A ray's plane distance is depth * sqrt(across² + ahead²): `across` depends on the column, `ahead` on the row alone.
    Single precision and this order of operations are the embedded world's, so both give the same number.
    """
    size = depth.shape[0]
    sine, cosine = sin_cos(field_of_view_deg / 2)
    pixel = 2.0 * (sine / cosine) / size
    middles = np.arange(size) + 0.5
    across = (middles - 0.5 * size) * pixel
    down, level = sin_cos(horizon)
    ahead = level + (0.5 * size - middles) * pixel * down
    across2, ahead2 = (across * across).astype(np.float32), (ahead * ahead).astype(np.float32)
    squares = depth * depth * (across2[None, :] + ahead2[:, None])
    nearest = np.full(n, np.inf, np.float32)
    seen = instances >= 0
    np.minimum.at(nearest, instances[seen], squares[seen])
    return nearest


def _to_middles(pose: Pose, objects: Sequence[ObjectTold], visible: frozenset[str]) -> dict[str, float]:
    """Plane distance to the middle of what is flagged; it stands in where the flag is set without a pixel."""
    distances: dict[str, float] = {}
    for item in objects:
        if item.whole in visible:
            x, _, z = item.centre or item.position
            distance = math.sqrt((x - pose.x) * (x - pose.x) + (z - pose.z) * (z - pose.z))
            distances[item.whole] = min(distance, distances.get(item.whole, math.inf))
    return distances
