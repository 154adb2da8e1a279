// A stranger's path, timed: from an empty start to the proof of a wrong claim in the original, in under 60 seconds and at most six clicks. Without script and with it.
//
//   (cd e2e && npm install) && cargo build && node e2e/stranger.mjs [FOLDER]
//
// Without a folder the samples are loaded. With one its documents are uploaded, and `path.json` in it says what is claimed:
//   {"claim": "The light has a range of 61 nautical miles.", "wrong": "61", "right": "16", "proof": "16 nautical miles"}
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { browser, start } from "./server.mjs";

const folder = process.argv[2] && resolve(process.argv[2]);
const told = folder
  ? JSON.parse(readFileSync(join(folder, "path.json"), "utf8"))
  : { claim: "The light has a range of 61 nautical miles.", wrong: "61", right: "16", proof: "16 nautical miles" };
const files = folder ? readdirSync(folder).filter((name) => name !== "path.json" && !name.startsWith(".")).map((name) => join(folder, name)) : [];
assert.ok(!folder || files.length, `${folder} holds no documents`);

const chromium = await browser();
try {
  for (const javaScriptEnabled of [false, true]) {
    const server = await start();
    try {
      const page = await (await chromium.newContext({ javaScriptEnabled, viewport: { width: 1280, height: 800 } })).newPage();
      page.setDefaultTimeout(60_000);
      let clicks = 0;
      const click = async (what) => { clicks += 1; await page.click(what); };
      const begun = performance.now();
      await page.goto(server.base);
      if (folder) {
        await click("nav >> text=Upload");
        // Choosing the files is the dialog of the system: one click opens it.
        clicks += 1;
        await page.setInputFiles("#file", files);
        await click("text=Upload files");
      } else {
        await click("text=Load the sample documents");
      }
      if (folder) await page.waitForURL("**/ask*");
      else await page.waitForSelector("text=13 documents are ready");
      await click("nav >> text=Verify");
      await page.focus("textarea");
      await page.keyboard.type(told.claim);
      await click("text=Verify claims");
      await page.waitForURL("**/reports/*");
      const said = await page.locator(".versus").first().innerText();
      assert.ok(said.indexOf(told.wrong) >= 0 && said.indexOf("↔") > said.indexOf(told.wrong) && said.indexOf(told.right, said.indexOf("↔")) > 0, said);
      await click(".versus a.open");
      const mark = javaScriptEnabled ? ".beside .inside :is(mark, .marked, rect.now), #marked" : "#marked";
      await page.locator(mark).first().waitFor();
      const seconds = (performance.now() - begun) / 1000;
      // On a page of a PDF the mark is a place and no text: the words are those of the report.
      const drawn = await page.locator(mark).first().evaluate((node) => node.tagName === "rect");
      const proof = drawn ? "" : await page.locator(mark).first().innerText();
      assert.ok(drawn || proof.includes(told.proof), proof);
      const seen = await page.locator(mark).first().evaluate((node) => { const box = node.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight; });
      assert.ok(seen, "the mark is on the screen");
      console.log(`${javaScriptEnabled ? "with script" : "without script"}: ${seconds.toFixed(1)} s, ${clicks} clicks, proof: ${drawn ? "marked on its page" : proof.trim()}`);
      assert.ok(seconds < 60 && clicks <= 6, `${seconds.toFixed(1)} s, ${clicks} clicks`);
    } finally {
      server.stop();
    }
  }
} finally {
  await chromium.close();
}
