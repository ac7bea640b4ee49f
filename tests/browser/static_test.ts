import { assertEquals } from "@std/assert";
import { browserTest } from "../../server/testing/browser.ts";
import { seasonFolder } from "../../server/testing/season_folder.ts";
import { serveFolder } from "../../server/testing/static_files.ts";
import { compileEngine } from "../../server/engine/load.ts";
import { writePage } from "../../server/process/write_page.ts";
import { officialDatasets } from "../../server/testing/official.ts";

browserTest("a static host shows a season and verifies it, without a server", async (stage) => {
  const site = await Deno.makeTempDir();
  const [module, datasets] = await Promise.all([compileEngine(), officialDatasets()]);
  await writePage({ module, datasets, report: () => {} }, site);
  for (const [path, bytes] of await seasonFolder({ entries: 20, paths: 64 })) {
    const place = `${site}/arena/${path}`;
    await Deno.mkdir(place.slice(0, place.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(place, bytes);
  }
  const host = serveFolder(site);
  try {
    const page = await stage.blank();
    await page.goto(`http://127.0.0.1:${host.addr.port}/`);
    await page.getByText(/^20 entries on 64 hidden half-years of sUSDe, daily: /).waitFor();
    await page.locator(".row-open").first().click();
    await page.getByRole("img", { name: /on each half-year/ }).waitFor();
    await page.getByRole("button", { name: "Verify the result of Autumn 1" }).click();
    await page.getByText("Everything holds.").waitFor();
    assertEquals(await page.locator(".findings .wrong, .findings .skipped").count(), 0);
  } finally {
    await host.shutdown();
    await Deno.remove(site, { recursive: true });
  }
});
