// A server of the tests' own, from the built binary.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const binary = process.env.GROUNDWALL_BINARY ?? join(root, "target/debug/groundwall");

// Its address, and what ends it; its documents go with it.
export async function start() {
  const dir = mkdtempSync(join(tmpdir(), "groundwall-client-"));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GROUNDWALL")));
  const server = spawn(binary, ["serve", "--addr", "127.0.0.1:0", "--data-dir", dir], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  let baseUrl;
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith("Ready in")) {
      baseUrl = line.split(" at ")[1].trim();
      break;
    }
  }
  assert.ok(baseUrl, "the server did not start");
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill();
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  return { baseUrl, stop };
}
