"""Other renderers on the same frames, where they are installed: they are no dependency of ours."""

import time
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from tasks.worlds.base import Pose
from tasks.worlds.embedded.camera import camera_at, half_tangent
from tasks.worlds.embedded.world import EmbeddedWorld


class Embree:
    """Intel's ray caster over the triangles of the house that a world holds: one ray a pixel, the first hit only."""

    def __init__(self, world: EmbeddedWorld, image_size: int = 256, field_of_view_deg: float = 90.0) -> None:
        from embreex import rtcore_scene
        from embreex.mesh_construction import TriangleMesh

        self._scene = rtcore_scene.EmbreeScene()
        TriangleMesh(self._scene, world.triangles().astype(np.float32))
        steps = ((np.arange(image_size) + 0.5) / (image_size / 2) - 1.0) * half_tangent(field_of_view_deg)
        self._across, self._up = np.meshgrid(steps, -steps)

    @staticmethod
    def is_available() -> bool:
        return find_spec("embreex") is not None

    def cast(self, pose: Pose) -> object:
        """Distances and triangles of every pixel."""
        camera = camera_at(pose)
        rays = camera[1] + self._across[..., None] * camera[2] + self._up[..., None] * camera[3]
        directions = rays.reshape(-1, 3).astype(np.float32)
        origins = np.broadcast_to(camera[0].astype(np.float32), directions.shape)
        return self._scene.run(np.ascontiguousarray(origins), directions, output=True)


def miniworld_seconds(n_frames: int = 60, image_size: int = 256) -> list[float] | str:
    """Seconds a step of miniworld's FourRooms with its picture, or why there are none."""
    if find_spec("miniworld") is None or find_spec("gymnasium") is None:
        return "not installed: pip install miniworld"
    try:
        import_module("miniworld")  # registers its environments
        made = import_module("gymnasium").make("MiniWorld-FourRooms-v0", obs_width=image_size, obs_height=image_size)
        made.reset(seed=0)
    except Exception as error:  # whatever keeps a stranger's renderer from starting is its answer
        return f"does not start here: {type(error).__name__}"
    seconds = []
    for k in range(n_frames):
        started = time.perf_counter()
        made.step(k % 3)
        seconds.append(time.perf_counter() - started)
    made.close()
    return seconds
