"""Stands for the `vllm` command where there is none: takes its arguments, serves its protocol, starts children as it does.

What it does wrong is said by STAND_IN: `fails`, `taken` (the port is taken at the first start), `stubborn` (does not end
when told), `dies` (after three answers), `slow` (never healthy).
"""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "openai"))
from peer import GOOD, Peer, Reply


def main(arguments: list[str]) -> None:
    if "--port" not in arguments:
        sys.exit("usage: vllm serve MODEL --port PORT")
    fault, model = os.environ.get("STAND_IN", ""), arguments[arguments.index("--served-model-name") + 1]
    print("INFO starting the engine", flush=True)
    Path("command.txt").write_text("\n".join(arguments), encoding="utf-8")
    Path("path.txt").write_text(os.environ.get("PYTHONPATH", ""), encoding="utf-8")
    Path("key.txt").write_text(f"{os.environ.get('VLLM_API_KEY')} {os.environ.get('OPENAI_API_KEY')}", encoding="utf-8")
    if fault == "fails":
        sys.exit("ValueError: no such model\n---")
    if fault == "taken" and not Path("tried").exists():
        Path("tried").touch()
        sys.exit("OSError: [Errno 98] Address already in use")
    if fault == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # An engine in a session of its own, which no signal to the group of its parent reaches.
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    peer = Peer(port=int(arguments[arguments.index("--port") + 1]), models=(model,))
    peer.key, peer.knows, peer.healthy = os.environ.get("VLLM_API_KEY", ""), {model}, False
    if fault == "dies":
        peer.plan = lambda number, _: GOOD if number < 3 else _die(peer)
    time.sleep(0.3)
    peer.healthy = fault != "slow"
    threading.Event().wait()


def _die(peer: Peer) -> Reply:
    while len(peer.answered) < 3:
        time.sleep(0.01)
    print("CUDA error: an illegal memory access was encountered", flush=True)
    os._exit(7)


if __name__ == "__main__":
    main(sys.argv[1:])
