"""`ladder run` killed six times on its way, each time in another place, and gone on with; and signals that stop it."""

import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import psutil
import pytest

from flows.listing import digests
from lake.publish import published
from lake.runs import records
from lake.scan import scan
from lake.store import Lake, open_lake
from lake.verify import verify

sys.path.insert(0, str(Path(__file__).parent))
from killing import Watched  # helpers beside the tests
from ladder_command import HOUSES, ladder

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("server")]

SEED = 20261130
TINY = ("--houses", HOUSES, "--splits", "train=4,test=4", "--recipe", "paper", "--seed", "7")
ASKED = ("--rungs", "E0,E2", "--answerer", "reader", "--answerer", "uniform")

Start = Callable[..., Watched]


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    return tmp_path / "lake"


@pytest.fixture
def start(tmp_path: Path, lake: Path) -> Iterator[Start]:
    """Starts commands on `lake`, one after the other; what still runs at the end is killed."""
    started: list[Watched] = []

    def start(*arguments: str | Path) -> Watched:
        started.append(Watched(tmp_path / "run.jsonl", *arguments, "--lake", lake, "--json"))
        return started[-1]

    yield start
    for each in started:
        each.close()


class Six:
    """Six kills of one run over four commands, and what came of each."""

    def __init__(self, lake: Path, start: Start) -> None:
        self._lake, self._start = lake, start
        self._random = np.random.Generator(np.random.PCG64(SEED))
        self.tally: list[tuple[str, str, str]] = []

    def while_it_walks(self) -> None:
        """The command, after some shard of episodes."""
        command = self._start("run", *TINY, *ASKED)
        some = int(self._random.integers(1, 3))
        command.wait_for(lambda: self._receipts() >= some)
        self._sleep(0.0, 0.5)
        self._kill(command, "command, in generation")

    def a_worker_and_then_at_the_commit(self) -> str:
        """A worker that walks, and after it is replaced the command, when it has committed one table of several."""
        command = self._start("run", *TINY, *ASKED)
        self._kill_worker(command, "in generation")
        command.wait_for(lambda: len(command.events("shard_done", stage="episodes")) + self._before(command) >= 4)
        commits = self._commits("frames")
        command.wait_for(lambda: self._commits("frames") > commits or command.events("stage_ended", stage="episodes"))
        self._kill(command, "command, at the commit")
        return str(command.events("run_taken_up")[0]["run_id"])

    def both_at_once(self, generation: str) -> str:
        """The command and a worker that answers."""
        command = self._start("run", "--resume", generation)
        command.wait_for(lambda: command.events("stage_started", stage="answers") and command.workers())
        self._sleep(0.0, 3.0)
        self._kill(command, "command and worker at once, in evaluation", command.workers()[-1])
        return str(command.events("stage_started", stage="answers")[0]["run_id"])

    def a_worker_and_then_while_it_scores(self, evaluation: str) -> None:
        """A worker that answers, and the command between the answers and the report's end."""
        command = self._start("run", "--resume", evaluation)
        self._kill_worker(command, "in evaluation")
        last = str(self._random.choice(["score", "report"]))
        command.wait_for(lambda: command.events("stage_started", stage=last))
        self._sleep(0.0, 0.3)
        self._kill(command, f"command, in {last}")

    def _kill_worker(self, command: Watched, where: str) -> None:
        command.wait_for(command.workers)
        self._sleep(0.5, 3.0)
        workers = command.workers()
        victim = workers[int(self._random.integers(len(workers)))]
        victim.kill()
        command.wait_for(lambda: command.events("worker_died"))
        (died,) = command.events("worker_died")
        self.tally.append((f"worker, {where}", f"{died['shard']}", "replaced, its shard done again"))

    def _kill(self, command: Watched, what: str, *others: psutil.Process) -> None:
        alive = command.kill(*others)
        assert alive == []
        lake = open_lake(str(self._lake), create=False)
        seen = [each.run_id for each in published(lake)]
        # What readers see who name no run belongs to published runs alone.
        for table in ("frames", "responses", "rung_metrics"):
            assert set(scan(lake, table).select("run_id").collect().to_series()) <= set(seen)
        where = f"{len(lake.keys('_receipts'))} shards staged"
        self.tally.append((what, where, f"published: {', '.join(seen) or 'nothing'}"))

    def _receipts(self) -> int:
        return len(list(self._lake.glob("_receipts/*/*/episodes-*.json")))

    def _before(self, command: Watched) -> int:
        """Shards of episodes that an earlier command did."""
        return self._receipts() - len(command.events("shard_done", stage="episodes"))

    def _commits(self, table: str) -> int:
        return len(list(self._lake.glob(f"{table}/_delta_log/*.json")))

    def _sleep(self, least_s: float, most_s: float) -> None:
        time.sleep(self._random.uniform(least_s, most_s))  # the seeded moment


@pytest.mark.timeout(1500)  # seven commands, of which each takes a minute on a machine that is busy otherwise
def test_six_kills_on_the_way_leave_nothing_lost_doubled_or_half_published(
    lake: Path, start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    six = Six(lake, start)
    six.while_it_walks()
    generation = six.a_worker_and_then_at_the_commit()
    evaluation = six.both_at_once(generation)
    six.a_worker_and_then_while_it_scores(evaluation)
    ran = start("run", *TINY, *ASKED).end()
    assert ran.code == 0, ran.err
    with capsys.disabled():
        print(f"\nkill -9 on the way (seed {SEED}):")
        for what, where, outcome in six.tally:
            print(f"  {what}; {where}; {outcome}")
    assert len(six.tally) == 6
    assert (ran.result["generation"], ran.result["evaluation"]) == (generation, evaluation)
    assert Path(ran.result["report"]).is_file()

    undisturbed = ladder("run", *TINY, *ASKED, "--lake", tmp_path / "undisturbed", "--json")
    assert undisturbed.code == 0, undisturbed.err
    opened = open_lake(str(lake), create=False)
    assert [(each.run_id, each.state) for each in records(opened)] == [
        (generation, "published"),
        (evaluation, "published"),
    ]
    for record in published(opened):
        verify(opened, record, contents=("images",) if record.kind == "gen" else ())
        assert digests(record.run_id, str(lake)) == digests(record.run_id, str(tmp_path / "undisturbed"))


@pytest.mark.parametrize(
    ("name", "number", "code"),
    [
        ("generate", signal.SIGTERM, 143),
        ("evaluate", signal.SIGTERM, 143),
        ("run", signal.SIGTERM, 143),
        ("evaluate", signal.SIGINT, 130),
    ],
    ids=lambda each: each.name if isinstance(each, signal.Signals) else str(each),
)
def test_a_signal_stops_a_command_with_one_sentence(
    name: str, number: signal.Signals, code: int, stored: Lake, lake: Path, start: Start
) -> None:
    if name == "evaluate":
        shutil.copytree(stored.root, lake)
        command = start("evaluate", published(stored)[0].run_id, *ASKED)
    else:
        command = start(name, *TINY)
    with closing(command):
        command.wait_for(lambda: command.events("stage_started") and command.workers())
        family = psutil.Process(command.pid).children(recursive=True)
        command.send(number)
        ran = command.end()
    assert (ran.code, ran.out) == (code, ""), ran.err
    assert ran.message == "Stopped. What is done is kept; the same command goes on from there."
    assert "Traceback" not in ran.err
    assert [line for line in ran.err.splitlines()[:-1] if ": stopped at " not in line] == []
    assert [each["level"] for each in command.events("run_stopped")] == ["WARNING"]
    assert psutil.wait_procs(family, timeout=20)[1] == []
