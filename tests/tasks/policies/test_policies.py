import pytest

from schemas.errors import ConfigError
from tasks.policies.policies import PolicyMeans, asks_a_model, check_policy, make_policy, needs_gpu, policy_for

MEANS = PolicyMeans(7)


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("done", "done"),
        ("random", "random:7"),
        ("random:3", "random:3"),
        ("frontier", "frontier/1"),
        ("frontier,any", "frontier/1,any"),
        ("frontier,miss=0.10,extra=0.01", "frontier/1,miss=0.1,extra=0.01,seed=7"),
        ("scene_graph", "scene_graph/2"),
    ],
)
def test_a_name_holds_all_that_decides_the_actions(spec, name):
    assert check_policy(spec, MEANS) == name


def test_a_graph_that_is_kept_is_another_policy():
    assert make_policy("scene_graph", PolicyMeans(7, accumulates=True)).name == "scene_graph/2,accumulates"


def test_a_model_is_made_from_its_own_spec(speaker):
    asked = []
    means = PolicyMeans(7, chat=lambda spec: asked.append(spec) or speaker(lambda request: "Done"))
    for spec in ("vlm:openai:http://x/v1#m", "scene_graph,turn=90:hf:a/b@c"):
        make_policy(spec, means)
    assert asked == ["openai:http://x/v1#m", "hf:a/b@c"]


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("walker", r"no policy `walker`: there are done, random"),
        ("done:1", "takes nothing after a colon"),
        ("random:x", "the seed is not a whole number"),
        ("frontier,speed=2", r"has no option `speed`; it takes `miss`, `extra`, `any`"),
        ("frontier,miss=2", "no share from 0 to 1"),
        ("frontier,miss=often", "no share from 0 to 1"),
        ("vlm", r"names no model.*`vlm:openai:\.\.\.`"),
        ("vlm,turn=20:openai:http://x/v1#m", r"`turn=20` is not on the menu, which has 15, 30, 45, 90"),
        ("vlm:gpt", "no model `gpt`"),
        ("py:nowhere", "a module and an object are needed"),
    ],
)
def test_a_spec_that_cannot_be_read_is_refused_in_one_sentence(spec, words):
    with pytest.raises(ConfigError, match=words):
        make_policy(spec, MEANS)


@pytest.mark.parametrize(
    ("walk", "policy", "spec"),
    [
        ("done", "frontier", "done"),
        ("random", "frontier", "random"),
        ("policy", "frontier", "frontier"),
        ("graph", "frontier", "scene_graph"),
        ("graph", "vlm:hf:a/b@c", "scene_graph:hf:a/b@c"),
        ("graph", "vlm,turn=90:hf:a/b@c", "scene_graph,turn=90:hf:a/b@c"),
        ("graph", "scene_graph:hf:a/b@c", "scene_graph:hf:a/b@c"),
        ("graph", "py:walls:FollowWalls", "scene_graph"),
    ],
)
def test_each_walk_has_its_walker(walk, policy, spec):
    assert policy_for(walk, policy) == spec


@pytest.mark.parametrize(
    ("spec", "model", "gpu"),
    [
        ("frontier", False, False),
        ("scene_graph", False, False),
        ("scene_graph:hf:a/b@c", True, True),
        ("vlm:openai:http://x/v1#m", True, False),
        ("py:walls:FollowWalls", True, False),
    ],
)
def test_what_needs_a_model_is_known_beforehand(spec, model, gpu):
    assert (asks_a_model(spec), needs_gpu(spec)) == (model, gpu)
