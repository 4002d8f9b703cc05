"""The same pixels on any processor, in any process; and a fingerprint that changes when they could."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from schemas.settings import EpisodeSettings
from tasks.worlds.embedded import kernel_cache
from tasks.worlds.embedded.textures import atlas
from tasks.worlds.embedded.world import EmbeddedWorld

ROOT = Path(__file__).parents[4]
HOUSES = ROOT / "tests" / "data" / "houses"

TEXELS_SHA256 = "f2b224f47bd89f5240f7728ec45978c6a457c29ca802285b28046fc4910fd9a2"
STARTS_SHA256 = "a47f77709316a2663f5c4168ec83c9e34e3b961ec822f1f3d0fb22e3ac0299f7"

PICTURES = """
import hashlib, sys
from pathlib import Path
from tasks.houses.source import read_houses
from tasks.worlds.base import Pose, WorldChange
from tasks.worlds.embedded.world import EmbeddedWorld

world, digest = EmbeddedWorld(), hashlib.sha256()
for house in read_houses(Path(sys.argv[1])).houses[:3]:
    grid = world.load(house)
    digest.update(repr(sorted(grid.cells)).encode())
    for k, cell in enumerate(sorted(grid.cells)[::60]):
        view = world.teleport(Pose(*grid.position(cell), 15.0 * (7 * k % 24), (-30.0, 0.0, 30.0, 60.0)[k % 4])).view
        for part in (view.depth, view.instances, world.rgb()):
            digest.update(part.tobytes())
        digest.update(repr(sorted(view.distance_m.items())).encode())
print(digest.hexdigest())
"""

COUNT = """
import sys
from numba.core.dispatcher import Dispatcher
kernels = {
    id(value): value
    for name, module in list(sys.modules.items()) if name.startswith("tasks.worlds.embedded")
    for value in vars(module).values() if isinstance(value, Dispatcher)
}
print(sum(sum(kernel.stats.cache_misses.values()) for kernel in kernels.values()))
"""


def pictures(**environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PICTURES, str(HOUSES)],
        capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, **environment},
    )  # fmt: skip
    return done.stdout.strip()


@pytest.mark.slow
def test_pixels_are_the_same_for_another_processor_another_process_and_another_hash_seed(tmp_path):
    """`generic` compiles without AVX and FMA; the second run also draws numpy's AVX paths away."""
    here = pictures(PYTHONHASHSEED="1")
    generic = pictures(
        NUMBA_CPU_NAME="generic",
        NUMBA_CPU_FEATURES="",
        NUMBA_CACHE_DIR=str(tmp_path),
        NPY_DISABLE_CPU_FEATURES="X86_V3 X86_V4",
        PYTHONHASHSEED="2",
    )
    assert here == generic
    assert len(here) == 64


def test_textures_are_the_same_bytes_everywhere():
    texels, starts = atlas()
    assert hashlib.sha256(texels.tobytes()).hexdigest() == TEXELS_SHA256
    assert hashlib.sha256(starts.tobytes()).hexdigest() == STARTS_SHA256


def test_the_fingerprint_names_engine_size_view_and_sources():
    engine, size, field, digest = EmbeddedWorld().fingerprint.split(":")
    assert (engine, size, field) == ("embedded/1", "256", "90")
    assert len(digest) == 12


@pytest.mark.parametrize(
    "settings",
    [EpisodeSettings(image_size=512), EpisodeSettings(visibility_distance_m=1.5), EpisodeSettings(max_horizon_deg=45)],
)
def test_a_setting_that_changes_views_changes_the_fingerprint(settings):
    assert EmbeddedWorld(settings).fingerprint != EmbeddedWorld().fingerprint


def test_a_setting_that_does_not_leaves_it():
    assert EmbeddedWorld(EpisodeSettings(max_actions=40)).fingerprint == EmbeddedWorld().fingerprint


def test_compiled_kernels_lie_in_the_users_cache_under_a_name_for_these_sources(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = kernel_cache.cache_folder()
    assert folder.parent == tmp_path / "evidence-ladder" / "kernels"
    assert folder.name.startswith(kernel_cache.sources_digest()[:16] + "-numba")
    assert folder.is_dir()


def test_a_cache_that_cannot_be_written_is_replaced_by_a_temporary_one(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    folder = kernel_cache.cache_folder()
    assert folder.is_dir()
    assert tmp_path not in folder.parents


def test_a_folder_that_the_user_names_is_kept():
    told = "/somewhere/else"
    code = "import os; import tasks.worlds.embedded.kernel_cache; print(os.environ['NUMBA_CACHE_DIR'])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT,
        env={**os.environ, "NUMBA_CACHE_DIR": told},
    )  # fmt: skip
    assert done.stdout.strip() == told


@pytest.mark.slow
def test_after_a_warm_up_another_process_compiles_nothing(tmp_path):
    def misses(statement: str) -> int:
        code = f"{statement}\n{COUNT}"
        done = subprocess.run(
            [sys.executable, "-c", code, str(HOUSES)], capture_output=True, text=True, check=True, cwd=ROOT,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        )  # fmt: skip
        return int(done.stdout.split()[-1])

    assert misses("from tasks.worlds.embedded.warm import warm_up\nwarm_up()") > 10
    assert misses(PICTURES + "world.can_move((1, 1), (1, 2))\nworld.views([Pose(1, 1, 0, 0)])") == 0
