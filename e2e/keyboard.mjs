// The whole way by keyboard alone at 390 px: ask, verify, read a claim, correct it, open its proof, verify a file, decide reviews. The focus is always seen.
//
//   (cd e2e && npm install) && cargo build && node e2e/keyboard.mjs
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ANSWERS, browser, form, start } from "./server.mjs";

const server = await start();
const chromium = await browser();
try {
  await form(server.base, "/samples");
  const page = await (await chromium.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  page.setDefaultTimeout(20_000);
  const faults = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  // What the script itself cuts off by going on to the next page is no fault; and Chromium tells a body that is read by parts as cut off, even at its end.
  page.on("requestfailed", (request) => request.failure()?.errorText === "net::ERR_ABORTED" || faults.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`));
  const press = (key) => page.keyboard.press(key);
  /** What has the focus, which has to be on the screen with an outline of its own. */
  const focused = () => page.evaluate(() => {
    const node = document.activeElement;
    const box = node.getBoundingClientRect();
    const style = getComputedStyle(node);
    const seen = box.bottom > 0 && box.top < innerHeight && (style.outlineStyle !== "none" || style.boxShadow !== "none");
    return { seen, text: (node.getAttribute("aria-label") || node.innerText || node.name || node.id || "").trim(), tag: node.tagName };
  });
  /** Goes on by Tab until what is focused says something. */
  const tabTo = async (words, most = 60) => {
    for (let times = 0; times < most; times += 1) {
      await press("Tab");
      const now = await focused();
      if (now.tag !== "BODY") assert.ok(now.seen, `the focus on ${now.tag} "${now.text}" is not seen`);
      if (words.test(now.text)) return now;
    }
    throw new Error(`no way by Tab to ${words}`);
  };

  await page.goto(server.base);
  await tabTo(/^Skip to content$/);
  await press("Enter");
  await press("/");
  await page.keyboard.type("When did the last keeper");
  await press("Shift+Enter");
  await page.keyboard.type("leave the lighthouse?");
  assert.equal(await page.inputValue("#question"), "When did the last keeper\nleave the lighthouse?", "Shift and Enter begin a new line");
  await press("Enter");
  await page.waitForURL("**/conversations/*");
  await page.locator(".answer >> text=30 June 1987").waitFor();

  await page.goto(`${server.base}/verify`);
  await press("/");
  await page.keyboard.type("The light has a range of 61 nautical miles.");
  await press("Enter");
  await page.keyboard.type("The last keeper left on 30 June 1987.");
  assert.match(await page.inputValue("#text"), /miles\.\nThe last/, "a text to verify is not sent by Enter alone");
  await press("Control+Enter");
  await page.waitForURL("**/reports/*");
  const first = page.url();
  await press("j");
  assert.match(await page.evaluate(() => document.activeElement.parentElement.className), /claim failed refuted/);
  await tabTo(/Write “16( nautical miles)?” instead and verify again/);
  await press("Enter");
  await page.waitForURL((url) => url.href !== first && url.pathname.startsWith("/reports/"));
  await page.locator(".holds.verified").waitFor();
  await page.goto(first);
  await press("j");
  await tabTo(/lighthouse-history\.txt/);
  await press("Enter");
  await page.waitForURL("**/documents/**");
  assert.match(await page.locator("mark#marked").innerText(), /16 nautical miles/);

  await page.goto(`${server.base}/verify`);
  const file = join(mkdtempSync(join(tmpdir(), "groundwall-file-")), "answers.csv");
  writeFileSync(file, ANSWERS);
  // A file dialog is the system's own; what it does is choose the file.
  await page.setInputFiles("#answers", file);
  await page.focus("#answers");
  await tabTo(/^Verify the file$/);
  await press("Enter");
  await page.waitForURL("**/batches/*");
  await page.locator("text=5 answers, every one is through.").waitFor({ timeout: 120_000 });
  await tabTo(/Report of answer 3/, 200);
  await press("Enter");
  await page.locator(".versus").waitFor();
  await press("?");
  await page.locator("dialog#keys[open]").waitFor();
  await press("Escape");

  await page.goto(`${server.base}/review`);
  const cases = await page.locator(".reviews .case").count();
  assert.ok(cases > 1, "what was refuted above waits for a person");
  await press("j");
  await press("j");
  await press("k");
  const chosen = await page.evaluate(() => document.activeElement.querySelector("h2 a").pathname);
  await press("Enter");
  await page.waitForURL(`**${chosen}`);
  await page.goto(`${server.base}/review`);
  await press("j");
  await press("a");
  await page.locator("text=a false alarm.").waitFor();
  assert.equal(await page.locator(".reviews .case").count(), cases - 1);
  await press("j");
  await press("r");
  await page.locator("text=a real problem.").waitFor();
  await page.click("text=Take the decision back");
  await page.waitForURL(/#r-/);
  assert.equal(await page.locator(".reviews .case").count(), cases - 1);
  assert.deepEqual(faults, [], "the console is clean");
  console.log("by keyboard alone at 390 px: passed");
} finally {
  await chromium.close();
  server.stop();
}
