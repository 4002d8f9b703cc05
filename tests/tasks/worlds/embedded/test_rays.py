"""Embree casts rays where we draw faces: another way to the same pictures."""

import numpy as np
import pytest

from schemas.seeds import generator
from tasks.houses.generate import embedded_houses
from tasks.houses.source import read_houses
from tasks.worlds.base import Pose, WorldChange
from tasks.worlds.embedded.camera import camera_at
from tasks.worlds.embedded.mesh import Mesh

SIZE = 256


def cast(mesh: Mesh, pose: Pose) -> tuple[np.ndarray, np.ndarray]:
    """Instance ids and depth by ray casting, with faces as fans of triangles."""
    from embreex import rtcore_scene
    from embreex.mesh_construction import TriangleMesh

    solid_of = np.repeat(np.arange(len(mesh.radii)), np.diff(mesh.solid_first))
    triangles, faces = [], []
    for face, (a, b) in enumerate(zip(mesh.face_first[:-1], mesh.face_first[1:], strict=True)):
        if mesh.radii[solid_of[face]] < 0:
            continue
        for k in range(a + 1, b - 1):
            triangles.append(mesh.corners[[a, k, k + 1]])
            faces.append(face)
    scene = rtcore_scene.EmbreeScene()
    TriangleMesh(scene, np.array(triangles, np.float32))
    camera = camera_at(pose)
    steps = (np.arange(SIZE) + 0.5) / (SIZE / 2) - 1.0
    across, up = np.meshgrid(steps, -steps)
    rays = camera[1] + across[..., None] * camera[2] + up[..., None] * camera[3]
    origins = np.broadcast_to(camera[0], rays.shape)
    found = _first_front_face(scene, origins.reshape(-1, 3), rays.reshape(-1, 3), mesh, np.array(faces))
    return found[0].reshape(SIZE, SIZE), found[1].reshape(SIZE, SIZE)


def _first_front_face(scene, origins, rays, mesh, faces):
    """Embree hits both sides of a face; a hit from behind is passed through."""
    ids = np.full(len(rays), -1, np.int32)
    depth = np.zeros(len(rays))
    travelled = np.zeros(len(rays))
    todo = np.arange(len(rays))
    for _ in range(40):
        starts = (origins[todo] + rays[todo] * travelled[todo, None]).astype(np.float32)
        hits = scene.run(starts, rays[todo].astype(np.float32), output=True)
        triangle, t = hits["primID"], hits["tfar"]
        hit = triangle >= 0
        todo, triangle, t = todo[hit], triangle[hit], t[hit]
        face = faces[triangle]
        is_front = (mesh.normals[face] * rays[todo]).sum(1) < 0
        done = todo[is_front]
        depth[done] = travelled[done] + t[is_front]
        ids[done] = mesh.face_instance[face[is_front]]
        travelled[todo] += t + 1e-4
        todo = todo[~is_front]
        if not len(todo):
            break
    return ids, depth


@pytest.mark.parametrize("n_rooms", [1, 4, 10])
def test_ids_and_depths_agree_with_ray_casting(world, houses, n_rooms):
    _agree(world, houses[n_rooms], 4)


def test_ids_and_depths_agree_with_ray_casting_after_things_were_moved(world, houses):
    house = houses[4]
    grid = world.load(house)
    for k, item in enumerate(house.objects[::3]):
        x, y, z = item.position
        world.apply(WorldChange(item.id, None if k % 3 == 0 else (x + 0.31, y + 0.05, z - 0.17), item.yaw + 37.0))
    assert _disagreement(world, house, grid, 6) < 0.001


@pytest.mark.slow
def test_ids_and_depths_agree_with_ray_casting_in_real_houses(world, shared):
    for house in read_houses(shared / "houses").houses[::3]:
        _agree(world, house, 5)


@pytest.mark.slow
def test_ids_and_depths_agree_with_ray_casting_in_generated_houses(world):
    for house in embedded_houses(11, "test", 12):
        _agree(world, house, 5)


def _agree(world, house, n_poses):
    grid = world.load(house)
    assert _disagreement(world, house, grid, n_poses) < 0.001


def _disagreement(world, house, grid, n_poses):
    """Share of pixels whose id differs or whose depth is off by more than a millimetre (a thousandth beyond 1 m)."""
    draw = generator(7, "rays", house.id)
    cells = sorted(grid.cells)
    wrong = 0
    for _ in range(n_poses):
        at = grid.position(cells[draw.integers(len(cells))])
        pose = Pose(*at, 15.0 * int(draw.integers(24)), float(draw.choice([-30, 0, 30, 60])))
        view = next(world.views([pose]))
        ids, depth = cast(world._scene.mesh, pose)
        same = (ids == view.instances) & (np.abs(depth - view.depth) < 1e-3 * np.maximum(depth, 1.0))
        wrong += int((~same).sum())
    return wrong / (n_poses * SIZE * SIZE)
