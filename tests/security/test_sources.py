"""What the program's own sources must not do: read pickles, run text, open a shell, or serve to everybody."""

import ast
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_PACKAGES = ("flows", "tasks", "schemas", "expectations", "lake", "infra")
_CODE = {
    path.relative_to(_ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for package in _PACKAGES
    for path in sorted((_ROOT / package).rglob("*.py"))
}
_UNPICKLERS = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "yaml"}
"""Modules whose readers run what they read; `yaml` because its plain `load` does."""


def _calls(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def _name(call):
    return ast.unparse(call.func)


@pytest.mark.parametrize("path", _CODE)
def test_nothing_is_read_that_could_run(path):
    tree = _CODE[path]
    imported = {
        alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    imported |= {
        (node.module or "").split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and not node.level
    }
    assert not imported & _UNPICKLERS
    for call in _calls(tree):
        assert _name(call) not in {"eval", "exec", "os.system", "os.popen", "np.load", "numpy.load", "torch.load"}
        for keyword in call.keywords:
            said = ast.unparse(keyword.value)
            assert (keyword.arg, said) not in {
                ("shell", "True"),
                ("allow_pickle", "True"),
                ("trust_remote_code", "True"),
            }


def test_no_server_listens_to_other_machines_unless_it_is_told_to():
    for path, tree in _CODE.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value.strip() not in {"0.0.0.0", "::", "tcp://0.0.0.0"}, path
        for call in _calls(tree):
            if _name(call).endswith(".bind"):
                assert ast.unparse(call.args[0]).startswith(("('127.0.0.1'", "(LOOPBACK")), path
