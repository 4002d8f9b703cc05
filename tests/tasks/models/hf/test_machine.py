import importlib.util

import pytest

from schemas.errors import ConfigError
from tasks.models.hf import machine
from tasks.models.hf.machine import CPU_BYTES, Gpu, device_for, gpus, require_packages

GIB = 2**30
SMALL = Gpu("cuda:0", "a small GPU", 8 * GIB, 8 * GIB)
LARGE = Gpu("cuda:1", "a large GPU", 80 * GIB, 80 * GIB)


@pytest.mark.parametrize(
    ("n_bytes", "wanted", "there", "device"),
    [
        (GIB, "auto", [], "cpu"),
        (GIB, "auto", [SMALL], "cuda:0"),
        (8 * GIB, "cuda:1", [SMALL, LARGE], "cuda:1"),
        (GIB, "cuda", [SMALL, LARGE], "cuda:0"),
        (GIB, "cpu", [SMALL], "cpu"),
        (CPU_BYTES + 1, "cpu", [], "cpu"),
    ],
)
def test_a_model_goes_to_the_first_gpu_or_where_it_is_wanted(n_bytes, wanted, there, device):
    assert device_for("m", n_bytes, wanted, there) == device


@pytest.mark.parametrize(
    ("n_bytes", "wanted", "there", "words"),
    [
        (9 * GIB, "auto", [], "there is no GPU here"),
        (8 * GIB, "auto", [SMALL], "`m` takes 8.0 GiB of memory and a small GPU has 8.0 GiB"),
        (GIB, "cuda:3", [SMALL], "there is no device `cuda:3` here, for torch sees cuda:0"),
        (GIB, "cuda", [], "there is no device `cuda` here, for torch sees no GPU"),
        (10**15, "cpu", [], "and this machine has"),
    ],
)
def test_a_device_that_is_not_there_or_too_small_is_refused_in_one_sentence(n_bytes, wanted, there, words):
    with pytest.raises(ConfigError, match=words.replace(".", r"\.")):
        device_for("m", n_bytes, wanted, there)


def test_a_missing_package_is_named_with_what_brings_it(monkeypatch):
    monkeypatch.setattr(machine, "PACKAGES", ("torch_that_is_not_there", "json"))
    assert importlib.util.find_spec("torch_that_is_not_there") is None
    with pytest.raises(ConfigError, match="torch_that_is_not_there is not installed here") as caught:
        require_packages()
    assert "pip install 'evidence-ladder[vlm]'" in str(caught.value)


def test_every_gpu_that_torch_sees_can_hold_something():
    pytest.importorskip("torch", reason="torch is not installed")
    found = gpus()
    if not found:
        pytest.skip("no GPU here")
    assert all(0 < gpu.free_bytes <= gpu.total_bytes for gpu in found)
