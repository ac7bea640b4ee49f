import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { reportHtml } from "../../server/cli/search/report_html.ts";
import type { SearchReport } from "../../server/search/report/report.ts";
import type { Page } from "playwright-core";
import { browserTest, type Stage } from "../../server/testing/browser.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { edgeMarket, noiseMarket } from "../../server/testing/planted_markets.ts";
import { searchIn } from "../../server/testing/planted_search.ts";
import { fixed, percent } from "../../server/wording/numbers.ts";

const HOLDOUT = { kind: "holdout", share: 0.3 };
const NOISE: Readonly<Record<string, Parameters<typeof searchIn>[1]>> = {
  noise: { windows: HOLDOUT, evaluate: 0 },
  nothing: { constraints: [{ figure: "fills", min: 1e6 }] },
};

/** Opens the page of a report, which is accessible, fits every screen and loads nothing else. */
async function open(stage: Stage, report: SearchReport, folder: string): Promise<Page> {
  const file = `${folder}/report.html`;
  await Deno.writeTextFile(file, await reportHtml(report));
  const page = await stage.blank();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`file://${file}`);
  const sentence = page.locator(".sentence");
  assertEquals(await sentence.textContent(), report.verdict.sentence);
  await inTurn([1440, 360], async (width) => {
    await page.setViewportSize({ width, height: 900 });
    const box = await sentence.boundingBox();
    assert(box !== null && box.y + box.height < 500, `${width} px: the verdict comes first`);
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await stage.assertLooks(page, `search-${report.verdict.level}`);
  assertEquals(asked, [`file://${file}`], "the page loads nothing else");
  return page;
}

for (const [kind, settings] of Object.entries(NOISE)) {
  browserTest(`a report without an edge is accessible and fits: ${kind}`, async (stage) => {
    const report = await searchIn(noiseMarket(1), settings);
    await withFolder(async (folder) => {
      await open(stage, report, folder);
    });
  });
}

/** Counts the colours of the first heat map, and the pixels of its frame. */
const COLOURS = `(() => {
  const canvas = document.querySelector(".map-grid canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const found = new Map();
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3).join(" ");
    found.set(colour, (found.get(colour) ?? 0) + 1);
  }
  return [found.size, found.get("0 0 0") ?? 0];
})()`;

browserTest("a report names its data, and has maps by keyboard and all folds", async (stage) => {
  const market = edgeMarket(2);
  const estimated = { ...market, header: { ...market.header, estimated: ["syIndex"] } };
  const found = await searchIn(estimated);
  // The second fold as if no candidate had kept the constraints there.
  const report = { ...found, folds: found.folds.filter(({ name }) => name !== "fold-2") };
  await withFolder(async (folder) => {
    const page = await open(stage, report, folder);
    const [table = Infinity, box = 0] = await page.evaluate<number[]>(`(() => {
      const box = document.querySelector(".fold-pair .scroll");
      return [box.scrollWidth, box.clientWidth];
    })()`);
    assert(table <= box, `the table is ${table} wide, its box ${box}`);
    const text = await page.locator("main").textContent() ?? "";
    assertStringIncludes(text, `sha256 ${report.datasets[0]?.sha256?.slice(0, 12)}`);
    assertStringIncludes(text, "are estimated, not known, in syIndex");
    assertStringIncludes(text, "no candidate kept the constraints in fold-2");
    const capital = report.best?.evaluation?.figures.capitalScore ?? 0;
    assertStringIncludes(text, `Cautious score${fixed(capital, 4)}`);

    const grids = page.getByRole("grid");
    assertEquals(await grids.count(), report.maps.length);
    assertMatch(
      await grids.first().getAttribute("aria-label") ?? "",
      /^Score by Period from 2 to 14 and Buy above from 52 to 80\.$/,
    );
    await grids.first().focus();
    const cell = page.locator(".map-cell");
    const { 0: period, 1: overbought } = report.best?.coordinates ?? [];
    const label = await cell.getAttribute("aria-label") ?? "";
    assertStringIncludes(label, `Period ${period}, Buy above ${overbought}: best `);
    assertStringIncludes(label, `best ${fixed(report.best?.figures.score ?? null, 1)}`);
    const hint = page.locator(".map-hint-box");
    assertEquals(await hint.textContent(), label);
    assertMatch(label, /: best .+, mean .+ of [\d,]+ candidates?$/);
    const heightOf = (): Promise<number> =>
      page.evaluate<number>("document.documentElement.scrollHeight");
    const height = await heightOf();
    await page.keyboard.press("ArrowRight");
    assertEquals(await hint.textContent(), await cell.getAttribute("aria-label"));
    await page.keyboard.press("Escape");
    assertEquals(await hint.count(), 0);
    await grids.first().hover({ position: { x: 3, y: 3 } });
    assertEquals(await hint.textContent(), await cell.getAttribute("aria-label"));
    assertEquals(await heightOf(), height, "the hint floats");
    await page.mouse.move(0, 0);
    assertEquals(await hint.count(), 0);
    const bars = page.locator(".importance tr");
    assertEquals(await bars.count(), report.plan.axes.length);
    const [first] = report.importance?.axes ?? [];
    assertStringIncludes(await bars.first().textContent() ?? "", percent(first?.share ?? 0, 0));
    assertEquals(await page.locator("circle.ring").count(), report.folds.length);
    assertEquals(await page.locator("circle:not(.ring)").count(), report.folds.length);
    const [colours = 0, framed = 0] = await page.evaluate<number[]>(COLOURS);
    // Shades differ between the best and the worst cell.
    assert(colours > 5, `${colours} colours`);
    assert(framed > 10, "the best is framed");
  });
});
