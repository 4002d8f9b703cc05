"""What is refused of an evaluation before its generation is made, and that it is what would be refused after it."""

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from flows.beforehand import check_asked, check_names
from flows.cli import app
from flows.options import DEFAULT_ANSWERERS
from flows.prepare import prepare_evaluation
from flows.requests import EvaluationRequest, GenerationRequest, Means, generation_request
from lake.publish import published
from lake.store import Lake
from schemas.errors import ConfigError
from schemas.settings import DecoderSettings
from tasks.models.prompting import built_in

IN_HALF = DecoderSettings(graph_dtype="float16")
ASKED = EvaluationRequest("", 7, ("E0", "E5"), ("reader",))


def made_of(splits: str) -> GenerationRequest:
    return generation_request(7, None, "embedded", "paper", None, splits, "test")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"answerers": DEFAULT_ANSWERERS}, "`majority` needs the train split's questions"),
        ({"answerers": ("prior:ngrams",)}, "`prior:ngrams` needs the train split's questions"),
        ({"answerers": ("uniform:x",)}, "the seed is not a whole number"),
        ({"answerers": ("majority:3",)}, "`majority` takes nothing after a colon"),
        ({"answerers": ("scripted",)}, "has no reply to give"),
        ({"answerers": ("py:none:X",)}, "`py:none:X` is no answerer"),
        ({"answerers": ("uniform", "uniform:7")}, "--answerer uniform and --answerer uniform:7 are one answerer"),
        ({"rungs": ("E3",), "policy": "vlm"}, "`vlm` names no model"),
        ({"rungs": ("E3",), "policy": "frontier,foo=1"}, "has no option `foo`"),
        ({"rungs": ("E4",), "policy": "scene_graph,miss=2"}, "no share from 0 to 1"),
        ({"rungs": ("E3",), "policy": "py:none:X"}, "`py:none:X` is no policy"),
        ({"prompts": Path("nowhere")}, "--prompts nowhere: there is no such folder"),
    ],
)
def test_what_could_not_be_asked_of_the_generation_is_refused_before_it_is_made(
    asked: dict[str, object], words: str, stored: Lake
) -> None:
    request = replace(ASKED, **asked)  # type: ignore[arg-type]  # a table of changes
    with pytest.raises(ConfigError, match=words) as before:
        check_asked(request, made_of("test=8"))
    with pytest.raises(ConfigError) as after:
        prepare_evaluation(request.of(published(stored)[0].run_id), Means(stored.root, 1))
    assert str(before.value) == str(after.value)


def test_a_prompt_file_that_leaves_a_field_out_is_refused_before_the_generation_is_made(tmp_path: Path) -> None:
    for name, text in built_in().texts:
        (tmp_path / name).write_text(text.replace("{question}", ""), encoding="utf-8")
    with pytest.raises(ConfigError, match=r"leaves out \{question\}"):
        check_asked(replace(ASKED, prompts=tmp_path), made_of("test=8"))


@pytest.mark.parametrize("argument", ["soup", "ngrams:trees"])
def test_a_probe_that_there_is_not_is_refused_before_there_is_anything_to_fit_it_to(argument: str) -> None:
    with pytest.raises(ConfigError, match=rf"`prior:{argument}` is no answerer"):
        check_asked(replace(ASKED, answerers=(f"prior:{argument}",)), made_of("train=8,test=8"))


def test_one_answerer_by_two_names_is_refused_though_it_has_learned_nothing_yet() -> None:
    with pytest.raises(ConfigError, match="--answerer prior and --answerer prior: are one answerer"):
        check_asked(replace(ASKED, answerers=("prior", "prior:")), made_of("train=8,test=8"))


@pytest.mark.parametrize(
    "asked",
    [{"answerers": (*DEFAULT_ANSWERERS, "prior:no-label", "reader")}, {"policy": "vlm"}, {"policy": "frontier,foo=1"}],
    ids=["learners", "a policy that walks nowhere", "its option"],
)
def test_what_can_be_asked_of_the_generation_is_let_pass(asked: dict[str, object]) -> None:
    check_asked(replace(ASKED, **asked), made_of("train=8,test=8"))  # type: ignore[arg-type]  # a table of changes


def test_a_policy_that_walks_nowhere_is_let_pass_after_it_too(stored: Lake) -> None:
    asked = replace(ASKED, policy="vlm").of(published(stored)[0].run_id)
    assert prepare_evaluation(asked, Means(stored.root, 1)).settings.policy == ""


@pytest.mark.parametrize("arguments", [("--splits", "test=40"), ("--rungs", "E3", "--policy", "vlm")])
def test_the_whole_ladder_is_refused_before_its_lake_is_made(arguments: tuple[str, ...], tmp_path: Path) -> None:
    error = CliRunner().invoke(app, ["run", *arguments, "--lake", str(tmp_path / "lake")]).exception
    assert isinstance(error, ConfigError)
    assert not (tmp_path / "lake").exists()


def test_so_is_the_weekly_one(tmp_path: Path) -> None:
    from flows.scheduled import weekly_ladder

    with pytest.raises(ConfigError, match="`vlm` names no model"):
        weekly_ladder.fn(str(tmp_path / "lake"), rungs=["E3"], policy="vlm", seed=1)
    assert not (tmp_path / "lake").exists()


@pytest.mark.parametrize(
    ("answerer", "policy"),
    [("vllm:Qwen/Qwen3-VL-4B-Instruct", "frontier"), ("reader", "vlm:vllm:Qwen/Qwen3-VL-4B-Instruct")],
)
def test_a_second_number_type_of_a_served_model_is_refused_with_the_way_to_have_it(answerer: str, policy: str) -> None:
    request = EvaluationRequest("gen-0123456789ab", 7, ("E4",), (answerer,), policy, decoder=IN_HALF)
    with pytest.raises(ConfigError, match=r"would need a second vLLM server.*--rungs E4 --dtype float16"):
        check_names(request)


def test_built_in_answerers_have_no_number_type_to_refuse() -> None:
    check_names(EvaluationRequest("gen-0123456789ab", 7, ("E4",), ("reader",), decoder=IN_HALF))
