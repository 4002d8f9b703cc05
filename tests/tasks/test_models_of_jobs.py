"""Which model a job asks, and how it is loaded: by the settings of the run, and by the rung where a graph is walked by."""

import pytest

from lake.stage import Shard
from schemas.settings import DecoderSettings, EpisodeSettings, LoadingSettings
from tasks.models.held import release
from tasks.run_rung import RungJob, model_for
from tasks.walk_policy import WalkJob, chat_model_for

SHARD = Shard("eval-0123456789ab", "test", "one")


@pytest.fixture
def spec(tmp_path):
    """A folder that is a model by its files; nothing is loaded of it."""
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    yield f"hf:{tmp_path}"
    release()


def answers(rung, spec, **more):
    settings = EpisodeSettings()
    return model_for(RungJob("lake", SHARD, "gen-0123456789ab", rung, spec, 7, "paper", settings, **more)).name


def walks(rung, spec, **more):
    job = WalkJob("lake", SHARD, "gen-0123456789ab", (), rung, f"vlm:{spec}", "embedded", 7, EpisodeSettings(), **more)
    return chat_model_for(job, spec).name


def test_e4_is_walked_and_answered_in_its_own_number_type(spec):
    more = {"decoder": DecoderSettings(graph_dtype="float16")}
    for rung in ("E4", "E4-accumulate", "E4-always"):
        assert "+dtype=float16+batch=8" in answers(rung, spec, **more)
        assert walks(rung, spec, **more).endswith("+dtype=float16+batch=8")
    for rung in ("E2", "E3", "E5"):
        assert "dtype" not in answers(rung, spec, **more)
    assert "dtype" not in walks("E3", spec, **more)


def test_left_out_it_is_that_of_all_rungs(spec):
    more = {"decoder": DecoderSettings(dtype="float32")}
    assert {"+dtype=float32+batch=8" in answers(rung, spec, **more) for rung in ("E2", "E4")} == {True}


def test_an_answer_beside_a_graph_has_ten_tokens(spec):
    assert answers("E4", spec).endswith("+answer_tokens=10")
    assert answers("E5", spec).endswith("+batch=8")


def test_the_batch_names_the_model_for_answers_and_for_walks(spec):
    more = {"loading": LoadingSettings(batch=3)}
    assert answers("E2", spec, **more).endswith("+batch=3")
    assert walks("E3", spec, **more).endswith("+batch=3")
