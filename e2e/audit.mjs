// The exported audit log: the page's own script verifies it, without a browser and without a network, and names what was changed.
//
//   cargo build && node e2e/audit.mjs
//
// GROUNDWALL names another binary. Exits 1 on the first thing that is not as it should be.
import { execFileSync, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import vm from "node:vm";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const binary = process.env.GROUNDWALL ?? join(root, "target/debug/groundwall");
const data = mkdtempSync(join(tmpdir(), "groundwall-audit-"));

// As much of a document as the script asks for.
const element = (text = "") => ({
  textContent: text, className: "", children: [],
  appendChild(child) { this.children.push(child); return child; },
});
const run = (script, log) => {
  const parts = { log: element(log), outcome: element(), faults: element(), told: element(), rows: element() };
  const document = { getElementById: (id) => parts[id], createElement: () => element() };
  const context = vm.createContext({ document, TextEncoder });
  vm.runInContext(script + "\nglobalThis.hash = sha256;", context);
  return { parts, hash: context.hash };
};

const server = spawn(binary, ["serve", "--addr", "127.0.0.1:0", "--data-dir", data], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
try {
  const base = await new Promise((done, failed) => {
    let said = "";
    server.on("exit", (code) => failed(new Error(`the server ended with ${code}:\n${said}`)));
    server.stdout.on("data", (bytes) => {
      said += bytes;
      const found = /Ready in .* at (http:\/\/\S+)/.exec(said);
      if (found) done(found[1]);
    });
  });
  const post = (path, body) => fetch(base + path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  const form = new FormData();
  form.append("file", new Blob(["The Timber Quay was built in 1931. </script><b>1932"]), "größe </script>.txt");
  assert.equal((await fetch(base + "/api/upload", { method: "POST", body: form })).status, 200);
  for (const question of ["When was the Timber Quay built?", "Wann wurde die Mole 木 gebaut? 🪵"]) assert.equal((await post("/api/v1/questions", { question })).status, 201);
  const verified = await (await post("/api/v1/verifications", { claims: ["The Timber Quay was built in 1932."] })).json();
  await post(`/api/v1/reports/${verified.id}/disputes`, { claim: 1, note: "<b>no</b>" });
  await fetch(`${base}/api/v1/reports/${verified.id}`, { method: "DELETE" });

  const page = execFileSync(binary, ["audit", "export", "--format", "html", "--data-dir", data], { cwd: root }).toString();
  const parts = page.split(/<script[^>]*>/);
  assert.equal(parts.length, 3, "a text of the log opens no script");
  const [log, script] = parts.slice(1).map((part) => part.split("</script>")[0]);

  const { parts: whole, hash } = run(script, log);
  assert.equal(whole.outcome.className, "good", whole.faults.children.map((one) => one.textContent).join("\n"));
  assert.match(whole.outcome.textContent, /^6 entries, and the chain is whole\./);
  assert.equal(whole.rows.children.length, 6);
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 4096]) {
    const bytes = randomBytes(size);
    assert.equal(hash(new Uint8Array(bytes)), createHash("sha256").update(bytes).digest("hex"), `${size} bytes`);
  }

  const lines = log.split("\n");
  const swapped = [...lines];
  [swapped[2], swapped[3]] = [swapped[3], swapped[2]];
  const changes = [
    ["a fact", log.replace('"refuted":"1"', '"refuted":"0"'), /Entry 4 was changed/],
    ["a text", log.replace("When was the Timber", "When was the Lumber"), /“question” of entry 2/],
    ["an entry", lines.filter((line) => !line.includes('"number":3,')).join("\n"), /Entry 3 is not in its place/],
    ["the order", swapped.join("\n"), /Entry 2 is not in its place/],
    ["the end", [...lines.slice(0, -3), ...lines.slice(-2)].join("\n"), /cut off/],
    ["the form", log.replace('"entries"', '"entrees"'), /cannot be read/],
  ];
  for (const [what, changed, said] of changes) {
    assert.notEqual(changed, log, what);
    const { parts: found } = run(script, changed);
    assert.equal(found.outcome.className, "bad", what);
    assert.match(found.faults.children.map((one) => one.textContent).join("\n"), said, what);
  }
  console.log("The exported page verifies itself, and names each of", changes.length, "changes.");
} finally {
  server.removeAllListeners("exit");
  server.kill();
  rmSync(data, { recursive: true, force: true });
}
