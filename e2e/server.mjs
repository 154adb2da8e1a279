// What every script here needs: a server of its own on a data directory of its own, a browser, and the samples.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const sample = (name) => join(root, "data/samples", name);

/** Starts the binary; `stop` ends it and takes its data away. GROUNDWALL names another binary. */
export async function start(...more) {
  const data = mkdtempSync(join(tmpdir(), "groundwall-e2e-"));
  const binary = process.env.GROUNDWALL ?? join(root, "target/debug/groundwall");
  const server = spawn(binary, ["serve", "--addr", "127.0.0.1:0", "--data-dir", data, ...more], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const base = await new Promise((done, failed) => {
    let said = "";
    server.on("exit", (code) => failed(new Error(`the server ended with ${code}:\n${said}`)));
    server.stdout.on("data", (bytes) => {
      said += bytes;
      const found = /Ready in .* at (http:\/\/\S+)/.exec(said);
      if (found) done(found[1]);
    });
  });
  server.removeAllListeners("exit");
  const stop = () => {
    // Its data goes when it has ended, not while it puts them in order.
    server.on("exit", () => rmSync(data, { recursive: true, force: true }));
    server.kill("SIGTERM");
  };
  return { base, data, stop };
}

/** Chromium; CHROMIUM names another one. */
export const browser = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

export const json = async (address, body) => {
  const response = await fetch(address, body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
};

/** Sends a form as a page does; where it leads. */
export const form = async (base, path, fields = {}) => {
  const response = await fetch(base + path, { method: "POST", redirect: "manual", headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: base }, body: new URLSearchParams(fields) });
  if (response.status !== 303) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return new URL(response.headers.get("location"), base).href;
};

/** Sends files of a form; what the API answers. */
export const send = async (address, files, fields = {}) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const [name, text] of files) body.append("file", new Blob([text]), name);
  const response = await fetch(address, { method: "POST", body });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
};

/** Asks until it holds. */
export const until = async (holds, seconds = 300) => {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((next) => setTimeout(next, 300));
  }
  throw new Error(`it did not come to be within ${seconds} s`);
};

/** Answers of a batch: two that hold, one that is wrong, one that is empty, one about something else. */
export const ANSWERS = [
  "question,answer",
  '"How far does the light reach?","The light has a range of 16 nautical miles."',
  '"When did the last keeper leave?","The last keeper left on 30 June 1987."',
  '"How far does the light reach?","The light has a range of 61 nautical miles."',
  '"Who built the tower?",""',
  '"Was the light sold?","The light was sold to a museum in Bergen in 1999."',
].join("\n");
export const MIXED = "Hello! The Grunnskjær lighthouse was built by Henrik Lund. The tower is 72 metres high. The last keeper left on 30 June 1987. The light was sold to a museum in Bergen. The lighthouse is beautiful.";

/** A server with the samples, and one address of every view and state. */
export async function furnished(base) {
  await form(base, "/samples");
  const ask = async (question, more) => {
    const report = await json(`${base}/api/v1/questions`, { question, conversation: "new", ...more });
    return report;
  };
  const talk = (report) => `${base}/conversations/${report.conversation}`;
  const verify = async (body) => `${base}/reports/${(await json(`${base}/api/v1/verifications`, body)).id}`;
  const first = await ask("When did the last keeper leave the lighthouse?");
  await json(`${base}/api/v1/questions`, { question: "When did she leave?", conversation: first.conversation });
  const speed = await ask("What is the speed limit in the inner harbour?");
  const mixed = await verify({ answer: MIXED });
  const refuted = (await json(mixed.replace("/reports/", "/api/v1/reports/"))).claims.find((one) => one.verdict === "refuted");
  const wrong = await verify({ claims: ["The light has a range of 16 nautical miles.", "The light has a range of 61 nautical miles."] });
  await json(`${wrong.replace("/reports/", "/api/v1/reports/")}/disputes`, { claim: 2, note: "The chart says 61." });
  const batch = await send(`${base}/api/v1/batches`, [["answers-of-march.csv", ANSWERS]]);
  await until(async () => (await json(`${base}/api/v1/batches/${batch.id}`)).waiting === 0);
  const paused = await send(`${base}/api/v1/batches`, [["answers-of-april.jsonl", Array.from({ length: 40 }, (_, n) => JSON.stringify({ id: `A-${n + 1}`, answer: "The light has a range of 16 nautical miles." })).join("\n")]]);
  await fetch(`${base}/api/v1/batches/${paused.id}`, { method: "PATCH", headers: { "Content-Type": "application/json" }, body: '{"paused": true}' });
  await send(`${base}/api/v1/uploads`, [["quay.txt", "The north quay was paved in 1962. It is closed on Sundays."], ["damaged.pdf", "%PDF-1.7 and nothing more"], ["boats.csv", "https://example.org/harbour/registers/2025/boats-at-the-quays-by-month,Boats\nNorth quay,3\nSouth quay,5"]]);
  await until(async () => (await json(`${base}/api/v1/uploads`)).left === 0);
  const tables = (await json(`${base}/api/v1/tables`)).tables;
  const sheet = tables.find((one) => one.place.includes(".xlsx")) ?? tables[0];
  const documents = (await json(`${base}/api/v1/documents`)).documents;
  const of = (name) => documents.find((one) => one.names[0] === name).id;
  return {
    ask: `${base}/ask`,
    answer: talk(speed),
    conversation: talk(first),
    figure: talk(await ask("What is the average depth of the berths?")),
    bars: talk(await ask("Total length of vessels by type")),
    list: talk(await ask("List the berths with a length over 60")),
    compared: talk(await ask("Compare herring and cod")),
    record: talk(await ask("Show the details of Oil Jetty")),
    absent: talk(await ask("What is the depth of Cruise Dock?")),
    uncovered: talk(await ask("Who invented the transistor?")),
    verify: `${base}/verify`,
    mixed,
    statement: `${mixed}?open=${refuted?.claim.id ?? 1}#c${refuted?.claim.id ?? 1}`,
    disputed: wrong,
    recomputed: await verify({ answer: "The Oil Jetty has a depth of 9 m. The average depth of the berths is 6.9 m." }),
    batch: `${base}/batches/${batch.id}`,
    "batch-to-look-at": `${base}/batches/${batch.id}?look=1`,
    "batch-paused": `${base}/batches/${paused.id}`,
    upload: `${base}/upload`,
    uploads: `${base}/uploads`,
    keys: `${base}/keys`,
    collections: `${base}/collections`,
    collection: `${base}/collections/default`,
    document: `${base}/documents/${of("harbour-rules.docx")}?sentences=3-3#marked`,
    pdf: `${base}/documents/${of("annual-report-2024.pdf")}/pages/1`,
    workbook: `${base}/documents/${of("port-dues-2024.xlsx")}`,
    tables: `${base}/tables`,
    table: `${base}/tables/${sheet.document}/${sheet.index}`,
    reports: `${base}/reports`,
    "report-edit": `${mixed}/edit`,
    review: `${base}/review`,
    calibration: `${base}/review/calibration`,
    insights: `${base}/insights`,
    packs: `${base}/packs`,
    settings: `${base}/settings`,
    about: `${base}/about`,
    docs: `${base}/api/docs`,
    login: `${base}/login`,
    missing: `${base}/nowhere`,
  };
}
