import { assertEquals, assertNotEquals } from "@std/assert";
import type { Candidate } from "../../server/contracts/candidate.ts";
import { TERMS } from "../../server/contracts/metric_table.ts";
import { makeClient } from "../../server/testing/page_client.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { readRun, runRows } from "../../server/web/engine/runs.ts";

const CANDIDATES: readonly Candidate["components"][number][] = [
  { strategyId: "discount-threshold" },
  // The half-years of a text are its own.
  {
    strategyId: "expression",
    strategyParams: { enter: "impliedApy > 0.1", exit: "impliedApy < 0.06" },
  },
];
const FIRST = { count: 1, counted: true, sharpeCount: 1, sharpeVariance: null };

Deno.test("a half-year that is opened is the one of the verdict, to the bit", async () => {
  const client = makeClient({}, await officialDatasets());
  const { profile } = await client.arena();
  const { weights } = profile.scoring as unknown as { weights: Record<string, number> };
  for (const component of CANDIDATES) {
    const candidate: Candidate = { marketId: 1, timeframe: "daily", components: [component] };
    const { simulation } = await client.simulate("summary", candidate);
    const { verdict } = await client.evaluate(simulation, FIRST);
    for (const number of [1, 14, 64]) {
      const half = { number, pathSeed: verdict.pathSeed ?? "" };
      const { shown, dataset, summary } = await client.showHalfYear(candidate, half);
      const run = readRun(shown);
      const utility = TERMS.reduce(
        (sum, name) => sum + (weights[name] ?? 0) * run.metrics[name],
        0,
      );
      assertEquals(utility, verdict.series.utility[number - 1]);
      assertEquals(summary.benchmarkUtility, verdict.series.hold[number - 1]);
      const rows = await runRows(client, run, half);
      assertEquals(rows.portfolio.equity, run.portfolio.equity);
      assertEquals(dataset.bars, run.portfolio.equity.length);
      assertNotEquals((await runRows(client, run)).portfolio.equity, run.portfolio.equity);
    }
  }
});
