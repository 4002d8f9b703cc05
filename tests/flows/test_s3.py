"""The main job with its lake in a bucket of a real server, in processes of its own."""

import json
import os
import sys
from pathlib import Path

import pytest

from lake.store import open_lake

sys.path.insert(0, str(Path(__file__).parent))
from ladder_command import HOUSES, digests, ladder  # a helper beside the tests

pytestmark = pytest.mark.slow

JOB = ("run", "--houses", HOUSES, "--splits", "train=4,test=4", "--seed", "7", "--recipe", "paper", "--json")
ANSWERS = ("--rungs", "E0,E2,E5", "--answerer", "uniform", "--answerer", "reader")
LAKE = "s3://lakes/main-job"


def test_the_ladder_in_a_bucket_gives_the_rows_that_it_gives_in_a_folder(
    server: str, s3: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = ladder(*JOB, *ANSWERS, "--lake", tmp_path / "lake")
    assert here.code == 0, here.err
    there = ladder(*JOB, *ANSWERS, "--lake", LAKE, **s3)
    assert there.code == 0, there.err
    runs = ("generation", "evaluation")
    assert [there.result[run] for run in runs] == [here.result[run] for run in runs]
    for name, value in s3.items():
        monkeypatch.setenv(name, value)
    for run in runs:
        assert digests(LAKE, there.result[run]) == digests(tmp_path / "lake", here.result[run])
    assert there.result["report"] == f"{LAKE}/_reports/{there.result['evaluation']}/index.html"
    lake = open_lake(LAKE, create=False)
    assert b"<html" in (lake.read(f"_reports/{there.result['evaluation']}/index.html") or b"")
    assert lake.size(f"_docs/{there.result['generation']}/index.html")
    secret = s3["AWS_SECRET_ACCESS_KEY"]
    assert secret not in there.out + there.err
    assert not any(secret.encode() in (lake.read(key) or b"") for key in lake.keys("") if key.endswith(".json"))
    homes = Path(os.environ["PREFECT_HOME"])
    assert not any(secret.encode() in path.read_bytes() for path in homes.rglob("*.db*"))
    again = ladder(*JOB, *ANSWERS, "--lake", LAKE)
    assert json.loads(again.out)["evaluation"] == here.result["evaluation"]
