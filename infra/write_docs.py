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
_SHARED = {
    "run_id": "The run that the row belongs to.",
    "split": "train, validation or test.",
    "episode_id": "The episode, `ep_` and five digits, by itself within run and split.",
    "question_id": "The question, the episode's id with `_q` and a number.",
    "house_id": "The house, `house-` and 12 hex digits of its layout.",
    "rung": "Name of a rung or control (docs/controls.md).",
    "answerer": "Who answers, with all that decides its words.",
    "family": "One of the eight families; in tables of metrics also `all`.",
    "stratum": "S1 to S4, rooms on the reference route; in tables of metrics also `all`.",
    "t": "Index of the frame in its walk; 0 is the spawn.",
    "raw": "What was said, as it came.",
    "n_houses": "Houses that the figure rests on.",
    "low": "Lower end of the 95 % interval.",
    "high": "Upper end of the 95 % interval.",
    "n": "What was counted.",
    "x": "Metres.",
    "z": "Metres.",
    "yaw": "Degrees clockwise seen from above.",
    "horizon": "Degrees below level.",
    "yaw_deg": "Difference in yaw, degrees.",
    "horizon_deg": "Difference in horizon, degrees.",
    "parsed": "The letter that was read, or how many were.",
    "magnitude": "Metres or degrees.",
    "final_area": "Target's share of the last picture, 0 to 1.",
    "correct": "Right answers.",
    "right": "Right answers.",
    "accuracy": "Right over designated, 0 to 1.",
    "accuracy_against": "The same of the other side.",
    "types": "Object types, canonical.",
    "target_type": "Canonical type of the target.",
    "target_id": "Id of the target in its house.",
    "target_room": "Room type of the target's room.",
    "spl": "Success weighted by path length, 0 to 1.",
    "spl_reference": "SPL with A's reference distance.",
    "room_type": "Type of the room that holds the agent.",
    "reason": "Why, as one of a few words.",
    "pixels": "Pixels of the object in the picture.",
    "pixel_hash": "SHA-256 of the pixels.",
    "object_type": "Canonical type.",
    "object_id": "Id of the object in its house.",
    "n_spaces": "Spaces: rooms joined by open boundaries count once.",
    "n_rooms": "Rooms.",
    "n_objects": "Objects.",
    "n_episodes": "Episodes.",
    "n_actions": "Actions, Done included.",
    "final_distance_m": "Plane distance to the target at the end, metres.",
    "executed": "Of those designated, how many had their episode run.",
    "designated": "Planned questions.",
    "answered": "Of those executed, how many were answered.",
    "scored": "Of those answered, how many were judged.",
    "n_scored": "Of those answered, how many were judged.",
    "data": "The encoded picture or row.",
    "codec": "How `data` is encoded.",
    "text": "The question's text.",
    "table": "A table of the lake.",
    "statistic": "What `value` is.",
    "expectation": "Name of the expectation.",
    "worse": "Questions right before and wrong now.",
    "verdict": "What follows by rule.",
    "template_version": "Raised when the template's words change.",
    "template_id": "The template that wrote it.",
    "teleport_hops": "Jumps in the walk: always 0.",
    "target_pixels_at_spawn": "Pixels of the target in the first frame: 0 where accepted.",
    "success": "Walks that reached the target.",
    "success_rate": "Success over designated episodes, 0 to 1.",
    "stuck_lenient": "Walks that end stuck by the lenient rule.",
    "status": "How it came out, as one of a few words.",
    "spawn": "Pose at the start: metres and degrees.",
    "spawn_distance_m": "Plane distance from spawn to target, metres.",
    "source": "File, or seed and number, for people.",
    "share": "Of the whole, 0 to 1.",
    "seconds": "How long the run took.",
    "row": "The failing row, as JSON.",
    "reached": "Whether, or how many, reached the target.",
    "reached_target": "Whether the walk ended in success.",
    "prompt_hash": "SHA-256 of the prompt's text.",
    "path_length_replayed_m": "Metres walked.",
    "path_length_reference_m": "Metres of the reference distance.",
    "path_length_m": "Metres walked.",
    "path_length_lenient_m": "Metres walked by the lenient rule.",
    "parse_ok": "Whether a letter was read.",
    "options": "Texts behind the letters, in order.",
    "needs_past": "The last frame alone does not settle it.",
    "needs_integration": "No single cited frame settles it.",
    "memory_required": "As the recipe defines it (SPEC section 3).",
    "n_total": "Questions of the episode.",
    "n_texts": "Different texts.",
    "n_rows": "Rows that were checked.",
    "n_questions": "Questions.",
    "n_prompt_tokens": "Tokens of the prompt, where known.",
    "n_completion_tokens": "Tokens of the reply, where known.",
    "n_parsed": "Replies from which a letter was read.",
    "n_parsed_both": "Questions read on both sides.",
    "n_options_3": "Questions with three options.",
    "n_options_4": "Questions with four options.",
    "n_invalid_actions": "Actions that the world refused.",
    "n_given": "Frames that reached the answerer.",
    "n_acquired": "Frames of the whole walk.",
    "n_failed": "Rows that failed.",
    "n_decisive": "Decisive frames.",
    "n_decisions": "What the policy decided, readable or not.",
    "n_correct": "Right answers.",
    "n_actions_lenient": "Actions by the lenient rule.",
    "most_share": "Largest share that is allowed.",
    "mode": "How the prompt says pictures are to be taken.",
    "median_actions": "Median of actions over walks that ran.",
    "mean_actions": "Mean of actions over walks that ran.",
    "least_texts": "Texts that are wanted.",
    "least_questions": "Questions that are wanted.",
    "known_lenient": "Walks that were followed to the lenient rule's end.",
    "kind": "Kind of the run or row.",
    "justification": "Why gold is gold, in words.",
    "is_right": "Whether the letter is the answer; null where none was read.",
    "initial_dist_to_target_m": "Plane distance to the target at the start, metres.",
    "final_dist_to_target_m": "Plane distance to the target at the end, metres.",
    "distance_reduction_m": "How much nearer the walk came, metres.",
    "gold": "The right value.",
    "gold_by": "Whether presence or absence shows gold.",
    "finish_reason": "stop, length or error.",
    "falls_short": "Whether less is there than wanted.",
    "evidence_hashes": "Pixel hashes of the pictures given.",
    "evidence_frames": "Frames given, by index.",
    "error": "Why, in words; else empty.",
    "difference": "First minus second, -1 to 1.",
    "detail": "In words.",
    "decisive_frames": "Smallest set of cited frames that decides.",
    "content_key": "SHA-256 of answerer, words and pictures: equal keys are asked once.",
    "content_hash": "SHA-256 of the layout.",
    "chance": "Mean of 1 over the number of options.",
    "area_m2": "Floor, square metres.",
    "answer": "The letter of gold.",
    "actions": "What is executed, in order.",
    "state": "started, rejected, published or removed.",
    "audit": "Which audit found it.",
    "attempt": "Number of the candidate.",
    "at": "When, UTC.",
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
    if column in _SHARED:
        return _SHARED[column]
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
