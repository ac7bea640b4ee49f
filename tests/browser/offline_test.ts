import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest, linkTo } from "../../server/testing/browser.ts";
import { until } from "../../server/testing/until.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
const OTHER = { marketId: 2, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] };

/** Waits until the page is cached. */
async function untilKept(page: Page): Promise<void> {
  await until(() =>
    page.evaluate<boolean>(
      `caches.match("/").then((kept) => Boolean(kept && navigator.serviceWorker.controller))`,
    ), "the browser to keep the page");
}

browserTest("after the first load everything works without the server", async (stage) => {
  const server = await stage.serve();
  const page = await stage.blank({ baseURL: server.origin, serviceWorkers: "allow" });
  await page.goto(linkTo("workbench", CANDIDATE));
  await page.getByText("over Hold").first().waitFor();
  await untilKept(page);
  // A second visit has its files from the store, and mends the store.
  await page.reload();
  await page.locator("figure.chart canvas").first().waitFor();
  const sources = await page.evaluate<readonly string[]>(`performance.getEntriesByType("resource")
  .filter(({ name }) => /assets\\/(start|main|show|chunk|style|arena_engine_bg)-/.test(name))
  .map(({ workerFinalSourceType }) => workerFinalSourceType)`);
  assertEquals([...new Set(sources)], ["cache"]);
  const lists = await page.evaluate<readonly string[]>(`performance.getEntriesByType("resource")
  .filter(({ name }) => name.endsWith("/sources.json"))
  .map(({ workerMatchedSourceType }) => workerMatchedSourceType)`);
  assertEquals([...new Set(lists)], ["race-network-and-fetch-handler"]);
  // A page that the store has lost is stored again.
  const forget = `caches.open("arena-page").then((cache) => cache.delete("/"))`;
  assert(await page.evaluate<boolean>(forget));
  await page.reload();
  await untilKept(page);
  await server.stop();

  // A reload, and a market that was not opened.
  await page.reload();
  await page.getByText("over Hold").first().waitFor();
  // Whatever the browser has kept of the seasons, asking for them is no error.
  const ask = "fetch('/arena/seasons.json', { cache: 'reload' }).then(({ status }) => status)";
  assertEquals(await page.evaluate(ask), 204);
  await page.goto(linkTo("workbench", OTHER));
  await page.getByText("over Hold").first().waitFor();
  // An evaluation and a sweep.
  await page.goto(linkTo("workbench/scenarios", CANDIDATE));
  await page.reload();
  await page.getByText(/of 11 tests pass$/).waitFor();
  await page.goto(linkTo("workbench/sweep", CANDIDATE));
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.getByRole("heading", { name: /^Best of/ }).waitFor();
  // Board, comparison and work.
  for (const view of ["board", "compare", "work"]) {
    await page.goto(linkTo(view, CANDIDATE));
    await page.getByRole("heading").first().waitFor();
  }
  // Pages that need the server say so.
  await page.goto(linkTo("workbench/verify", CANDIDATE));
  await page.getByLabel("API key").fill("sa_any");
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.getByText("Cannot reach the server").waitFor();
  await page.goto("/docs");
  await page.getByRole("heading", { name: "The server does not answer" }).waitFor();
  await page.getByRole("link", { name: "back to the arena" }).click();
  await page.getByRole("banner").waitFor();
  assertMatch(stage.faults.join(" "), /ERR_CONNECTION_REFUSED|503/);
  stage.faults.length = 0;
});
