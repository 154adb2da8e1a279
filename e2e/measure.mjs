// How fast pages are: first paint, blocking, layout shift, and how long one waits after a press of a key. Ask, reports of 30 and 200 claims, a document of 500 pages.
//
//   (cd e2e && npm install) && cargo build --release && GROUNDWALL=target/release/groundwall node e2e/measure.mjs
//
// Exits 1 over the bars: first contentful paint 1 s, blocking 100 ms, layout shift .02, 100 ms from a key to the next picture.
import { browser, form, json, send, start } from "./server.mjs";

/** A PDF of many pages with a line of its own on each, made here: a file of that size is not kept. */
function pdf(pages) {
  const objects = [`<< /Type /Catalog /Pages 2 0 R >>`, `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, n) => `${4 + 2 * n} 0 R`).join(" ")}] >>`, `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>`];
  for (let page = 1; page <= pages; page += 1) {
    const lines = Array.from({ length: 12 }, (_, line) => `(Berth ${page * 100 + line} of the harbour was dredged to ${4 + ((page * 7 + line) % 9)} metres in ${1950 + ((page + line) % 70)}.) Tj T*`).join("\n");
    const text = `BT /F1 11 Tf 72 760 Td 16 TL\n${lines}\nET`;
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * (page - 1)} 0 R >>`, `<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
  }
  let out = "%PDF-1.4\n";
  const places = objects.map((body, place) => { const at = out.length; out += `${place + 1} 0 obj\n${body}\nendobj\n`; return at; });
  const xref = out.length;
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return out;
}

const server = await start();
const chromium = await browser();
let over = 0;
try {
  await form(server.base, "/samples");
  const claims = (count) => Array.from({ length: count }, (_, n) => [`The light has a range of ${n % 3 ? 16 : 61} nautical miles.`, "The last keeper left on 30 June 1987.", `The tower is ${20 + n} metres high.`][n % 3]);
  const report = async (count) => `${server.base}/reports/${(await json(`${server.base}/api/v1/verifications`, { claims: claims(count) })).id}`;
  const views = { Ask: `${server.base}/ask`, "a report of 30 claims": await report(30), "a report of 200 claims": await report(200) };
  const begun = performance.now();
  const taken = await send(`${server.base}/api/v1/documents`, [["five-hundred-pages.pdf", pdf(500)]]);
  const read = (performance.now() - begun) / 1000;
  const { id, passages } = taken.documents[0];
  console.log(`a document of 500 pages, ${passages} passages: read in ${read.toFixed(1)} s`);
  Object.assign(views, { "a document of 500 pages": `${server.base}/documents/${id}?sentences=3000-3000#marked`, "its page 400": `${server.base}/documents/${id}/pages/400` });
  for (const [name, address] of Object.entries(views)) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.seen = { shift: 0, blocking: 0 };
      new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.seen.shift += one.value; }).observe({ type: "layout-shift", buffered: true });
      new PerformanceObserver((list) => { for (const one of list.getEntries()) window.seen.blocking += Math.max(0, one.duration - 50); }).observe({ type: "longtask", buffered: true });
    });
    await page.goto(address, { waitUntil: "load" });
    await page.waitForTimeout(700);
    const seen = await page.evaluate(() => ({ ...window.seen, paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN, nodes: document.querySelectorAll("*").length }));
    // From a key to the picture after it: the next claim, or its way down the page.
    const waits = [];
    for (let times = 0; times < 8; times += 1) {
      waits.push(await page.evaluate((key) => new Promise((done) => {
        const from = performance.now();
        document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        scrollBy(0, 200);
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)));
      }), "j"));
    }
    const wait = Math.max(...waits);
    const far = seen.paint > 1000 || seen.blocking > 100 || seen.shift > 0.02 || wait > 100;
    over += far ? 1 : 0;
    console.log(`${name}: first paint ${seen.paint.toFixed(0)} ms, blocking ${seen.blocking.toFixed(0)} ms, layout shift ${seen.shift.toFixed(4)}, key to picture ${wait.toFixed(0)} ms at most, ${seen.nodes} elements${far ? "  OVER" : ""}`);
    await context.close();
  }
} finally {
  await chromium.close();
  server.stop();
}
process.exitCode = over ? 1 : 0;
