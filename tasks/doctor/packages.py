"""Packages against what the distribution asks for: the core, and each extra."""

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, metadata, requires, version

from packaging.requirements import Requirement

from tasks.doctor.finding import Finding

DISTRIBUTION = "evidence-ladder"
CORE = "core"
_NOT_FOR_USERS = frozenset({"test"})


def check_packages() -> list[Finding]:
    """A finding for the core, and one an extra."""
    try:
        stated, extras = requires(DISTRIBUTION) or [], metadata(DISTRIBUTION).get_all("Provides-Extra") or []
    except PackageNotFoundError:
        words = f"`{DISTRIBUTION}` is not installed; it runs from its sources"
        return [Finding("packages", "broken", words, "Run `pip install -e .` in the clone.")]
    wanted = [Requirement(each) for each in stated]
    names = (name for name in extras if name not in _NOT_FOR_USERS)
    return [_group(name, of_extra(wanted, name)) for name in (CORE, *names)]


def of_extra(wanted: Sequence[Requirement], extra: str) -> list[Requirement]:
    """What an extra, or the core, adds on this system and Python."""
    core = [each for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})]
    if extra == CORE:
        return core
    return [each for each in wanted if each not in core and each.marker and each.marker.evaluate({"extra": extra})]


def _group(name: str, wanted: list[Requirement]) -> Finding:
    have: list[str] = []
    lacking: list[str] = []
    unfit: list[str] = []
    for requirement in wanted:
        try:
            installed = version(requirement.name)
        except PackageNotFoundError:
            lacking.append(requirement.name)
            continue
        fits = requirement.specifier.contains(installed, prereleases=True)
        (have if fits else unfit).append(f"{requirement.name} {installed}")
    subject = f"packages: {name}"
    what = DISTRIBUTION if name == CORE else f"'{DISTRIBUTION}[{name}]'"
    remedy = f"`pip install {what}` brings what is wanted."
    if unfit:
        wanted_text = ", ".join(str(each).split(";")[0].strip() for each in wanted if each.name in _names(unfit))
        return Finding(subject, "broken", f"{', '.join(unfit)} where {wanted_text} is wanted", remedy)
    if lacking:
        return Finding(subject, "broken" if name == CORE else "missing", f"without {', '.join(lacking)}", remedy)
    return Finding(subject, "ok", ", ".join(have))


def _names(installed: list[str]) -> set[str]:
    return {each.split()[0] for each in installed}
