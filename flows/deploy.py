"""Register the scheduled flows with a Prefect server, with the work pool and the limit that they need."""

import os
import subprocess
import sys
from pathlib import Path

from flows.limits import set_gpu_limit
from flows.server import require_answer
from flows.telemetry import quiet_environment
from schemas.errors import ConfigError

_TAIL = 600


def deploy(lake: str, work_pool: str, file: Path, gpus: int) -> dict[str, str]:
    """Create the work pool where it is not there, set the `gpu` limit, and register every deployment of the file.

    Args:
        lake: Where the scheduled runs write.
        work_pool: Name of a pool; one that is made here is of type `process`.
        file: A prefect.yaml.
        gpus: How many tasks may compute on a GPU at a time.

    Raises:
        ConfigError: There is no server, none answers, there is no such file, or Prefect refuses.
    """
    url = os.environ.get("PREFECT_API_URL")
    if not url:
        raise ConfigError(
            "there is no Prefect server to deploy to: PREFECT_API_URL is not set. Start one with `prefect server start` "
            "and set it to its address, for instance http://127.0.0.1:4200/api."
        )
    if not file.is_file():
        raise ConfigError(f"there is no file `{file}`. Give the path of the project's infra/prefect.yaml with --file.")
    require_answer(url)
    quiet_environment()
    made = _ensure_work_pool(work_pool)
    set_gpu_limit(gpus)
    environment = {**os.environ, "LADDER_LAKE": lake, "LADDER_WORK_POOL": work_pool}
    command = [sys.executable, "-m", "prefect", "--no-prompt", "deploy", "--all", "--prefect-file", str(file.resolve())]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip()[-_TAIL:]
        raise ConfigError(f"Prefect at {url} did not take the deployments of `{file}`; it said: {said or 'nothing'}")
    return {
        "server": url,
        "work pool": f"{work_pool} ({'made' if made else 'was there'})",
        "gpu limit": str(gpus),
        "deployments": ", ".join(_registered()),
        "next": f"prefect worker start --pool {work_pool}",
    }


def _ensure_work_pool(name: str) -> bool:
    """Whether it had to be made."""
    import httpx
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.actions import WorkPoolCreate
    from prefect.exceptions import ObjectNotFound

    try:
        with get_client(sync_client=True) as client:
            try:
                client.read_work_pool(name)
                return False
            except ObjectNotFound:
                client.create_work_pool(WorkPoolCreate(name=name, type="process"))
                return True
    except (httpx.HTTPError, ValueError) as error:  # the latter where it is no JSON, as of the UI
        said = str(error).partition("\n")[0]
        raise ConfigError(
            f"what answers at PREFECT_API_URL takes no work pool ({said}). Set it to the API of a Prefect server, for "
            "instance http://127.0.0.1:4200/api, and PREFECT_API_KEY where it wants one."
        ) from error


def _registered() -> list[str]:
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        ours = [each for each in client.read_deployments() if "evidence-ladder" in each.tags]
        flows = {each.flow_id: client.read_flow(each.flow_id).name for each in ours}
    return sorted(f"{flows[each.flow_id]}/{each.name}" for each in ours)
