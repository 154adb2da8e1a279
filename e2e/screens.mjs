// Pictures of every view and state, for docs/screens: each as a person sees it first, at 1280 px in light and at 360 px in the dark.
//
//   (cd e2e && npm install) && cargo build && node e2e/screens.mjs [FOLDER [NAME..]]
//
// With ALL=1 every width in both schemes, whole pages. The colours of a picture are reduced, so that all of them together stay small.
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { browser, furnished, root, start } from "./server.mjs";
import { small } from "./png.mjs";

const folder = resolve(process.argv[2] ?? join(root, "docs/screens"));
const only = process.argv.slice(3);
mkdirSync(folder, { recursive: true });
const whole = process.env.ALL === "1";
const looks = whole
  ? ["light", "dark"].flatMap((scheme) => [1280, 360].map((width) => [width, scheme]))
  : [[1280, "light"], [360, "dark"]];

const server = await start();
const chromium = await browser();
try {
  // The empty start is a view of its own.
  const empty = { "ask-empty": `${server.base}/ask`, "upload-empty": `${server.base}/upload`, "tables-empty": `${server.base}/tables`, "reports-empty": `${server.base}/reports` };
  const shoot = async (views) => {
    for (const [width, colorScheme] of looks) {
      const context = await chromium.newContext({ colorScheme, viewport: { width, height: width > 600 ? 800 : 740 }, deviceScaleFactor: 1 });
      const page = await context.newPage();
      for (const [name, address] of Object.entries(views).filter(([name]) => !only.length || only.includes(name))) {
        await page.goto(address);
        await page.evaluate(() => document.fonts.ready);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) throw new Error(`${name} is ${wide} px wider than ${width} px`);
        const picture = await page.screenshot({ fullPage: whole });
        await small(picture, join(folder, `${name}-${width}-${colorScheme}.png`));
      }
      await context.close();
    }
  };
  await shoot(empty);
  await shoot(await furnished(server.base));
  const sizes = readdirSync(folder).filter((name) => name.endsWith(".png")).map((name) => statSync(join(folder, name)).size);
  console.log(`${sizes.length} pictures in ${folder}, ${(sizes.reduce((all, one) => all + one, 0) / 1e6).toFixed(2)} MB together`);
} finally {
  await chromium.close();
  server.stop();
}
