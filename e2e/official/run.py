#!/usr/bin/env python3
"""The official clients against this server: openai (PyPI and npm) and mcp (PyPI), installed into a throwaway folder.

    cargo build && python3 e2e/official/run.py [--binary target/debug/groundwall] [--keep DIR]

Starts a scripted chat endpoint and a server with an API key on loopback, runs the clients, and ends with 0 where all of them passed.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import venv
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

from serving import started  # noqa: E402

TRUE = "The Timber Quay was built in 1931."
FALSE = "The crane on the Timber Quay lifts 40 tonnes."
ALSO = "The quay is 120 metres long."
CALL = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": '{"at":"crane"}'}}


class Endpoint(BaseHTTPRequestHandler):
    """Answers by what the last user message asks for: text, call, break, refuse."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        asked = [m for m in body["messages"] if m["role"] == "user"][-1]["content"]
        if "refuse" in asked:
            self.send_response(500)
            self.send_header("content-length", "0")
            self.end_headers()
            return
        call = "call" in asked and not any(m["role"] == "tool" for m in body["messages"])
        around = {"id": "chatcmpl-1", "created": 1, "model": "scripted-1"}
        if not body.get("stream"):
            message = {"role": "assistant", "content": None if call else f"{TRUE} {FALSE} {ALSO}"}
            if call:
                message["tool_calls"] = [CALL]
            answer = {
                **around,
                "object": "chat.completion",
                "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if call else "stop"}],
                "usage": {"prompt_tokens": 3, "completion_tokens": 5, "total_tokens": 8},
            }
            data = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True

        def chunk(delta, finish=None):
            choice = {"index": 0, "delta": delta, "finish_reason": finish}
            event = {**around, "object": "chat.completion.chunk", "choices": [choice]}
            self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
            self.wfile.flush()

        chunk({"role": "assistant"})
        if call:
            chunk({"tool_calls": [{"index": 0, **CALL, "function": {"name": "look", "arguments": ""}}]})
            chunk({"tool_calls": [{"index": 0, "function": {"arguments": CALL["function"]["arguments"]}}]})
            chunk({}, "tool_calls")
        else:
            for word in re.findall(r"\S+\s*", f"{TRUE} {FALSE} {ALSO}"):
                chunk({"content": word})
                if "break" in asked and "40" in word:
                    return
            chunk({}, "stop")
        usage = {"prompt_tokens": 3, "completion_tokens": 5, "total_tokens": 8}
        self.wfile.write(f"data: {json.dumps({**around, 'choices': [], 'usage': usage})}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")


def key(binary: Path, data: Path, name: str, scopes: str) -> str:
    made = subprocess.run(
        [binary, "keys", "create", name, "--scope", scopes, "--data-dir", data],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )
    return made.stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", type=Path, default=ROOT / "target/debug/groundwall")
    parser.add_argument("--keep", type=Path, help="install here, and again only what is missing")
    args = parser.parse_args()
    binary = args.binary.resolve()
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = (args.keep or Path(scratch) / "clients").resolve()
        folder.mkdir(parents=True, exist_ok=True)
        python = folder / "venv/bin/python"
        if not python.exists():
            venv.create(folder / "venv", with_pip=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", "openai>=3", "mcp>=2"], check=True)
        if not (folder / "node_modules/openai").exists():
            subprocess.run(["npm", "install", "--silent", "--prefix", folder, "openai"], check=True)
        versions = "import importlib.metadata as m; print('openai', m.version('openai'), 'and mcp', m.version('mcp'), 'from PyPI')"
        subprocess.run([python, "-c", versions], check=True)
        package = json.loads((folder / "node_modules/openai/package.json").read_text())
        print("openai", package["version"], "from npm")

        endpoint = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
        threading.Thread(target=endpoint.serve_forever, daemon=True).start()
        data = Path(scratch) / "data"
        settings = {
            "GROUNDWALL__GENERATOR__BASE_URL": f"http://127.0.0.1:{endpoint.server_address[1]}/v1",
            "GROUNDWALL__GENERATOR__MODEL": "scripted-1",
            "GROUNDWALL__SERVER__REQUIRE_KEY": "true",
        }
        server, base = started(binary, data, **settings)
        try:
            env = os.environ | {"BASE": base, "KEY": key(binary, data, "clients", "read,ask"), "ROOT": str(ROOT)}
            env |= {"BINARY": str(binary), "OTHER_DATA": str(Path(scratch) / "other")}
            script = folder / "client.mjs"
            script.write_text((HERE / "client.mjs").read_text())
            for command in ([python, HERE / "client.py"], ["node", script], [python, HERE / "tools.py"]):
                done = subprocess.run(command, env=env, timeout=300)
                if done.returncode:
                    failed.append(Path(command[-1]).name)
        finally:
            server.terminate()
            server.wait(15)
            endpoint.shutdown()
    print("failed: " + ", ".join(failed) if failed else "all clients passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
