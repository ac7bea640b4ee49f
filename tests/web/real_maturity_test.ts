import { assert, assertEquals } from "@std/assert";
import type { Candidate } from "../../server/contracts/candidate.ts";
import { TERMS } from "../../server/contracts/metric_table.ts";
import { makeClient } from "../../server/testing/page_client.ts";
import { pageDatasets } from "../../server/testing/official.ts";
import { runCandidate } from "../../server/web/engine/runs.ts";
import { realColumns } from "../../server/web/views/workbench/real/maturities.tsx";

Deno.test("a real maturity that is opened is the one of the evaluation, to the bit", async () => {
  const datasets = await pageDatasets();
  const client = makeClient({}, datasets);
  const { profile } = await client.arena();
  const { weights } = profile.scoring as unknown as { weights: Record<string, number> };
  // Of an hourly candidate there are daily bars.
  const candidate: Candidate = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
  const { simulation } = await client.simulate("summary", candidate);
  const first = { count: 1, counted: true, sharpeCount: 1, sharpeVariance: null };
  const { real } = await client.evaluate(simulation, first);
  const opened = await Promise.all((real?.rows ?? []).map(async ({ marketKey }) => {
    const { marketId = 0 } = datasets.find(({ header }) =>
      header.marketKey === marketKey
    )?.header ??
      {};
    const run = await runCandidate(client, { ...candidate, marketId, timeframe: "daily" });
    return TERMS.reduce((sum, name) => sum + (weights[name] ?? 0) * run.metrics[name], 0);
  }));
  assertEquals(opened.length, 4);
  // A column says why a maturity did not run, if one did not.
  const [row, ...others] = real?.rows ?? [];
  assert(row !== undefined);
  const titles = (missing: string[]): readonly string[] =>
    realColumns([{ ...row, missing }, ...others]).map(({ title }) => title);
  assertEquals(titles([]).at(-1), "Fills");
  assertEquals(titles(["volume"]).at(-1), "Why not");
  assertEquals(opened, real?.rows.map(({ utility }) => utility));
});
