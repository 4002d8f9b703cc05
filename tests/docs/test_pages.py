"""What README and docs/ say is what the program is."""

import importlib.util
import re
from pathlib import Path

import pytest
import typer

from flows.cli import app
from tasks.rungs.rungs import RUNGS

_ROOT = Path(__file__).parents[2]
_README = (_ROOT / "README.md").read_text(encoding="utf-8")
_SPEC = importlib.util.spec_from_file_location("write_docs", _ROOT / "infra" / "write_docs.py")
write_docs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(write_docs)


@pytest.mark.parametrize("path", write_docs.PAGES)
def test_a_written_page_says_what_the_sources_say(path):
    assert (_ROOT / path).read_text(encoding="utf-8") == write_docs.PAGES[path](), "run infra/write_docs.py"


def test_every_column_has_a_line():
    assert not re.findall(r"^\|.*\|  \|$", write_docs.tables_page(), re.MULTILINE)


def test_only_a_column_that_may_be_null_is_said_to_be_null():
    told = re.findall(r"^\| (\S+) \| ([^|?]+) \| .*\bnull where", write_docs.tables_page(), re.MULTILINE)
    assert told == []


def test_a_truth_value_is_no_count():
    told = re.findall(
        r"^\| (\S+) \| bool\?? \| (.*how many|Walks|Right answers)", write_docs.tables_page(), re.MULTILINE
    )
    assert told == []


def test_every_audit_has_a_line_of_its_own():
    told = re.findall(r"^\| `[a-z_]+` \| (.+) \|$", write_docs.audits_page(), re.MULTILINE)
    assert len(told) > 15
    assert len(told) == len(set(told))


def test_the_readmes_ladder_is_the_ladder():
    told = re.findall(r"^\| (E\w+) \| ([^|]+) \| ([^|]+) \|$", _README, re.MULTILINE)
    assert told == [(rung.name, rung.title, rung.asks) for rung in RUNGS.values() if not rung.is_control]


def test_every_control_is_on_its_page():
    page = (_ROOT / "docs" / "controls.md").read_text(encoding="utf-8")
    controls = [name for name, rung in RUNGS.items() if rung.is_control and "-rot" not in name]
    assert [name for name in controls if f"`{name}`" not in page] == []


def test_the_readme_names_every_command_once_and_no_other():
    told = re.findall(r"^\| `ladder ([a-z]+)` \|", _README, re.MULTILINE)
    assert sorted(told) == sorted(typer.main.get_command(app).commands)


@pytest.mark.parametrize(
    "page", [_ROOT / "README.md", *sorted((_ROOT / "docs").glob("*.md"))], ids=lambda page: page.name
)
def test_every_link_leads_somewhere(page):
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_readmes_polars_works(tmp_path, monkeypatch):
    from lake.store import open_lake

    open_lake(str(tmp_path / "out" / "lake"), create=True)
    monkeypatch.chdir(tmp_path)
    (snippet,) = [code for code in re.findall(r"```python\n(.*?)```", _README, re.DOTALL) if "lake.scan" in code]
    scope = {}
    exec(snippet.replace("\nscan(", "\nanswer = scan("), scope)
    assert "accuracy" in scope["answer"].columns
