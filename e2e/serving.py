"""What the scripts that drive packages of others share."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def started(binary: Path, data: Path, **settings: str):
    """A server on a free port with nothing but these settings, and its address."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("GROUNDWALL", "OTEL_"))}
    command = [binary, "serve", "--addr", "127.0.0.1:0", "--data-dir", data]
    server = subprocess.Popen(command, cwd=ROOT, env=env | settings, stdout=subprocess.PIPE, text=True)
    for line in server.stdout:
        if ready := re.search(r"Ready in .* at (http://\S+)", line):
            threading.Thread(target=server.stdout.read, daemon=True).start()
            return server, ready[1]
    sys.exit("the server did not start")
