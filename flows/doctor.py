"""`ladder doctor`: what this machine can run, and what to do about the rest. It starts no server and changes nothing."""

import os
import shutil
import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import Any

from flows.homes import cache_folder
from flows.listing import runs
from flows.options import DEFAULT_LAKE
from flows.server import require_answer
from lake.store import open_lake
from schemas.errors import LadderError
from tasks.doctor.engine import check_engine
from tasks.doctor.finding import Finding, told
from tasks.doctor.machine import check_gpus, check_machine
from tasks.doctor.models import check_models, check_server, check_vllm
from tasks.doctor.packages import check_packages

_SUBJECT = 34
_WIDTH = 140
"""Columns of the plain form, and of its middle part."""


def doctor(lake: str | None = None, url: str | None = None) -> list[Finding]:
    """What was found, from the machine up to what a flag asked for. Never raises over what it looks at.

    Args:
        lake: to be read and written; None looks at the usual one, and is content where there is none.
        url: of a server of models, `http://host:port/v1` with or without `#MODEL`; None asks no server.
    """
    findings = [check_machine(), *check_packages(), check_gpus(), *check_models(), check_vllm(), check_engine()]
    findings.append(check_prefect())
    if url is not None:
        findings.append(check_server(url).asked_for())
    findings.append(check_lake(DEFAULT_LAKE) if lake is None else check_lake(lake).asked_for())
    return findings


def check_prefect() -> Finding:
    """The server that PREFECT_API_URL names, or what one of our own needs."""
    if url := os.environ.get("PREFECT_API_URL"):

        def answers() -> str:
            require_answer(url)
            return f"a server answers at {url}"

        return told("Prefect API", answers, otherwise="broken")
    homes = cache_folder()
    if _is_writable(homes):
        return Finding("Prefect API", "ok", f"a server of our own will be started, with its data in {homes}")
    words = f"a server of our own will be started, anew each time: {homes} can't be written"
    return Finding("Prefect API", "ok", words)


def check_lake(uri: str) -> Finding:
    """Whether a lake is there, can be read and can be written."""

    def used() -> str:
        opened = open_lake(uri, create=True)  # it is there already, so that this only tries to write
        listed = runs(uri)
        free = f", {shutil.disk_usage(opened.root).free / 2**30:.1f} GiB free" if opened.is_local else ""
        return f"{opened.root} can be read and written: {len(listed)} runs{free}"

    try:
        open_lake(uri, create=False)
    except LadderError as error:
        if not str(error).startswith("there is no lake"):
            return told("lake", _raiser(error), otherwise="broken")
        if _is_s3(uri) or _is_writable(Path(uri.removeprefix("file://")).expanduser().absolute()):
            return Finding("lake", "missing", f"none at {uri} yet", f"`ladder run --lake {uri}` makes one there.")
        return Finding("lake", "broken", f"none at {uri}, and none can be made there", "Point --lake elsewhere.")
    return told("lake", used, otherwise="broken")


def plain(findings: list[Finding]) -> list[dict[str, Any]]:
    return [asdict(finding) for finding in findings]


def rendered(findings: list[Finding]) -> str:
    """State, subject and what was found, with the remedy under it."""
    lines = []
    for finding in findings:
        head = f"{finding.state:<8} {finding.subject:<{_SUBJECT}} "
        said = [finding.words, finding.remedy if finding.state != "ok" else ""]
        texts = [line for text in said for line in textwrap.wrap(text, _WIDTH - len(head), break_on_hyphens=False)]
        lines += [f"{' ' * len(head) if number else head}{text}" for number, text in enumerate(texts)]
    return "\n".join(lines)


def fails(findings: list[Finding]) -> bool:
    """Whether something that a flag asked for is broken."""
    return any(finding.fails for finding in findings)


def _is_writable(path: Path) -> bool:
    """Whether a folder can be written, or could be made."""
    nearest = next(each for each in (path, *path.parents) if os.path.exists(each))
    return nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)


def _is_s3(uri: str) -> bool:
    return uri.startswith("s3://")


def _raiser(error: LadderError) -> Any:
    def refuse() -> str:
        raise error

    return refuse
