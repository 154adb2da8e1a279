// The client against a server of its own.
import assert from "node:assert/strict";
import test, { after, before } from "node:test";
import { Groundwall, GroundwallError } from "../dist/index.js";
import { start } from "./running.mjs";

const SOURCE = "The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes.";
let server, baseUrl;

before(async () => {
  server = await start();
  baseUrl = server.baseUrl;
});

after(() => server.stop());

test("a report comes from a document", async () => {
  const wall = new Groundwall({ baseUrl });
  const made = await wall.createCollection("Harbour");
  const taken = await wall.upload([{ name: "quay.txt", bytes: new TextEncoder().encode(SOURCE) }], "Harbour");
  assert.deepEqual([taken.collection, taken.refused], [made.id, []]);
  assert.equal((await wall.documents("Harbour")).documents[0].names[0], "quay.txt");
  const asked = await wall.ask("When was the Timber Quay built?", { collection: "Harbour" });
  assert.equal(asked.state, "verified");
  assert.match(asked.delivered, /1931/);
  const report = await wall.verify({ claims: ["The Timber Quay was built in 1940."], collection: "Harbour" });
  assert.equal(report.claims[0].verdict, "refuted");
  assert.equal((await wall.report(report.id)).banner, report.banner);
  assert.equal((await wall.reports({ collection: "Harbour", limit: 1 })).total, 2);
  assert.match(new TextDecoder().decode(await wall.export(report.id, "csv")), /1940/);
  await wall.deleteReport(report.id);
  await assert.rejects(wall.report(report.id), (error) => error instanceof GroundwallError && error.status === 404 && error.code === "not_found");
  await wall.deleteCollection(made.id);
  assert.equal((await wall.collections()).length, 1);
});

test("errors say what to do", async () => {
  const wall = new Groundwall({ baseUrl });
  await assert.rejects(wall.ask(" "), (error) => error.status === 422 && /empty/.test(error.message));
  const stranger = new Groundwall({ baseUrl, apiKey: "gw_00000000_none" });
  await assert.rejects(stranger.documents(), { status: 401 });
});
