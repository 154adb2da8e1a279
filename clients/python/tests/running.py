"""A server of the tests' own, from the built binary."""

import os
import subprocess
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BINARY = os.environ.get("GROUNDWALL_BINARY", str(ROOT / "target/debug/groundwall"))


class Running:
    """Runs until it is stopped; its documents go with it."""

    def __init__(self) -> None:
        self.dir = tempfile.TemporaryDirectory()
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GROUNDWALL")}
        self.server = subprocess.Popen(
            [BINARY, "serve", "--addr", "127.0.0.1:0", "--data-dir", self.dir.name],
            cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True,
        )
        self.base = ""
        for line in self.server.stdout:
            if line.startswith("Ready in"):
                self.base = line.split(" at ")[1].strip()
                break
        assert self.base, "the server did not start"
        threading.Thread(target=self.server.stdout.read, daemon=True).start()

    def stop(self) -> None:
        self.server.terminate()
        self.server.wait(20)
        self.dir.cleanup()
