import { assertEquals } from "@std/assert";
import { makeEngine } from "../../testing/arena.ts";
import { makeDatasets } from "../../testing/datasets.ts";
import { CURVE_POINTS, smallCurves } from "./answers.ts";

Deno.test("a small curve is the run's equity over its capital, and null for what is refused", async () => {
  const engine = await makeEngine();
  const [dataset] = await makeDatasets();
  if (dataset === undefined) throw new Error("no dataset");
  engine.addDataset(dataset);
  const { marketId, timeframe, columns, tradeStartIndex } = dataset.header;
  const candidate = {
    marketId,
    timeframe,
    capital: "2500",
    components: [{ strategyId: "yield-rsi" }],
  };
  const refused = { ...candidate, components: [{ strategyId: "nope" }] };
  const [curve, none] = smallCurves(engine, dataset, [candidate, refused]);
  assertEquals(none, null);
  assertEquals(curve?.length, CURVE_POINTS);
  const bars = dataset.columns.length / columns.length;
  const run = engine.runColumns(new TextEncoder().encode(JSON.stringify(candidate)));
  // The third column, see `PORTFOLIO` in answers.ts.
  const equity = run.subarray(2 * bars, 3 * bars);
  assertEquals(curve?.at(0), (equity[tradeStartIndex] ?? NaN) / 2500);
  assertEquals(curve?.at(-1), (equity.at(-1) ?? NaN) / 2500);
});
