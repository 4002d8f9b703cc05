"""The work pool's template: the job that comes of it is one that Kubernetes takes."""

import json
import re
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "infra" / "kubernetes" / "work-pool.json"
TEMPLATE = json.loads(FILE.read_text(encoding="utf-8"))
GIVEN = {
    "name": "ladder-run",
    "command": ["prefect", "flow-run", "execute"],
    "env": [{"name": "PREFECT_API_URL", "value": "http://prefect:4200/api"}],
    "labels": {"app": "evidence-ladder"},
}
"""What a worker fills in, in the form in which it hands it to Kubernetes."""


def filled(value, values):
    """The template with its variables put in: a whole placeholder keeps the value's type."""
    if isinstance(value, dict):
        return {name: filled(each, values) for name, each in value.items()}
    if isinstance(value, list):
        return [filled(each, values) for each in value]
    if not isinstance(value, str):
        return value
    if whole := re.fullmatch(r"\{\{ (\w+) \}\}", value):
        return values[whole[1]]
    return re.sub(r"\{\{ (\w+) \}\}", lambda found: str(values[found[1]]), value)


def test_every_placeholder_is_a_variable_and_every_variable_is_used():
    used = set(re.findall(r"\{\{ (\w+) \}\}", json.dumps(TEMPLATE["job_configuration"])))
    assert used == set(TEMPLATE["variables"]["properties"])


def test_the_job_is_one_that_kubernetes_takes():
    kubernetes_validate = pytest.importorskip("kubernetes_validate")
    defaults = {
        name: variable["default"]
        for name, variable in TEMPLATE["variables"]["properties"].items()
        if "default" in variable
    }
    job = filled(TEMPLATE["job_configuration"]["job_manifest"], {**defaults, **GIVEN})
    kubernetes_validate.validate(job, "1.32", strict=True)
    job["spec"]["template"]["spec"]["containers"][0]["cpu"] = "2"
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(job, "1.32", strict=True)
