from importlib.metadata import version

from packaging.requirements import Requirement

from tasks.doctor.packages import _group, check_packages, of_extra

WANTED = [
    Requirement(text)
    for text in (
        "polars>=2",
        "typer>=0.16",
        'pywin32>=300; sys_platform == "win32"',
        'openai>=2; extra == "openai"',
        'torch>=2.7; extra == "vlm"',
    )
]


def test_the_core_is_what_no_extra_brings_on_this_system():
    assert [each.name for each in of_extra(WANTED, "core")] == ["polars", "typer"]


def test_an_extra_is_what_it_adds():
    assert [each.name for each in of_extra(WANTED, "vlm")] == ["torch"]


def test_a_package_that_is_not_there_is_named_with_what_brings_it():
    found = _group("thor", [Requirement("no-such-package-at-all>=1")])
    assert (found.state, found.words) == ("missing", "without no-such-package-at-all")
    assert "pip install 'evidence-ladder[thor]'" in found.remedy


def test_a_core_package_that_is_not_there_is_broken():
    assert _group("core", [Requirement("no-such-package-at-all")]).state == "broken"


def test_a_version_that_does_not_fit_is_broken_and_says_what_is_wanted():
    found = _group("core", [Requirement("polars>=1000"), Requirement("typer")])
    assert found.state == "broken"
    assert found.words == f"polars {version('polars')} where polars>=1000 is wanted"


def test_the_core_of_this_environment_is_whole():
    core = check_packages()[0]
    assert (core.subject, core.state) == ("packages: core", "ok")
    assert f"polars {version('polars')}" in core.words
