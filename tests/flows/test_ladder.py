"""The main job, end to end: `ladder run` in processes of its own, over houses that lie in the tests."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import psutil
import pytest

from lake.log import version
from lake.scan import scan
from lake.store import Lake, open_lake
from schemas.tables import TABLES

sys.path.insert(0, str(Path(__file__).parent))
from ladder_command import HOUSES, SMALL, command, digests, ladder  # a helper beside the tests

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Walked:
    lake: Lake
    generation: str
    evaluation: str
    report: Path


@pytest.fixture(scope="session")
def walked(server: str, tmp_path_factory: pytest.TempPathFactory) -> Walked:
    """A lake in which the whole ladder was run once."""
    root = tmp_path_factory.mktemp("ladder") / "lake"
    ran = ladder("run", "--houses", HOUSES, *SMALL, "--lake", root, "--json")
    assert ran.code == 0, ran.err
    result = ran.result
    return Walked(
        open_lake(str(root), create=False), result["generation"], result["evaluation"], Path(result["report"])
    )


def metrics(walked: Walked, rung: str, answerer: str) -> dict[str, object]:
    rows = scan(walked.lake, "rung_metrics", run_id=walked.evaluation).filter(
        pl.col("rung") == rung,
        pl.col("answerer").str.starts_with(answerer),
        pl.col("family") == "all",
        pl.col("stratum") == "all",
    )
    return rows.collect().row(0, named=True)


def test_each_stratum_gets_as_many_test_episodes_as_the_others(walked: Walked) -> None:
    episodes = scan(walked.lake, "episodes", run_id=walked.generation, split="test").collect()
    counts = dict(episodes.group_by("stratum").len().iter_rows())
    assert counts == {"S1": 2, "S2": 2, "S3": 2, "S4": 2}


def test_replay_reaches_every_target_with_an_spl_between_0_and_1(walked: Walked) -> None:
    navigation = scan(walked.lake, "navigation", run_id=walked.evaluation).collect()
    assert navigation.height == 8
    assert navigation["reached_target"].all()
    assert navigation["spl"].is_between(0.0, 1.0, closed="right").all()


def test_replayed_pictures_are_the_stored_ones_bit_for_bit(walked: Walked) -> None:
    navigation = scan(walked.lake, "navigation", run_id=walked.evaluation).collect()
    assert (navigation["n_frames"] == navigation["n_frames_identical"]).all()
    assert scan(walked.lake, "images", run_id=walked.evaluation).collect().is_empty()


def test_evidence_beats_the_most_frequent_answer(walked: Walked) -> None:
    reader, majority = metrics(walked, "E5", "reader"), metrics(walked, "E5", "majority")
    assert reader["correct"] > majority["correct"]  # type: ignore[operator]  # columns of a row are objects


def test_without_pictures_the_reader_cannot_tell(walked: Walked) -> None:
    blind = metrics(walked, "E0", "reader")
    assert (blind["answered"], blind["parsed"], blind["correct"]) == (blind["designated"], 0, 0)


def test_questions_keep_to_the_rules_that_their_recipe_has(walked: Walked) -> None:
    questions = scan(walked.lake, "questions", run_id=walked.generation).collect()
    a_family = questions.group_by("split", "episode_id", "family").len()
    assert a_family["len"].max() == 1
    assert questions.group_by("split", "episode_id").len()["len"].max() == 4


def test_only_the_test_split_has_pictures_unless_asked(walked: Walked) -> None:
    images = scan(walked.lake, "images", run_id=walked.generation).collect()
    assert images["split"].unique().to_list() == ["test"]
    frames = scan(walked.lake, "frames", run_id=walked.generation).collect()
    assert (
        frames.filter(pl.col("split") == "train")["pixel_hash"].null_count()
        == frames.filter(pl.col("split") == "train").height
    )


def test_the_report_is_one_page_that_needs_nothing_else(walked: Walked) -> None:
    page = walked.report.read_text(encoding="utf-8")
    assert "E5" in page
    assert 'src="http' not in page
    assert "<link" not in page


def test_data_docs_are_kept_for_the_generation(walked: Walked) -> None:
    assert walked.lake.path(f"_docs/{walked.generation}/index.html").is_file()


def test_the_same_command_again_commits_nothing(walked: Walked) -> None:
    before = {table: version(walked.lake, table) for table in TABLES}
    ran = ladder("run", "--houses", HOUSES, *SMALL, "--lake", walked.lake.root, "--json")
    assert ran.code == 0, ran.err
    assert ran.result["generation"] == walked.generation
    assert {table: version(walked.lake, table) for table in TABLES} == before


def test_the_gate_can_be_run_again_and_finds_what_was_changed_since(walked: Walked, tmp_path: Path) -> None:
    ran = ladder("check", walked.generation, "--lake", walked.lake.root, "--json")
    assert (ran.code, ran.result["passed"]) == (0, True), ran.err

    copy = shutil.copytree(walked.lake.root, tmp_path / "lake")
    stored = next(copy.glob(f"questions/run_id={walked.generation}/split=test/*.parquet"))
    questions = pl.read_parquet(stored)
    questions.with_columns(frame_refs=pl.lit([999], pl.List(pl.Int32))).write_parquet(stored)
    ran = ladder("check", walked.generation, "--lake", copy, "--json")
    assert (ran.code, ran.result["passed"]) == (1, False), ran.err
    assert "evidence_count" in ran.result["summary"]


@pytest.mark.parametrize(
    ("workers", "environment"),
    [
        ("1", {}),
        (
            "2",
            {
                "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR",
                "NUMBA_CPU_NAME": "generic",
                "POLARS_MAX_THREADS": "1",
                "PYTHONHASHSEED": "77",
            },
        ),
    ],
    ids=["one worker", "generic processor"],
)
def test_other_means_give_the_same_rows(
    walked: Walked, tmp_path: Path, workers: str, environment: dict[str, str]
) -> None:
    if environment:
        environment = {**environment, "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    ran = ladder(
        "run", "--houses", HOUSES, *SMALL, "--lake", tmp_path / "lake", "--workers", workers, "--json", **environment
    )
    assert ran.code == 0, ran.err
    for run_id in (walked.generation, walked.evaluation):
        assert digests(tmp_path / "lake", run_id) == digests(walked.lake.root, run_id)


def test_embedded_houses_need_no_network(tmp_path: Path) -> None:
    """In a network namespace with nothing but loopback, so that any other connection fails at once."""
    isolated = ["unshare", "--net", "--map-root-user", "sh", "-c", 'ip link set lo up 2>/dev/null; exec "$@"', "sh"]
    if subprocess.run([*isolated, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine allows no network namespaces")
    ran = subprocess.run(
        [
            *isolated,
            *command("run", "--splits", "train=4,test=4", "--lake", tmp_path / "lake", "--recipe", "paper", "--json"),
        ],
        capture_output=True,
        text=True,
        env={name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")},
        timeout=500,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    houses = scan(open_lake(str(tmp_path / "lake"), create=False), "houses").collect()
    assert houses["source"].str.starts_with("embedded/").all()
    assert json.loads(ran.stdout)["report"].endswith(".html")


def family(process: psutil.Process) -> list[psutil.Process]:
    return [process, *process.children(recursive=True)]


@pytest.fixture
def running(walked: Walked, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """`ladder run` in the midst of its episodes, with a server of its own."""
    lake = tmp_path / "lake"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    process = subprocess.Popen(
        command("run", "--houses", HOUSES, *SMALL, "--lake", lake),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
    )
    deadline = time.monotonic() + 180
    while not list(lake.glob("_receipts/*/*/episodes-*.json")):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.1)
    yield process, lake
    if process.poll() is None:
        process.kill()
        process.wait()


def test_a_killed_run_leaves_no_process_and_goes_on_where_it_stopped(
    running: tuple[subprocess.Popen[bytes], Path], walked: Walked
) -> None:
    process, lake = running
    mine = family(psutil.Process(process.pid))
    assert len(mine) > 3
    process.send_signal(signal.SIGKILL)
    process.wait()
    _, alive = psutil.wait_procs(mine, timeout=20)
    assert alive == []

    done = {path: path.stat().st_mtime_ns for path in lake.glob("_receipts/*/*/episodes-*.json")}
    ran = ladder("run", "--houses", HOUSES, *SMALL, "--lake", lake, "--json")
    assert ran.code == 0, ran.err
    assert {path: path.stat().st_mtime_ns for path in done} == done
    for run_id in (walked.generation, walked.evaluation):
        assert digests(lake, run_id) == digests(walked.lake.root, run_id)


def one_room(tmp_path: Path) -> Path:
    folder = tmp_path / "one-room"
    folder.mkdir()
    for name in ("00_kitchen.json.gz", "05_kitchen-living-room.json.gz"):
        shutil.copy(HOUSES / name, folder)
    return folder


def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.json"
    path.write_text('{"rooms": [', encoding="utf-8")
    return path


def test_bad_input_is_one_sentence_and_what_is_stored_stays(walked: Walked, tmp_path: Path) -> None:
    before = {table: version(walked.lake, table) for table in TABLES}
    a_file = tmp_path / "a-file"
    a_file.touch()
    lake = ("--lake", walked.lake.root)
    cases = {
        r"broken.json": ("run", "--houses", broken(tmp_path), *SMALL, *lake),
        r"no houses at": ("run", "--houses", tmp_path / "nowhere", *SMALL, *lake),
        r"is a file": ("run", "--houses", HOUSES, *SMALL, "--lake", a_file),
        r"too few houses": ("run", "--houses", HOUSES / "00_kitchen.json.gz", *SMALL, *lake),
        r"stratum S": ("run", "--houses", one_room(tmp_path), *SMALL, *lake),
        r"no rung": ("evaluate", walked.generation, "--rungs", "E9", *lake),
        r"no answerer": ("evaluate", walked.generation, "--answerer", "nobody", *lake),
        r"no generation": ("evaluate", "gen-000000000000", *lake),
        r"no generation `eval": ("check", walked.evaluation, *lake),
        r"no run": ("digest", "gen-000000000000", *lake),
        r"cannot read": ("run", "--splits", "train:8", *lake),
    }
    for words, arguments in cases.items():
        ran = ladder(*arguments)
        assert ran.code == 2, (arguments, ran.err)
        assert ran.out == ""
        assert ran.message.startswith("ConfigError: "), ran.err
        assert words in ran.message, ran.err
        assert len(ran.err.strip().splitlines()) == 1, ran.err
    assert {table: version(walked.lake, table) for table in TABLES} == before
