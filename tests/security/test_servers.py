"""Servers that the program starts listen on loopback, and nowhere else."""

import os
import subprocess
import sys

import psutil
import pytest

from tasks.models.vllm.command import LOOPBACK

_SERVE = """
import sys
from flows.server import prefect_server
from pathlib import Path
with prefect_server(Path(sys.argv[1])) as url:
    print(url, flush=True)
    sys.stdin.read()
"""


@pytest.mark.slow
def test_our_own_prefect_server_listens_on_loopback_only(tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    command = [sys.executable, "-c", _SERVE, str(tmp_path / "home")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as started:
        try:
            assert started.stdout.readline().startswith("http://127.0.0.1:")
            family = [psutil.Process(started.pid), *psutil.Process(started.pid).children(recursive=True)]
            listening = {
                each.laddr.ip for one in family for each in one.net_connections() if each.status == psutil.CONN_LISTEN
            }
            assert listening == {"127.0.0.1"}
        finally:
            started.stdin.close()
            started.wait(60)
    assert not [one for one in family if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]


def test_vllm_is_told_to_listen_on_loopback():
    assert LOOPBACK == "127.0.0.1"
