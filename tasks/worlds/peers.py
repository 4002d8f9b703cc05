"""Other renderers on the same frames, where they are installed: they are no dependency of ours."""

import os
import sys
import time
from contextlib import redirect_stdout
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from schemas.seeds import generator
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


def miniworld_seconds(n_frames: int = 200, image_size: int = 256) -> tuple[list[float], float] | str:
    """A walk through miniworld's FourRooms: seconds of each step with its picture, and processor seconds of all.

    Or why there are none. Its OpenGL may draw with several threads, so only the second figure is of one core.
    """
    if find_spec("miniworld") is None or find_spec("gymnasium") is None:
        return "not installed: pip install miniworld"
    try:
        with redirect_stdout(sys.stderr):  # it talks
            return _miniworld_walk(n_frames, image_size)
    except Exception as error:  # whatever keeps a stranger's renderer from starting is its answer
        return f"does not start here: {type(error).__name__}"


def _miniworld_walk(n_frames: int, image_size: int) -> tuple[list[float], float]:
    import_module("pyglet").options["headless"] = not os.environ.get("DISPLAY")  # before miniworld opens a window
    import_module("miniworld")  # registers its environments
    world = import_module("gymnasium").make("MiniWorld-FourRooms-v0", obs_width=image_size, obs_height=image_size)
    world.reset(seed=0)
    draw = generator(0, "miniworld")
    seconds, cpu = [], 0.0
    for _ in range(n_frames):
        action = int(draw.integers(3))  # left, right, ahead
        clock, processor = time.perf_counter(), time.process_time()
        _, _, is_over, is_late, _ = world.step(action)
        cpu += time.process_time() - processor
        seconds.append(time.perf_counter() - clock)
        if is_over or is_late:
            world.reset()
    world.close()
    return seconds, cpu
