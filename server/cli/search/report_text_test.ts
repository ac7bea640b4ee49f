import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { noiseMarket } from "../../testing/planted_markets.ts";
import { searchIn } from "../../testing/planted_search.ts";
import { reportText } from "./report_text.ts";

Deno.test("the text of a report names the data, the variance and every fold", async () => {
  const report = await searchIn(noiseMarket(1), { evaluate: 0 });
  const folds = report.folds.filter(({ name }) => name !== "fold-2");
  const text = reportText({ ...report, folds }, "out");
  const [{ marketName = "", marketKey = "", days = [] } = {}] = report.datasets;
  assertStringIncludes(text, `Market 1, ${marketName} (${marketKey}), daily, ${days.join(" to ")}`);
  assertStringIncludes(text, "The variance is the smaller of two");
  assertStringIncludes(text, "fold-2: no candidate kept the constraints");
  assert(/^fold-1: daily Sharpe ratio over/m.test(text), text);
  assertStringIncludes(text, report.verdict.notes[0] ?? "widen it");
});

Deno.test("a printed efficiency is the ratio of the two figures before it", async () => {
  const report = await searchIn(noiseMarket(1), { evaluate: 0 });
  const text = reportText(report, "out");
  const printed = [
    ...text.matchAll(/ratio .*?(-?[\d.e-]+) searched, (-?[\d.e-]+) tested, efficiency (\S+) %/g),
  ].map(([, ...figures]) => figures.map(Number));
  assertEquals(
    printed.length,
    [...report.folds, report.outOfSample].filter((fold) => (fold?.efficiency ?? null) !== null)
      .length,
  );
  assert(printed.length > 0, text);
  for (const [searched = NaN, tested = NaN, efficiency = NaN] of printed) {
    // Printed with five digits and a tenth of a percent.
    const difference = Math.abs(100 * tested / searched - efficiency);
    assert(difference < 0.1 + 0.001 * Math.abs(efficiency), text);
  }
});
