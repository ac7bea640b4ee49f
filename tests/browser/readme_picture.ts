/**
 * Takes the two pictures of the README, the workbench in light and in dark, from the built page:
 * `deno run -A tests/browser/readme_picture.ts`.
 */

import { launch, linkTo } from "../../server/testing/browser.ts";
import { ROOT } from "../../server/testing/root.ts";
import { Home } from "../../server/testing/server_process.ts";

/** The candidate of the README's first score. */
const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
const KNOBS = 3;

await using home = await Home.make();
await using server = await home.serve({ ARENA_DATASETS: "datasets" });
const browser = await launch();
await takePicture("light");
await takePicture("dark");
await browser.close();

async function takePicture(colorScheme: "light" | "dark"): Promise<void> {
  const page = await browser.newPage({
    baseURL: server.origin,
    colorScheme,
    deviceScaleFactor: 1.5,
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 770 },
  });
  await page.goto(linkTo("workbench", CANDIDATE));
  await page.locator("svg.curve-strip").nth(KNOBS - 1).waitFor();
  await page.locator("canvas").nth(1).waitFor();
  await page.getByText("judging", { exact: true }).waitFor({ state: "detached" });
  await page.screenshot({ path: `${ROOT}.github/workbench-${colorScheme}.png` });
}
