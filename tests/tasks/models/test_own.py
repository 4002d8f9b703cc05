"""Answerers of the user's own; the example is the one in docs/own_models.md."""

import re
import sys
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from schemas.errors import AnswererError, ConfigError, ContractError
from tasks.models.answerers import is_privileged, make_answerer
from tasks.models.base import Picture, Prompt, PromptKey

_NUMBERS = count()
_DOCS = Path(__file__).parents[3] / "docs" / "own_models.md"


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Writes a module into the folder where the command runs, and says its name, a new one each time."""
    monkeypatch.chdir(tmp_path)

    def write(source):
        name = f"my_model_{next(_NUMBERS)}"
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        return name

    return write


def example():
    return re.search(r"```python\n(.*?class MyAnswerer.*?)```", _DOCS.read_text(encoding="utf-8"), re.DOTALL)[1]


def grey(t, level):
    return Picture(t, "", lambda: np.full((4, 4, 3), level, np.uint8))


def prompts(*brightness):
    pictures = tuple(grey(t, level) for t, level in enumerate(brightness))
    keys = [PromptKey("ep_00001", f"ep_00001_q{number}") for number in (1, 2)]
    return [Prompt(key, "Existence", "Was it there?", ("No", "Yes"), pictures, "closed") for key in keys]


ANSWERER = """
from tasks.models.base import Response

class Mine:
    def answer(self, prompts):
        for prompt in prompts:
            {body}
"""


def mine(body):
    return ANSWERER.format(body=body)


def test_the_example_of_the_docs_is_twenty_lines_and_looks_at_the_pictures(module):
    assert len(example().strip().splitlines()) <= 22
    answerer = make_answerer(f"py:{module(example())}:MyAnswerer", 7)
    assert [each.raw for each in answerer.answer(prompts(10, 200))] == ["B", "B"]
    assert [each.raw for each in answerer.answer(prompts(200, 10))] == ["A", "A"]
    assert not is_privileged(answerer)


def test_its_name_tells_an_edited_class_from_the_one_before(module):
    one, other = (make_answerer(f"py:{module(text)}:MyAnswerer", 7) for text in (example(), example() + "# edited\n"))
    assert re.fullmatch(r"py:brightest-1@[0-9a-f]{8}", one.name)
    assert one.name != other.name


def test_one_without_a_name_goes_by_module_and_object(module):
    name = module(mine("yield Response(prompt.key, 'A')"))
    assert make_answerer(f"py:{name}:Mine", 7).name.startswith(f"py:{name}:Mine@")


def test_a_factory_is_given_the_seed_if_it_takes_one(module):
    source = (
        mine("yield Response(prompt.key, self.word)") + "def make(seed):\n    m = Mine(); m.word = str(seed); return m"
    )
    answerer = make_answerer(f"py:{module(source)}:make", 7)
    assert [each.raw for each in answerer.answer(prompts())] == ["7", "7"]


def test_an_object_that_can_answer_is_taken_as_it_is(module):
    source = mine("yield Response(prompt.key, 'here')") + "class Box:\n    ready = Mine()\n"
    answerer = make_answerer(f"py:{module(source)}:Box.ready", 7)
    assert [each.raw for each in answerer.answer(prompts())] == ["here", "here"]


def test_prompts_it_leaves_out_are_only_missing(module):
    name = module(mine("if prompt.key.question_id.endswith('q2'): yield Response(prompt.key, 'A')"))
    answerer = make_answerer(f"py:{name}:Mine", 7)
    assert [each.key.question_id for each in answerer.answer(prompts())] == ["ep_00001_q2"]


@pytest.mark.parametrize(
    ("source", "path", "reason"),
    [
        ("", "Mine", "has no `Mine`"),
        ("class Mine: pass", "Mine", r"Mine, has no method `answer\(prompts\)`"),
        ("Mine = 3", "Mine", "it is int, neither a class nor a function"),
        ("1 / 0", "Mine", "importing `.*` raised ZeroDivisionError: division by zero"),
        ("import nowhere_to_be_found", "Mine", "imports `nowhere_to_be_found`, which is not installed"),
        ("class Mine:\n    def __init__(self, path): pass", "Mine", "calling it raised TypeError"),
        ("raise SystemError", "Mine", "raised SystemError. Mend it"),
    ],
)
def test_what_cannot_be_an_answerer_is_refused_in_one_sentence(module, source, path, reason):
    name = module(source)
    with pytest.raises(ConfigError, match=reason) as refused:
        make_answerer(f"py:{name}:{path}", 7)
    assert str(refused.value).startswith(f"`py:{name}:{path}`")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("spec", ["py:", "py:my_model", "py::Mine", "py:my_model:"])
def test_a_module_and_an_object_are_needed(spec):
    with pytest.raises(ConfigError, match=r"a module and an object are needed.*`py:my_model:MyAnswerer`"):
        make_answerer(spec, 7)


def test_a_module_that_is_not_there_is_named_with_where_it_was_looked_for(module, tmp_path):
    with pytest.raises(ConfigError, match=rf"no module `nowhere.at_all` in {tmp_path}"):
        make_answerer("py:nowhere.at_all:Mine", 7)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("yield 'A'", "gave str in place of a Response, after 0 answers"),
        ("raise ValueError('no weights\\nat all')", "raised ValueError: no weights after 0 answers"),
        (
            "yield Response(prompt.key, 'A'); yield Response(prompt.key, 'B')",
            "answered ep_00001_q1 a second time, after 1",
        ),
        (
            "yield Response(type(prompt.key)('ep_00001', 'ep_00001_q9'), 'A')",
            "answered ep_00001_q9 which it was not asked",
        ),
    ],
)
def test_one_that_breaks_its_promises_is_stopped_with_the_reason(module, body, reason):
    answerer = make_answerer(f"py:{module(mine(body))}:Mine", 7)
    with pytest.raises(AnswererError, match=reason) as stopped:
        list(answerer.answer(prompts()))
    assert "\n" not in str(stopped.value)


def test_a_picture_that_is_not_stored_is_not_laid_at_its_door(module):
    def missing():
        raise ContractError("frame 3 of ep_00001 has no stored picture")

    asked = prompts()[0]
    asked = Prompt(asked.key, "Existence", "?", ("No", "Yes"), (Picture(3, "", missing),), "closed")
    answerer = make_answerer(f"py:{module(mine('prompt.pictures[0].load(); yield'))}:Mine", 7)
    with pytest.raises(ContractError, match="no stored picture"):
        list(answerer.answer([asked]))


def test_the_folder_of_the_command_is_not_left_on_the_path(module):
    before = list(sys.path)
    make_answerer(f"py:{module(example())}:MyAnswerer", 7)
    assert sys.path == before
