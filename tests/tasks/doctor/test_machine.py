import pytest

from tasks.doctor.machine import check_gpus, check_machine


def test_the_machine_is_told_with_its_cores_and_memory():
    found = check_machine()
    assert found.state == "ok"
    assert "cores" in found.words
    assert "GiB of memory" in found.words


def test_the_gpus_are_those_that_torch_sees():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    found = check_gpus()
    assert (found.state == "ok") == torch.cuda.is_available()
    assert torch.__version__ in found.words or torch.cuda.get_device_name(0) in found.words
