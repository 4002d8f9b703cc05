"""A user's own policy, from a file in the folder where the command runs."""

import textwrap

import pytest

from schemas.errors import AnswererError, ConfigError
from tasks.policies import own
from tasks.policies.base import Senses
from tasks.policies.policies import PolicyMeans, make_policy

BOTH = """
from tasks.policies.base import Decision, Senses
from tasks.worlds.base import Action

class Turner:
    senses = Senses(depth=True)

    def __init__(self, seed, settings):
        self.seed, self.settings = seed, settings

    def act(self, glimpses):
        return [Decision(Action("RotateRight", 90.0), "right") for each in glimpses]

class Plain:
    name = "plain walker"

    def act(self, glimpses):
        return [None for each in glimpses]

class Raising(Plain):
    def act(self, glimpses):
        raise KeyError("oops")

class Needy:
    def __init__(self, weights):
        pass

class Mute:
    pass

class Strange(Plain):
    senses = ["depth"]
"""

FAILING = 'raise ValueError("at once")'


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Writes a module into a folder of its own, which is where the command runs; its name."""
    monkeypatch.chdir(tmp_path)
    count = iter(range(99))

    def written(text, stem="own_policy"):
        name = f"{stem}_{tmp_path.name.replace('-', '_')}_{next(count)}"
        (tmp_path / f"{name}.py").write_text(text)
        return name

    return written


def test_the_example_in_its_own_docstring_walks(module, rows_of):
    doc = own.__doc__
    example = textwrap.dedent(doc[doc.index("    from tasks") :])
    assert len(example.strip().splitlines()) <= 20
    policy = make_policy(f"py:{module(example, 'walls')}:FollowWalls", PolicyMeans(7))
    walks = rows_of(policy)["navigation"]
    assert set(walks["termination"]) <= {
        "reached_target", "done_too_far", "done_too_small", "done_target_not_visible", "stuck", "budget",
    }  # fmt: skip
    assert walks["path_length_replayed_m"].sum() > 0
    assert walks["policy"].str.starts_with("py:walls").all()


def test_it_is_given_what_it_takes_and_is_held_to_its_senses(module):
    policy = make_policy(f"py:{module(BOTH)}:Turner", PolicyMeans(11))
    assert policy.senses == Senses(depth=True)
    assert policy._policy.seed == 11


def test_what_it_leaves_out_is_filled_in(module):
    policy = make_policy(f"py:{module(BOTH)}:Plain", PolicyMeans(7))
    assert policy.name.startswith("py:plain walker@")
    assert policy.senses == Senses()
    policy.forget("ep_00000")
    policy.close()


def test_its_name_changes_with_its_source(module):
    names = {make_policy(f"py:{module(text)}:Plain", PolicyMeans(7)).name for text in (BOTH, BOTH + "\n# changed")}
    assert len(names) == 2


@pytest.mark.parametrize(
    ("which", "words"),
    [
        ("Nobody", "has no `Nobody`, only"),
        ("Needy", "calling it raised TypeError"),
        ("Mute", r"has no method `act\(glimpses\)`"),
        ("Strange", "its `senses` are none"),
    ],
)
def test_what_cannot_act_is_refused(module, which, words):
    with pytest.raises(ConfigError, match=words):
        make_policy(f"py:{module(BOTH)}:{which}", PolicyMeans(7))


def test_a_module_that_is_not_there_is_named():
    with pytest.raises(ConfigError, match="there is no module `no_such_module_here`"):
        make_policy("py:no_such_module_here:Walker", PolicyMeans(7))


def test_a_module_that_fails_is_named(module):
    with pytest.raises(ConfigError, match="raised ValueError: at once"):
        make_policy(f"py:{module(FAILING)}:Walker", PolicyMeans(7))


def test_a_package_that_its_module_lacks_is_named_as_such(module):
    with pytest.raises(ConfigError, match="imports `nowhere_to_be_found`, which is not installed"):
        make_policy(f"py:{module('import nowhere_to_be_found')}:Walker", PolicyMeans(7))


@pytest.mark.parametrize(
    ("which", "words"),
    [
        ("Plain", r"plain walker@\w+ gave NoneType in place of a Decision"),
        ("Raising", "raised KeyError: 'oops' at ep_0"),
    ],
)
def test_what_breaks_its_word_is_named(module, rows_of, which, words):
    with pytest.raises(AnswererError, match=words):
        rows_of(make_policy(f"py:{module(BOTH)}:{which}", PolicyMeans(7)))
