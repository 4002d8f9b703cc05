"""Run a generation's gate again on what is stored. It writes nothing but the Data Docs, and needs no server."""

import json

from expectations.gate import GateResult
from lake.runs import record_of
from lake.store import open_lake
from schemas.errors import ConfigError
from schemas.settings import GenerationSettings
from tasks.check_generation import check_generation


def check(run_id: str, lake: str) -> GateResult:
    """What the gate says now, of a published generation or of a rejected one.

    Raises:
        ConfigError: There is no such generation, it is not made to its end, or none of its rows is left.
    """
    opened = open_lake(lake, create=False)
    record = record_of(opened, run_id)
    if record is None or record.kind != "gen" or record.state == "removed":
        raise ConfigError(f"no generation `{run_id}` in {lake}. `ladder runs --lake {lake}` lists what there is.")
    if record.state == "started":
        raise ConfigError(
            f"generation `{run_id}` is not made to its end, so there is nothing to check. Go on with "
            f"`ladder run --resume {run_id} --lake {lake}`."
        )
    settings = GenerationSettings.from_plain(json.loads(record.manifest)["settings"])
    return check_generation.fn(opened.root, run_id, settings)
