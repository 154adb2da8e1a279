// Upload, ask, verify, open a report, delete: in Chromium, with JavaScript off, against the real binary; then what JavaScript adds.
//
//   apt install chromium && (cd e2e && npm install) && cargo build && node e2e/journey.mjs [--pictures DIR]
//
// GROUNDWALL names another binary, CHROMIUM another browser. With --pictures every view is photographed at 1280 and 360 px, light and dark, and
// then once with JavaScript on. Exits 1 on the first thing that is not as it should be.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import assert from "node:assert/strict";
import { ANSWERS, MIXED, browser as launch, sample, start } from "./server.mjs";

const pictures = process.argv[2] === "--pictures" ? resolve(process.argv[3] ?? "pictures") : null;

async function journey(page, base) {
  const shown = (selector) => page.locator(selector).first().waitFor({ state: "visible" });
  await page.goto(base);
  await shown("text=There are no documents yet");
  await page.click("nav >> text=Upload");
  await page.setInputFiles("input[type=file]", ["annual-report-2024.pdf", "harbour-rules.docx", "port-dues-2024.xlsx", "berths.csv", "lighthouse-history.txt", "ferry-timetable.md"].map(sample));
  await page.click("text=Upload files");
  await shown("text=6 documents are ready");
  assert.equal(new URL(page.url()).pathname, "/ask", "a successful upload leads to Ask");

  await page.fill("textarea", "When did the last keeper leave the lighthouse?");
  await page.click("form >> text=Ask");
  await page.waitForURL("**/conversations/*");
  assert.match(page.url(), /\/conversations\/[0-9a-f-]{36}#r-[0-9a-f-]{36}$/);
  await shown(".answer >> text=30 June 1987");
  await shown(".holds.verified");
  assert.equal(await page.locator(".stages li").count() > 3, true);
  const talk = page.url();
  await page.fill("textarea", "When did she leave?");
  await page.click("form >> text=Ask");
  await page.locator(".turn").nth(1).waitFor();
  await shown("text=When did Marta Nilsen leave?");
  await page.goto(talk);
  await page.click(".turn >> nth=0 >> .actions >> text=Report");
  await page.waitForURL("**/reports/*");
  const report = page.url();
  await page.click(".sources .place a");
  await page.waitForURL("**/documents/**");
  assert.match(await page.locator("mark#marked").innerText(), /30 June 1987/, "the sentence is marked in its document");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download the original")]);
  assert.equal(download.suggestedFilename(), "lighthouse-history.txt");
  await page.goto(report);

  await page.click("nav >> text=Verify");
  await page.fill("textarea", "The light has a range of 16 nautical miles.\nThe light has a range of 61 nautical miles.");
  await page.check("text=one claim per line");
  await page.click("form >> text=Verify claims");
  await page.waitForURL("**/reports/*");
  assert.equal(await page.locator(".claim.supported").count(), 1);
  assert.equal(await page.locator(".claim.refuted").count(), 1);
  assert.match(await page.locator(".versus").innerText(), /61[^]*↔[^]*16/, "both values, side by side");
  const wrong = page.url();
  const focused = () => page.evaluate(() => document.activeElement.parentElement.id);
  for (const card of ["c1", "c2", "c2"]) {
    await page.keyboard.press("j");
    assert.equal(await focused(), card, "from statement to statement in the order of the text");
  }
  await page.click("text=Edit the text and verify again");
  await shown("text=Verify a text");
  assert.match(await page.inputValue("textarea"), /61 nautical/);

  // A value is put right on its card; a statement has an address of its own.
  await page.goto(wrong);
  await page.click("text=/Write “16( nautical miles)?” instead and verify again/");
  await page.waitForURL((url) => url.href !== wrong && url.pathname.startsWith("/reports/"));
  assert.equal(await page.locator(".claim.supported").count(), 2);
  await page.goto(wrong);
  await page.click(".claim.failed >> text=Link to this statement");
  assert.match(page.url(), /\?open=2#c2$/);
  assert.equal(await page.locator(".claim.here[open]").count(), 1);
  await page.click("text=Dispute this verdict >> visible=true");
  await page.fill(".claim.failed input[name=note]", "The chart says 61.");
  await page.click(".claim.failed >> text=Send to review");
  await shown("text=The chart says 61.");

  await many(page, base);
  await page.goto(`${base}/reports?q=keeper`);
  await page.click("text=When did the last keeper leave");
  await shown(".holds");
  assert.equal(page.url(), report, "a report has its own address");

  await page.goto(`${base}/upload`);
  await page.click("button[aria-label='Delete berths.csv']");
  await shown("text=berths.csv was deleted");
  assert.equal(await page.locator("table.documents tbody tr").count(), 5);
  await page.click("text=Clear all");
  await page.click("text=Delete all 5 documents");
  await shown("text=All documents were deleted");
  await page.click("text=Load 13 sample documents");
  await shown("text=13 documents are ready");
  await page.click("nav >> text=Tables");
  await page.fill("#question", "Which berth is the longest?");
  await page.click("form.search button");
  await page.waitForURL("**/conversations/*");
  await shown("text=Outer Pier West has the highest Length (m): 160");
  await page.click("text=Show the cells in the table");
  await page.waitForURL("**/tables/**");
  assert.equal(await page.locator("td.marked").innerText(), "160", "the cell that the answer came from is marked");
  // The row that names the columns, put right by hand and found again.
  await page.goto(`${base}/upload`);
  await page.click("table.documents >> text=port-dues-2024.xlsx");
  await page.click(".preview a >> nth=0");
  await page.waitForURL("**/tables/**");
  const row = await page.inputValue("#header-row");
  await page.fill("#header-row", "99999");
  await page.click("text=Read the table again");
  await shown("text=Row 99999");
  await page.goBack();
  await page.fill("#header-row", String(Number(row) + 1));
  await page.click("text=Read the table again");
  await shown("text=It was set by hand");
  await page.click("text=Find the row automatically");
  await shown("text=It was found automatically");
  assert.equal(await page.inputValue("#header-row"), row);
  const missing = await page.goto(`${base}/nowhere`);
  assert.equal(missing.status(), 404);
}

/** A file of many answers: what is wrong with one stops no other, and the table of results can be taken along. */
async function many(page, base) {
  await page.goto(`${base}/verify`);
  await page.setInputFiles("#answers", { name: "letters.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
  await page.click("text=Verify the file");
  await page.locator(".notice.problem >> text=which column holds the answers").waitFor();
  await page.setInputFiles("#answers", { name: "answers.csv", mimeType: "text/csv", buffer: Buffer.from(ANSWERS) });
  await page.click("text=Verify the file");
  await page.waitForURL("**/batches/*");
  for (let times = 0; times < 60 && !(await page.locator("text=every one is through").count()); times += 1) {
    const way = page.locator("text=See how far it is now >> visible=true");
    if (await way.count()) await way.click();
    await page.waitForTimeout(500);
  }
  assert.equal(await page.locator(".results tbody tr").count(), 5);
  assert.match(await page.locator(".results tr.failed").innerText(), /The answer is empty/);
  assert.match(await page.locator(".results tbody tr >> nth=2").innerText(), /1 contradicted/);
  const [table] = await Promise.all([page.waitForEvent("download"), page.click(".files >> text=CSV")]);
  assert.match(table.suggestedFilename(), /answers-csv-verified\.csv$/);
  await page.click(".results tbody tr >> nth=2 >> text=Report");
  await page.locator(".versus").first().waitFor();
}

/** With JavaScript: every file says what became of it, keys go claim by claim, sentence and card light each other up. */
async function comforts(page, base) {
  const shown = (selector) => page.locator(selector).first().waitFor({ state: "visible" });
  await page.goto(`${base}/upload`);
  await page.setInputFiles("input[type=file]", [
    { name: "good.txt", mimeType: "text/plain", buffer: Buffer.from("The north quay was paved in 1962. It is closed on Sundays.") },
    { name: "bad.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 and nothing more") },
    { name: "also-good.txt", mimeType: "text/plain", buffer: Buffer.from("The south quay was paved in 1971.") },
  ]);
  await page.click("text=Upload files");
  await page.locator(".progress-end").waitFor();
  assert.deepEqual(await page.locator(".progress li").evaluateAll((lines) => lines.map((line) => line.className)), ["taken", "refused", "taken"]);
  assert.match(await page.locator(".progress-end").innerText(), /^2 of 3 files were taken in/);
  if (pictures) await page.screenshot({ path: join(pictures, "progress-1280-light.png"), fullPage: true });
  // The server's own events, held back where the checking begins, so that the steps can be looked at.
  await page.goto(`${base}/ask`);
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = async (...request) => {
      const response = await real(...request);
      const said = await response.text();
      const held = said.indexOf("\n\n", said.indexOf('{"name":"Verify"}')) + 2;
      const parts = new ReadableStream({
        start: (stream) => {
          const send = (part) => stream.enqueue(new TextEncoder().encode(part));
          send(said.slice(0, held));
          window.goOn = () => { send(said.slice(held)); stream.close(); };
        },
      });
      return new Response(parts, response);
    };
  });
  await page.fill("textarea", "When was the north quay paved?");
  await page.click("form >> text=Ask");
  await page.locator(".steps .now:has-text('Check each statement')").waitFor();
  assert.deepEqual(await page.locator(".steps .taken span:first-child").allInnerTexts(), ["Find passages", "Read them", "Write", "Find the statements"]);
  if (pictures) await page.screenshot({ path: join(pictures, "steps-1280-light.png"), fullPage: true });
  if (pictures) await page.setViewportSize({ width: 360, height: 800 });
  if (pictures) await page.screenshot({ path: join(pictures, "steps-360-light.png"), fullPage: true });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.evaluate(() => window.goOn());
  await page.waitForURL("**/conversations/*");
  // A turn comes into its place without leaving the page, and the box is empty again.
  await page.evaluate(() => { window.stayed = true; });
  await page.fill("textarea", "and the south quay?");
  await page.keyboard.press("Control+Enter");
  await page.locator(".turns .turn:not(.pending) >> nth=1").waitFor();
  assert.equal(await page.evaluate(() => window.stayed), true);
  assert.equal(await page.inputValue("textarea"), "");
  await shown(".read-as:has-text('When was the south quay paved?')");
  // The source opens beside the answer, marked; what is typed outlives a reload.
  await page.locator(".turn >> nth=1 >> .sources a.open").click();
  await page.locator(".beside mark.now").waitFor();
  assert.match(await page.locator(".beside mark").innerText(), /south quay was paved in 1971/);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".beside").count(), 0);
  await page.fill("textarea", "half a ques");
  await page.reload();
  assert.equal(await page.inputValue("textarea"), "half a ques");
  await page.goto(`${base}/ask`);
  await page.fill("textarea", " ");
  await page.click("form >> text=Ask");
  await shown(".notice.problem[role=alert]");
  assert.equal(await page.locator("form.ask button:disabled").count(), 0, "what was refused can be sent again");
  await page.goto(`${base}/verify`);
  await page.fill("textarea", "The north quay was paved in 1962. The south quay was paved in 1962.");
  await page.click("form >> text=Verify claims");
  await page.waitForURL("**/reports/*");
  await page.keyboard.press("j");
  await page.locator(".said.lit").first().waitFor();
  assert.equal(await page.locator("#c2[open]").count(), 1, "what failed stands open");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("#c1[open]").count(), 1);
  await page.keyboard.press("?");
  await page.locator("dialog#keys[open]").waitFor();
  // Where there is a search and no question, "/" goes to the search.
  await page.goto(`${base}/reports`);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "search");
  // Answers of a file that wait are listed as long as they do.
  const rows = Array.from({ length: 30 }, (_, n) => `${n},The light has a range of 16 nautical miles.`).join("\n");
  await page.goto(`${base}/verify`);
  await page.setInputFiles("#answers", { name: "many.csv", mimeType: "text/csv", buffer: Buffer.from(`id,answer\n${rows}\n`) });
  await page.click("text=Verify the file");
  await page.waitForURL("**/batches/*");
  await page.click("text=Pause after this answer");
  await shown("text=/^Paused: \\d+ of 30 answers through, \\d+ to go/");
  assert.equal(await page.locator(".results tbody tr:visible").count(), 30);
}

/** One of each view, as address and what it takes to get there. */
async function views(page, base) {
  const ask = async (question) => {
    await page.goto(`${base}/ask`);
    await page.fill("textarea", question);
    await page.click("form >> text=Ask");
    await page.waitForURL("**/conversations/*");
    return page.url();
  };
  const verified = async (text) => {
    await page.goto(`${base}/verify`);
    await page.fill("textarea", text);
    await page.click("form >> text=Verify claims");
    await page.waitForURL("**/reports/*");
    return page.url();
  };
  await ask("What is the total length of all berths?");
  await page.click("text=Show the cells in the table");
  const table = page.url();
  await ask("What is the speed limit in the inner harbour?");
  await page.click(".sources .place a");
  const document = page.url();
  return {
    table, document, ask: `${base}/ask`, upload: `${base}/upload`, verify: `${base}/verify`, reports: `${base}/reports`, about: `${base}/about`, docs: `${base}/api/docs`,
    answer: await ask("What is the speed limit in the inner harbour?"), rows: await ask("How many tonnes of cod were landed in 2024?"),
    tables: `${base}/tables`, figure: await ask("What is the average depth of the berths?"), compared: await ask("Compare herring and cod"),
    groups: await ask("Total length of vessels by type"), record: await ask("Show the details of Oil Jetty"), absent: await ask("What is the depth of Cruise Dock?"),
    recomputed: await verified("The Oil Jetty has a depth of 9 m. The average depth of the berths is 6.9 m."),
    uncovered: await ask("Who invented the transistor?"), mixed: await verified(MIXED), missing: `${base}/nowhere`,
  };
}

const { base, stop } = await start();
const browser = await launch();
try {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  page.setDefaultTimeout(20_000);
  await journey(page, base);
  console.log("journey without JavaScript: passed");
  if (pictures) mkdirSync(pictures, { recursive: true });
  const scripted = await (await browser.newContext()).newPage();
  scripted.setDefaultTimeout(20_000);
  const failed = [];
  // What the script itself cuts off by going on to the next page is no fault; and Chromium tells a body that is read by parts as cut off, even at its end.
  scripted.on("requestfailed", (request) => request.failure()?.errorText === "net::ERR_ABORTED" || failed.push(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`));
  await comforts(scripted, base);
  assert.deepEqual(failed, [], "no request failed");
  console.log("comforts with JavaScript: passed");
  if (pictures) {
    const all = await views(page, base);
    for (const colorScheme of ["light", "dark"]) {
      for (const width of [1280, 360]) {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
        const page = await context.newPage();
        const faults = [];
        page.on("console", (message) => message.type() === "error" && !message.text().includes("404") && faults.push(message.text()));
        page.on("pageerror", (error) => faults.push(String(error)));
        for (const [name, address] of Object.entries(all)) {
          await page.goto(address);
          await page.evaluate(() => document.fonts.ready);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(wide <= 0, `${name} is ${wide} px wider than ${width} px`);
          await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        }
        assert.deepEqual(faults, [], "the console is clean");
        await context.close();
      }
    }
    console.log(`pictures of ${Object.keys(all).length} views in ${pictures}`);
  }
} finally {
  await browser.close();
  stop();
}
