"""`ladder run --resume RUN`: a run taken up by its name alone. With kills in between: test_kills.py."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from flows.cli import app
from flows.generate import begin
from flows.manifest import plain_request
from flows.prepare import GenerationPlan, prepare_evaluation, prepare_generation
from flows.requests import EvaluationRequest, GenerationRequest, Means, generation_request
from flows.resume import taken_up
from lake.commit import commit
from lake.resume import receipts
from lake.runs import RunRecord, published, write_record
from lake.stage import Shard, stage
from lake.store import Lake, open_lake
from schemas.errors import ConfigError
from schemas.identity import canonical_json, run_id
from schemas.settings import DecoderSettings, ServingSettings

HOUSES = Path(__file__).parents[1] / "data" / "houses"
ASKED = EvaluationRequest(
    "", 8, ("E0", "E5"), ("uniform", "reader"), "random", None, "four", DecoderSettings(answer_tokens=9)
)
SPLITS = "train=4,test=4"

Begun = tuple[GenerationRequest, Means, GenerationPlan, RunRecord]


@pytest.fixture
def begun(tmp_path: Path) -> Callable[..., Begun]:
    """Begins a generation in a lake of its own and leaves it there."""

    def begun(houses: Path | None, then: EvaluationRequest | None = None, again: str = "") -> Begun:
        means = Means(str(tmp_path / "lake"), 1, again=again)
        request = generation_request(9, houses, "embedded", "sound", None, SPLITS, "all")
        plan = prepare_generation(request, means)
        return request, means, plan, begin(plan, request, means, then)

    return begun


@pytest.fixture
def files(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HOUSES, tmp_path / "houses"))


def made_otherwise(record: RunRecord, lake: str, change: Callable[[dict[str, Any]], object]) -> str:
    """A run as another version of the program began it; its name."""
    told = json.loads(record.manifest)
    change(told)
    name = run_id("gen", told["settings"], told["again"])
    write_record(Lake(lake), replace(record, run_id=name, manifest=canonical_json(told)))
    return name


def test_a_generation_is_asked_for_anew_in_the_words_of_its_first_request(begun: Callable[..., Begun]) -> None:
    request, means, _, record = begun(None, again="once more")
    remainder = taken_up(record.run_id, replace(means, again="", workers=3), {})
    assert remainder.generation == request
    assert remainder.generation_means == replace(means, workers=3)
    assert remainder.evaluation is None


def test_the_evaluation_that_was_to_follow_is_kept_with_it(begun: Callable[..., Begun], tmp_path: Path) -> None:
    _, means, _, record = begun(None, then=ASKED)
    assert taken_up(record.run_id, means, {}).evaluation == ASKED
    quicker = taken_up(record.run_id, means, {"max_in_flight": 4}).evaluation
    assert quicker == replace(ASKED, serving=ServingSettings(max_in_flight=4))


def test_houses_are_read_from_their_files_where_the_lake_lacks_some(begun: Callable[..., Begun], files: Path) -> None:
    request, means, _, record = begun(files)
    assert taken_up(record.run_id, means, {}).generation == request


def test_houses_come_from_the_lake_where_their_files_have_moved(begun: Callable[..., Begun], files: Path) -> None:
    _, means, plan, record = begun(files)
    for split in plan.splits:
        shard = Shard(record.run_id, split.split, "houses")
        stage(plan.lake, shard, {"houses": split.houses})
        commit(plan.lake, record.run_id, receipts(plan.lake, record.run_id, [shard]))
    shutil.move(files, files.with_name("elsewhere"))
    remainder = taken_up(record.run_id, means, {})
    assert remainder.generation is not None
    again = prepare_generation(remainder.generation, means)
    assert again.run_id == record.run_id
    assert again.settings == plan.settings
    assert [each.shards for each in again.splits] == [each.shards for each in plan.splits]
    assert all(now.houses.equals(then.houses) for now, then in zip(again.splits, plan.splits, strict=True))


def test_houses_that_are_nowhere_any_more_are_asked_for(begun: Callable[..., Begun], files: Path) -> None:
    _, means, _, record = begun(files)
    shutil.rmtree(files)
    with pytest.raises(
        ConfigError, match=f"it read them from `{files}`, where they are no more. Give the whole command"
    ):
        taken_up(record.run_id, means, {})


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    r"comes out otherwise now \(world\)": lambda told: told["settings"].update(world="embedded/0:aaaaaaaaaaaa"),
    r"comes out otherwise now \(houses\)": lambda told: told["settings"].update(houses="embedded/0"),
    r"is not as this one writes it": lambda told: told["settings"].pop("splits"),
    r"writes it \(TypeError": lambda told: told["settings"].update(another=1),
    r"writes it \(KeyError": lambda told: told["then"].pop("rungs"),
}


@pytest.mark.parametrize("reason", CHANGES)
def test_a_run_of_another_version_is_refused_in_a_sentence(reason: str, begun: Callable[..., Begun]) -> None:
    _, means, _, record = begun(None, then=ASKED)
    name = made_otherwise(record, means.lake, CHANGES[reason])
    with pytest.raises(ConfigError, match=reason) as refused:
        taken_up(name, means, {})
    assert str(refused.value).startswith(f"run `{name}`, made by version 0.1.0 of this program, can't be gone on")
    assert "\n" not in str(refused.value)


def test_passwords_are_not_kept_and_so_are_asked_for(begun: Callable[..., Begun]) -> None:
    secret = replace(ASKED, answerers=("openai:http://ann:pass-word@127.0.0.1:9/v1#model",))
    _, means, _, record = begun(None, then=secret)
    assert "pass-word" not in record.manifest
    with pytest.raises(ConfigError, match="with a password, which is not kept"):
        taken_up(record.run_id, means, {})


def test_a_run_of_answers_from_elsewhere_is_not_asked_for_and_its_way_on_is_said(begun: Callable[..., Begun]) -> None:
    _, means, _, record = begun(None)
    told = {**json.loads(record.manifest), "answers": {"file": "mine.jsonl"}}
    write_record(
        Lake(means.lake), replace(record, run_id="eval-0123456789ab", kind="eval", manifest=canonical_json(told))
    )
    with pytest.raises(
        ConfigError, match=r"`eval-0123456789ab` holds answers that were given elsewhere.*`ladder score` again"
    ):
        taken_up("eval-0123456789ab", means, {})


@pytest.fixture
def generated(stored: Lake, tmp_path: Path) -> Lake:
    return open_lake(str(shutil.copytree(stored.root, tmp_path / "lake")), create=False)


def test_an_evaluation_is_asked_for_anew(generated: Lake) -> None:
    (generation,) = published(generated)
    request = replace(ASKED, rungs=("E0",)).of(generation.run_id)
    means = Means(generated.root, 1, again="b")
    plan = prepare_evaluation(request, means)
    manifest = canonical_json({"settings": plan.settings, "again": "b", "asked": plain_request(request)})
    write_record(generated, RunRecord(plan.run_id, "eval", manifest))
    remainder = taken_up(plan.run_id, replace(means, again=""), {})
    assert remainder.generation is None
    assert (remainder.generation_id, remainder.evaluation) == (generation.run_id, request)
    assert remainder.evaluation_means == means


def test_an_evaluation_whose_manifest_does_not_say_what_was_asked_is_refused(generated: Lake) -> None:
    manifest = canonical_json({"settings": {"generation": published(generated)[0].run_id}})
    write_record(generated, RunRecord("eval-aaaaaaaaaaaa", "eval", manifest))
    with pytest.raises(ConfigError, match=r"made by an earlier version .*KeyError\('asked'\)"):
        taken_up("eval-aaaaaaaaaaaa", Means(generated.root, 1), {})


def test_an_unknown_run_names_those_that_there_are(generated: Lake) -> None:
    with pytest.raises(ConfigError, match=r"no run `gen-1` in .*\. There is gen-0123456789ab\."):
        taken_up("gen-1", Means(generated.root, 1), {})


def refusal(*arguments: str) -> str:
    error = CliRunner().invoke(app, ["run", *arguments]).exception
    assert isinstance(error, ConfigError)
    return str(error)


def test_flags_that_would_change_the_settings_are_refused_by_name(stored: Lake) -> None:
    said = refusal("--resume", "gen-1", "--seed", "7", "--rungs", "E0", "--lake", stored.root, "--workers", "2")
    assert said.startswith("--resume gen-1: the run has settings of its own, and --seed, --rungs would change them.")
    assert "--again would change them. Leave it out" in refusal("--resume", "gen-1", "--again", "x")


def test_flags_that_change_no_row_may_stand_beside_it(stored: Lake) -> None:
    beside = ("--workers", "3", "--runner", "threads", "--json", "--in-flight", "2", "--lake", stored.root)
    assert refusal("--resume", "gen-1", *beside).startswith("no run `gen-1`")
