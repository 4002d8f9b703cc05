import pytest

from schemas.errors import ConfigError
from tasks.doctor.finding import Finding, told


def _raises(error):
    def check():
        raise error

    return check


@pytest.mark.parametrize(
    ("message", "words", "remedy"),
    [
        ("it is not there. Put it there. Then look.", "it is not there", "Put it there. Then look."),
        ("it can't run (no driver. x brings it). Install it.", "it can't run (no driver. x brings it)", "Install it."),
        ("only one sentence.", "only one sentence", ""),
        ("at 127.0.0.1:9 is nobody. Start one.", "at 127.0.0.1:9 is nobody", "Start one."),
    ],
)
def test_a_refusal_is_taken_apart_into_what_is_and_what_to_do(message, words, remedy):
    assert told("x", _raises(ConfigError(message))) == Finding("x", "missing", words, remedy)


def test_a_check_that_passes_says_so_in_its_own_words():
    assert told("x", lambda: "all well") == Finding("x", "ok", "all well")


def test_a_check_that_falls_over_is_broken_and_not_the_doctor():
    assert told("x", _raises(RuntimeError("odd\nthings"))) == Finding("x", "broken", "RuntimeError: odd")


def test_only_what_is_asked_for_and_broken_fails():
    broken, missing = Finding("x", "broken", ""), Finding("x", "missing", "")
    assert [each.fails for each in (broken, broken.asked_for(), missing.asked_for())] == [False, True, False]
