"""The template of the Kubernetes work pool, before a real Prefect server."""

import json
from pathlib import Path
from uuid import uuid4

import pytest

FILE = Path(__file__).parents[2] / "infra" / "kubernetes" / "work-pool.json"


@pytest.mark.slow
def test_a_prefect_server_takes_the_template_and_checks_placeholders_against_it(server):
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.actions import WorkPoolCreate

    template = json.loads(FILE.read_text(encoding="utf-8"))
    broken = json.loads(json.dumps(template).replace("{{ image }}", "{{ picture }}"))
    name = f"kubernetes-{uuid4().hex[:6]}"
    with get_client(sync_client=True) as client:
        client.create_work_pool(WorkPoolCreate(name=name, type="kubernetes", base_job_template=template))
        assert client.read_work_pool(name).base_job_template == template
        with pytest.raises(Exception, match="picture"):
            client.create_work_pool(WorkPoolCreate(name=f"{name}-2", type="kubernetes", base_job_template=broken))
