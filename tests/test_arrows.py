"""Imports run one way: flows -> tasks/*.py -> tasks/<noun>/, expectations, lake -> schemas (README, "How it is built")."""

import ast
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_OURS = {"flows", "tasks", "expectations", "lake", "schemas", "infra", "tests"}
_MAY_IMPORT = {
    "flows": {"flows", "tasks", "expectations", "lake", "schemas"},
    "verb": {"tasks", "expectations", "lake", "schemas"},
    "noun": {"tasks", "schemas"},
    "expectations": {"expectations", "schemas"},
    "lake": {"lake", "schemas"},
    "schemas": {"schemas"},
}
"""By part; a file directly in tasks/ is a verb, that is, a Prefect task, and a folder in tasks/ is a noun."""


def _part(path: Path) -> str:
    if path.parts[0] == "tasks":
        return "verb" if len(path.parts) == 2 and path.name != "__init__.py" else "noun"
    return path.parts[0]


def _imports(path: Path) -> set[str]:
    """Modules that a file imports, wherever in it, for its types too."""
    nodes = list(ast.walk(ast.parse((_ROOT / path).read_text(encoding="utf-8"))))
    named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return named | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


_FILES = [
    path.relative_to(_ROOT)
    for part in ("flows", "tasks", "expectations", "lake", "schemas")
    for path in sorted((_ROOT / part).rglob("*.py"))
]
_VERBS = [path for path in _FILES if _part(path) == "verb"]


def test_arrows_run_one_way():
    ours = {path: {name.split(".")[0] for name in _imports(path)} & _OURS for path in _FILES}
    assert {path.as_posix(): found for path in _FILES if (found := ours[path] - _MAY_IMPORT[_part(path)])} == {}


def test_below_the_verbs_nothing_knows_of_prefect_and_no_noun_of_a_verb():
    verbs = {f"tasks.{verb.stem}" for verb in _VERBS}
    for path in _FILES:
        if _part(path) not in ("flows", "verb"):
            imported = _imports(path)
            assert "prefect" not in {name.split(".")[0] for name in imported}, path
            assert not verbs & imported, path


def test_each_file_directly_in_tasks_is_a_task():
    assert len(_VERBS) > 10
    for path in _VERBS:
        tree = ast.parse((_ROOT / path).read_text(encoding="utf-8"))
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        marks = [ast.unparse(mark) for function in functions for mark in function.decorator_list]
        assert any(mark == "task" or mark.startswith("task(") for mark in marks), path
