#!/usr/bin/env python3
"""The adapters for LangChain, LlamaIndex and Haystack with their packages from PyPI, installed into a throwaway folder.

    cargo build && python3 clients/examples/run.py [--binary target/debug/groundwall] [--keep DIR]
    python3 clients/examples/run.py --install DIR

Starts a server on loopback, runs test_examples.py, and ends with 0 where all of it passed. A folder that was installed into is used as it is.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "e2e"))

from serving import started  # noqa: E402

PACKAGES = ["langchain-core", "llama-index-core", "haystack-ai"]


def install(folder: Path) -> Path:
    """The Python of a folder with the client and the packages."""
    python = folder / "bin/python"
    venv.create(folder, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", ROOT / "clients/python", *PACKAGES], check=True)
    return python


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", type=Path, default=ROOT / "target/debug/groundwall")
    parser.add_argument("--keep", type=Path, help="a folder to install into, or that --install made")
    parser.add_argument("--install", type=Path, help="only install, into this folder")
    args = parser.parse_args()
    if args.install:
        install(args.install.resolve())
        return 0
    binary = args.binary.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        folder = (args.keep or Path(scratch) / "venv").resolve()
        python = folder / "bin/python"
        if not python.exists():
            python = install(folder)
        versions = f"import importlib.metadata as m; print(*(f'{{name}} {{m.version(name)}}' for name in {PACKAGES}), sep=', ')"
        subprocess.run([python, "-c", versions], check=True)
        server, base = started(binary, Path(scratch) / "data")
        try:
            # LlamaIndex and Haystack tell their makers nothing from here.
            quiet = {"HAYSTACK_TELEMETRY_ENABLED": "False", "ANONYMIZED_TELEMETRY": "False"}
            env = os.environ | quiet | {"BASE": base}
            tests = [python, "-m", "unittest", "-v", "test_examples"]
            return subprocess.run(tests, cwd=HERE, env=env, timeout=300).returncode
        finally:
            server.terminate()
            server.wait(15)


if __name__ == "__main__":
    sys.exit(main())
