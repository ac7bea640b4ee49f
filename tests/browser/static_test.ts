import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest, linkTo, type Stage } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { seasonFolder } from "../../server/testing/season_folder.ts";
import { serveFolder } from "../../server/testing/static_files.ts";
import { compileEngine } from "../../server/engine/load.ts";
import { writePage } from "../../server/process/write_page.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { until } from "../../server/testing/until.ts";

browserTest(
  "any folder of a static host shows a season and verifies it, without a server",
  async (stage) => {
    const folder = await Deno.makeTempDir();
    const site = `${folder}/team/arena-pages`;
    await Deno.mkdir(site, { recursive: true });
    const [module, datasets] = await Promise.all([compileEngine(), officialDatasets()]);
    await writePage({ module, datasets }, site);
    for (const [path, bytes] of await seasonFolder(20)) {
      const place = `${site}/arena/${path}`;
      await Deno.mkdir(place.slice(0, place.lastIndexOf("/")), { recursive: true });
      await Deno.writeFile(place, bytes);
    }
    // Once as the whole host, and once below a path.
    const hosts = [[serveFolder(site), "/"], [serveFolder(folder), "/team/arena-pages/"]] as const;
    try {
      await inTurn(hosts, async ([host, path]) => {
        const address = `http://127.0.0.1:${host.addr.port}${path}`;
        const page = await showsSeason(stage, address);
        await worksOffline(page, address, () => host.shutdown());
      });
    } finally {
      await Promise.all(hosts.map(([host]) => host.shutdown()));
      await Deno.remove(folder, { recursive: true });
    }
  },
);

async function showsSeason(stage: Stage, address: string): Promise<Page> {
  const page = await stage.blank({ serviceWorkers: "allow" });
  const outside: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) outside.push(request.url());
  });
  await page.goto(`${address}#/board/season`);
  await page.getByText(/^20 entries on 64 hidden half-years of sUSDe, daily: /).waitFor();
  await page.locator(".row-open").first().click();
  await page.getByRole("slider", { name: /on each half-year/ }).waitFor();
  await page.getByRole("button", { name: "Verify the result of Autumn 1" }).click();
  await page.getByText("Everything holds.").waitFor();
  assertEquals(await page.locator(".findings .wrong, .findings .skipped").count(), 0);
  const keys = `document.querySelector('a[href$="keys.json"]').href`;
  assertEquals(await page.evaluate(keys), `${address}arena/keys.json`);
  const scope = `navigator.serviceWorker.register("service_worker.js").then(({ scope }) => scope)`;
  assertEquals(await page.evaluate(scope), address);
  assertEquals(outside, []);
  return page;
}

/** Reloads the page without its host, and runs a market that was not opened before. */
async function worksOffline(
  page: Page,
  address: string,
  stopHost: () => Promise<void>,
): Promise<void> {
  await until(() =>
    page.evaluate<boolean>(
      `caches.match(${JSON.stringify(new URL(address).pathname)}).then((kept) =>
        Boolean(kept && navigator.serviceWorker.controller))`,
    ), "the browser to keep the page");
  await stopHost();
  const candidate = { marketId: 2, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] };
  await page.goto(address + linkTo("workbench", candidate).slice(1));
  await page.reload();
  await page.getByText("over Hold").first().waitFor();
}
