"""Write the pages of docs/ that only repeat what the sources say: `python infra/write_docs.py`.

`docs/tables.md` comes from the contracts in schemas/tables/, `docs/audits.md` from tasks/audits/. A test holds the pages
against what this writes.
"""

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(_ROOT))

import polars as pl  # noqa: E402

from schemas.columns import MEANINGS  # noqa: E402
from schemas.tables import EVALUATION_TABLES, TABLES  # noqa: E402
from tasks.audits import screening, thresholds  # noqa: E402
from tasks.audits.audits import AUDITS  # noqa: E402

_KINDS = {
    "Int32": "int32",
    "Int64": "int64",
    "Float64": "float64",
    "String": "text",
    "Boolean": "bool",
    "Binary": "bytes",
}


def tables_page() -> str:
    """Every table with its columns."""
    lines = [
        "# Tables",
        "",
        "Each is a Delta table at `<lake>/<name>`, a view by its name in `ladder query`, and a lazy frame in",
        "`lake.scan.scan`. Columns in bold make the key; `?` marks those that may be null. Written by",
        "`infra/write_docs.py` from `schemas/tables/`; change it there.",
        "",
    ]
    for name in TABLES:
        lines += [*_table(name), ""]
    return "\n".join(lines)


def _table(name: str) -> Iterator[str]:
    contract = TABLES[name]
    module = inspect.getmodule(contract)
    about = inspect.cleandoc(contract.__doc__ or (module.__doc__ if module else "") or "")
    of = "an evaluation" if name in EVALUATION_TABLES else "a run" if name == "runs" else ""
    yield f"## {name}"
    yield ""
    yield " ".join(about.split()) + (f" Of {of}." if of else "")
    yield ""
    yield "| column | type | |"
    yield "| --- | --- | --- |"
    said, key = _said(contract), contract.primary_key()
    for column, definition in contract.columns().items():
        shown = f"**`{column}`**" if column in key else f"`{column}`"
        kind = _kind(contract.create_empty().schema[column]) + ("?" if definition.nullable else "")
        yield f"| {shown} | {kind} | {said.get(column) or _usual(column)} |"


def _usual(column: str) -> str:
    """What a name means wherever its contract says no more."""
    if column in MEANINGS:
        return MEANINGS[column]
    if column.startswith("ended_"):
        return f"Walks that ended with `{column.removeprefix('ended_')}`."
    name, _, end = column.partition("_high") if "_high" in column else column.partition("_low")
    if name != column:
        of = f" of {(name + end).strip('_')}" if (name + end).strip("_") else ""
        return f"{'Upper' if '_high' in column else 'Lower'} end of the 95 % interval{of}."
    for prefix, side in (("high_", "Upper"), ("low_", "Lower")):
        if column.startswith(prefix):
            return f"{side} end of the 95 % interval, {column.removeprefix(prefix)}."
    return ""


def _kind(kind: pl.DataType) -> str:
    if isinstance(kind, pl.List):
        return f"list of {_kind(kind.inner)}"  # type: ignore[arg-type]
    if isinstance(kind, pl.Struct):
        return "{" + ", ".join(field.name for field in kind.fields) + "}"
    return "time, UTC" if isinstance(kind, pl.Datetime) else _KINDS.get(str(kind), str(kind))


def _said(contract: type) -> dict[str, str]:
    """What stands under each column in the source; a subclass's own word comes before what it inherits."""
    found: dict[str, str] = {}
    for cls in contract.__mro__:
        if cls.__module__.startswith("schemas.tables"):
            found = {**_under_names(inspect.getsource(cls)), **found}
    return found


def _under_names(source: str) -> dict[str, str]:
    """Names that are assigned in a class or module, and the text right under each."""
    tree = ast.parse(source)
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else tree.body
    found = {}
    for before, after in pairwise(body):
        if isinstance(before, ast.Assign) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            found[ast.unparse(before.targets[0])] = " ".join(str(after.value.value).split()).replace("|", r"\|")
    return found


def audits_page() -> str:
    """Every audit, and every threshold with its reason."""
    lines = [
        "# Audits",
        "",
        "`ladder audit RUN` looks for faults of the benchmark itself and exits 1 where one passes its threshold. Its rows",
        "are kept in `audits` with an interval and a verdict: `failed`, `caution` (no fault, but it limits what may be read",
        "from a score), `undecided` (nothing to measure it by), `passed`, `stated` (a figure without a threshold). Written",
        "by `infra/write_docs.py` from `tasks/audits/`.",
        "",
        "| audit | looks for |",
        "| --- | --- |",
        *(f"| `{name}` | {about} |" for name, about in _audits()),
        "",
        "## Thresholds",
        "",
        "| | value | reason |",
        "| --- | --- | --- |",
    ]
    reasons = _under_names(inspect.getsource(thresholds))
    for name, value in vars(thresholds).items():
        if name.isupper():
            lines.append(f"| `{name}` | {value} | {reasons.get(name, '')} |")
    return "\n".join([*lines, ""])


def _audits() -> Iterator[tuple[str, str]]:
    for name, audit in AUDITS.items():
        own = audit.__doc__ if audit.__name__ != "audit" else None
        yield name, _first(own or importlib.import_module(audit.__module__).__doc__)
    yield "screening", _first(screening.__doc__)


def _first(text: str | None) -> str:
    """The first paragraph, on one line of a table."""
    return " ".join(inspect.cleandoc(text or "").split("\n\n")[0].split()).replace("|", r"\|")


PAGES = {"docs/tables.md": tables_page, "docs/audits.md": audits_page}


if __name__ == "__main__":
    for path, page in PAGES.items():
        (_ROOT / path).write_text(page(), encoding="utf-8")
        print(path)
