// A stranger's path, timed: from an empty start to the proof of a wrong claim in the original, in under 60 seconds and at most six clicks. Without script and with it.
//
//   (cd e2e && npm install) && cargo build && node e2e/stranger.mjs
import assert from "node:assert/strict";
import { browser, start } from "./server.mjs";

const chromium = await browser();
try {
  for (const javaScriptEnabled of [false, true]) {
    const server = await start();
    try {
      const page = await (await chromium.newContext({ javaScriptEnabled })).newPage();
      page.setDefaultTimeout(60_000);
      let clicks = 0;
      const click = async (what) => { clicks += 1; await page.click(what); };
      const begun = performance.now();
      await page.goto(server.base);
      await click("text=Load 13 sample documents");
      await page.waitForSelector("text=13 documents are ready");
      await click("nav >> text=Verify");
      await click("textarea");
      await page.keyboard.type("The Grunnskjær light has a range of 61 nautical miles.");
      await click("text=Verify claims");
      await page.waitForURL("**/reports/*");
      assert.match(await page.locator(".versus").first().innerText(), /61[^]*↔[^]*16/);
      await click(".versus a.open");
      const mark = javaScriptEnabled ? ".beside mark, mark#marked" : "mark#marked";
      await page.locator(mark).first().waitFor();
      const proof = await page.locator(mark).first().innerText();
      const seconds = (performance.now() - begun) / 1000;
      assert.match(proof, /16 nautical miles/);
      console.log(`${javaScriptEnabled ? "with script" : "without script"}: ${seconds.toFixed(1)} s, ${clicks} clicks, proof: ${proof.trim()}`);
      assert.ok(seconds < 60 && clicks <= 6);
    } finally {
      server.stop();
    }
  }
} finally {
  await chromium.close();
}
