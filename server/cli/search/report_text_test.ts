import { assert, assertStringIncludes } from "@std/assert";
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
  assert(/^fold-1: a year over/m.test(text), text);
  assertStringIncludes(text, report.verdict.notes[0] ?? "widen it");
});
