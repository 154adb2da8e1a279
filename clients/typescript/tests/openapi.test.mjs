// Every method stands in the description of the API, and the types of a report have its fields.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { before } from "node:test";
import { Groundwall } from "../dist/index.js";
import { start } from "./running.mjs";

// As the built server serves it.
let api;

before(async () => {
  const server = await start();
  try {
    api = await (await fetch(new URL("/api/openapi.json", server.baseUrl))).json();
  } finally {
    await server.stop();
  }
});

function schema(value) {
  return value.$ref ? api.components.schemas[value.$ref.split("/").at(-1)] : value;
}

function operation(method, path) {
  for (const [template, methods] of Object.entries(api.paths)) {
    const pattern = new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
    if (pattern.test(path) && methods[method.toLowerCase()]) return methods[method.toLowerCase()];
  }
  assert.fail(`${method} ${path} is no operation of the API`);
}

test("every method is an operation", async () => {
  const seen = new Set();
  const wall = new Groundwall({
    fetch: async (url, { method, body, headers }) => {
      const found = operation(method, url.pathname);
      seen.add(`${method} ${url.pathname}`);
      const known = (found.parameters ?? []).filter((one) => one.in === "query").map((one) => one.name);
      for (const name of url.searchParams.keys()) assert.ok(known.includes(name), `${url}`);
      if (typeof body === "string") {
        assert.equal(headers["content-type"], "application/json");
        const { properties } = schema(found.requestBody.content["application/json"].schema);
        for (const name of Object.keys(JSON.parse(body))) assert.ok(name in properties, `${url}: ${name}`);
      } else if (body) {
        assert.ok(found.requestBody.content["multipart/form-data"]);
      }
      return new Response(JSON.stringify({ collections: [] }));
    },
  });
  const scope = { documents: ["a"] };
  const policy = { verifier: "fast" };
  await wall.ask("Q?", { collection: "c", conversation: "new", scope, policy });
  const rest = { sources: [{ id: "a", text: "b", title: "c" }], collection: "c", scope, policy, origin: "o" };
  await wall.verify({ answer: "A.", ...rest });
  await wall.verify({ claims: ["A."], ...rest });
  await wall.upload([{ name: "a.txt", bytes: new Uint8Array([97]) }], "c");
  await wall.documents("c");
  await wall.collections();
  await wall.createCollection("n", policy);
  await wall.deleteCollection("i/d");
  await wall.report("i/d");
  await wall.reports({ search: "s", state: "verified", collection: "c", limit: 1, after: 1 });
  await wall.export("i/d", "csv");
  await wall.deleteReport("i/d");
  const methods = Object.getOwnPropertyNames(Groundwall.prototype).filter((name) => name !== "constructor");
  assert.equal(seen.size, methods.length);
});

test("types have the fields of the schemas", () => {
  const types = readFileSync(new URL("../src/types.ts", import.meta.url), "utf8");
  const page = schema(api.paths["/api/v1/reports"].get.responses["200"].content["application/json"].schema);
  const { Report, JudgedClaim, Collection, State, Verdict } = api.components.schemas;
  for (const [name, described] of Object.entries({ Report, JudgedClaim, Collection, ReportPage: page, ReportLine: schema(page.properties.reports.items) })) {
    const body = types.match(new RegExp(`export interface ${name} \\{\\n([^]*?)\\n\\}`))[1];
    const fields = [...body.matchAll(/^ {2}(\w+)(\??):/gm)];
    assert.deepEqual(new Set(fields.map(([, field]) => field)), new Set(Object.keys(described.properties)), name);
    const always = fields.filter(([, , optional]) => !optional).map(([, field]) => field);
    assert.deepEqual(new Set(always), new Set(described.required), name);
  }
  for (const [name, described] of Object.entries({ State, Verdict })) {
    const words = types.match(new RegExp(`export type ${name} = ([^;]+);`))[1];
    assert.deepEqual(words.split(" | ").map((word) => JSON.parse(word)), described.enum);
  }
});
