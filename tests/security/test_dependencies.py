"""What is installed is what constraints.txt pins: an environment of CI holds nothing that nobody looked at."""

import re
from importlib.metadata import distributions
from pathlib import Path

_ROOT = Path(__file__).parents[2]
_TOOLS = {"pip", "setuptools", "wheel", "evidence-ladder"}
_PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;#]+)")


def _plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def _pins():
    lines = (_ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [found for line in lines if line.strip() and not line.startswith("#") for found in [_PIN.match(line)]]


def test_every_line_pins_one_version_and_every_name_is_there_once():
    assert all(_pins())
    names = [_plain(pin["name"]) for pin in _pins()]
    assert len(names) == len(set(names))


def test_everything_that_is_installed_is_pinned_at_the_version_that_is_installed():
    pinned = {_plain(pin["name"]): pin["version"] for pin in _pins()}
    installed = {_plain(each.metadata["Name"]): each.version for each in distributions()}
    loose = {
        name: (version, pinned.get(name, "not pinned"))
        for name, version in installed.items()
        if name not in _TOOLS and pinned.get(name) != version
    }
    assert not loose, "write these into constraints.txt, after a look at what they are"
