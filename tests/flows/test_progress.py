import io

import pytest

from flows.progress import Pace, Progress, duration


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def pace_after(steps: list[float], workers: int = 1) -> Pace:
    pace = Pace(workers)
    for now_s in steps:
        pace.step(now_s)
    return pace


def test_the_start_of_the_workers_does_not_count_as_work():
    assert pace_after([30.0, 31.0, 32.0]).per_second(32.0) == pytest.approx(1.0)


def test_a_first_burst_of_results_promises_nothing():
    assert pace_after([70.0, 70.1], workers=2).per_second(75.0) is None


def test_bursts_of_results_are_taken_as_what_they_are():
    assert pace_after([70.0, 70.1, 130.0, 130.1], workers=2).per_second(131.0) == pytest.approx(2 / 60)


def test_the_pace_follows_the_recent_steps():
    slow = [float(s) for s in range(0, 1000, 10)]
    fast = [1000.0 + s for s in range(40)]
    assert pace_after(slow + fast).per_second(1039.0) == pytest.approx(1.0)


def test_silence_slows_the_pace():
    pace = pace_after([0.0, 1.0, 2.0])
    assert pace.per_second(2.5) == pytest.approx(1.0)
    assert pace.per_second(22.0) == pytest.approx(0.1)


def test_many_steps_at_one_moment_have_no_pace():
    assert pace_after([5.0, 5.0, 5.0]).per_second(5.0) is None


def test_a_file_gets_a_line_now_and_then_and_one_at_the_end():
    stream, clock = io.StringIO(), Clock()
    with Progress("episodes", 12, stream=stream, clock=clock) as progress:
        for _ in range(12):
            clock.now_s += 2
            progress.advance()
    assert stream.getvalue().splitlines() == [
        "episodes: 3/12 shards, 2 s each, about 18 s left",
        "episodes: 6/12 shards, 2 s each, about 12 s left",
        "episodes: 9/12 shards, 2 s each, about 6 s left",
        "episodes: 12/12 shards in 24 s",
    ]


def test_a_terminal_gets_a_live_line_and_one_at_the_end():
    stream = Terminal()
    with Progress("episodes", 2, stream=stream) as progress:
        progress.advance(2)
    assert "episodes: 2/2 shards" in stream.getvalue()
    assert stream.getvalue().endswith("episodes: 2/2 shards in 0 s\n")


def test_work_that_broke_off_says_where():
    def work(progress: Progress) -> None:
        with progress:
            progress.advance()
            raise ValueError("the second one is wrong")

    stream = io.StringIO()
    with pytest.raises(ValueError, match="second"):
        work(Progress("episodes", 3, unit="houses", stream=stream))
    assert stream.getvalue() == "episodes: stopped at 1 of 3 houses after 0 s\n"


def test_progress_goes_to_standard_error_alone(capsys):
    with Progress("episodes", 1) as progress:
        progress.advance()
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "episodes: 1/1 shards in 0 s\n"


def test_nothing_is_shown_when_it_is_not_wanted(capsys):
    with Progress("episodes", 1, shown=False) as progress:
        progress.advance()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.4, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min 0 s"),
        (80, "1 min 20 s"),
        (1234, "21 min"),
        (3599, "1 h 0 min"),
        (7500, "2 h 5 min"),
    ],
)
def test_durations_read_as_people_say_them(seconds, text):
    assert duration(seconds) == text
