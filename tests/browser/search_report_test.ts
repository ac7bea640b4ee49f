import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { reportPage } from "../../server/cli/search/report_page.ts";
import type { SearchReport } from "../../server/search/report.ts";
import { axeFaults, browserTest } from "../../server/testing/browser.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { edgeMarket, noiseMarket } from "../../server/testing/planted_markets.ts";
import { searchIn } from "../../server/testing/planted_search.ts";

const SCREENS = [
  { name: "desk-light", width: 1440, colorScheme: "light" },
  { name: "desk-dark", width: 1440, colorScheme: "dark" },
  { name: "phone-light", width: 390, colorScheme: "light" },
  { name: "phone-dark", width: 360, colorScheme: "dark" },
] as const;

const HOLDOUT = { kind: "holdout", share: 0.3 };
const REPORTS: Readonly<Record<string, () => Promise<SearchReport>>> = {
  edge: () => searchIn(edgeMarket(1)),
  noise: () => searchIn(noiseMarket(1), { windows: HOLDOUT, evaluate: 0 }),
  nothing: () => searchIn(noiseMarket(1), { constraints: [{ figure: "fills", min: 1e6 }] }),
};

for (const [kind, search] of Object.entries(REPORTS)) {
  browserTest(`the report of a search is a page for everyone: ${kind}`, async (stage) => {
    const report = await search();
    await withFolder(async (folder) => {
      const file = `${folder}/report.html`;
      await Deno.writeTextFile(file, reportPage(report));
      await inTurn(SCREENS, async ({ name, width, colorScheme }) => {
        const page = await stage.blank({ viewport: { width, height: 900 }, colorScheme });
        await page.goto(`file://${file}`);
        assertEquals(await axeFaults(page), [], name);
        const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
        assert(wide <= width, `${name} is ${wide} wide`);
        const sentence = page.locator(".sentence");
        assertEquals(await sentence.textContent(), report.verdict.sentence);
        const box = await sentence.boundingBox();
        assert(box !== null && box.y + box.height < 500, `${name}: the verdict comes first`);
        await stage.picture(page, `search-${kind}-${name}`);
      });
    });
  });
}

browserTest(
  "a heat map says what a cell is, frames the best, and folds have both marks",
  async (stage) => {
    const report = await searchIn(edgeMarket(2));
    await withFolder(async (folder) => {
      const file = `${folder}/report.html`;
      await Deno.writeTextFile(file, reportPage(report));
      const page = await stage.open(`file://${file}`);
      const titles = await page.locator("rect.cell title").allTextContents();
      assertEquals(
        titles.length,
        report.maps.filter(({ axes }) => axes.length === 2)
          .flatMap(({ best }) => best).filter((merit) => merit !== null).length,
      );
      assertStringIncludes(titles[0] ?? "", "period ");
      assertEquals(await page.locator("rect.frame").count(), 3, "one on each map of two axes");
      assertEquals(await page.locator("circle.ring").count(), report.folds.length);
      assertEquals(await page.locator("circle.dot").count(), report.folds.length);
      // The shades differ: the best cell is not of the colour of the worst.
      const colours = await page.evaluate<string[]>(
        '[...document.querySelectorAll("rect.cell")].map((cell) => getComputedStyle(cell).fill)',
      );
      assert(new Set(colours).size > 5, String(new Set(colours).size));
    });
  },
);
