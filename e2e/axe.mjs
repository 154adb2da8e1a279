// axe-core over every view: light and dark, 1280 and 360 px, everything that folds closed and open. Exits 1 with what it found.
//
//   (cd e2e && npm install) && cargo build && node e2e/axe.mjs [NAME..]
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { browser, furnished, start } from "./server.mjs";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const only = process.argv.slice(2);
const server = await start();
const chromium = await browser();
let [looked, faults] = [0, 0];
try {
  const before = { "ask-empty": `${server.base}/ask`, "upload-empty": `${server.base}/upload`, "reports-empty": `${server.base}/reports` };
  const check = async (views) => {
    for (const [width, colorScheme] of [[1280, "light"], [1280, "dark"], [360, "light"], [360, "dark"]]) {
      const context = await chromium.newContext({ colorScheme, viewport: { width, height: 800 } });
      const page = await context.newPage();
      const said = [];
      // Only the address that is not there may be answered with 404, and only itself.
      const expected = (message) => message.location().url === views.missing && /status of 404/.test(message.text());
      page.on("console", (message) => message.type() === "error" && !expected(message) && said.push(message.text()));
      page.on("pageerror", (error) => said.push(String(error)));
      page.on("requestfailed", (request) => said.push(`${request.url()}: ${request.failure()?.errorText}`));
      for (const [name, address] of Object.entries(views).filter(([name]) => !only.length || only.includes(name))) {
        for (const open of [false, true]) {
          await page.goto(address);
          await page.evaluate(() => document.fonts.ready);
          if (open) await page.evaluate(() => { for (const one of document.querySelectorAll("main details")) one.open = true; });
          await page.evaluate(source);
          const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
          looked += 1;
          for (const one of violations) {
            faults += 1;
            console.log(`${name} ${width} ${colorScheme}${open ? " open" : ""}: ${one.id}, ${one.nodes.length} times: ${one.nodes[0].target} ${one.nodes[0].html.slice(0, 160)}`);
          }
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (wide > 0) { faults += 1; console.log(`${name} ${width} ${colorScheme}${open ? " open" : ""}: ${wide} px wider than the screen`); }
        }
        for (const one of said.splice(0)) { faults += 1; console.log(`${name}: ${one}`); }
      }
      await context.close();
    }
  };
  await check(before);
  await check(await furnished(server.base));
} finally {
  await chromium.close();
  server.stop();
}
console.log(`axe-core: ${looked} pages looked at, ${faults} faults`);
process.exitCode = faults || !looked ? 1 : 0;
