import { assert } from "@std/assert";
import { SearchPlanSchema } from "../contracts/plan.ts";
import { officialDatasets, officialEngine } from "../testing/official.ts";
import { dailyReturns } from "./daily_excess.ts";
import { describePlan } from "./describe_plan.ts";
import { PartWriter } from "./points_part.ts";
import { CHUNK } from "./ranges.ts";
import { runRange } from "./run_range.ts";

const PLAN = SearchPlanSchema.parse({
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [
    { path: "/components/0/strategyParams/period", min: 3, max: 30, steps: 4 },
    { path: "/components/0/strategyParams/overbought", min: 55, max: 85, steps: CHUNK },
  ],
});
const STAGE = { draw: { method: "grid" }, window: null, topMax: 20, passes: 0 } as const;
/** The collector would free unused buffers of 32 MB and more, so the work of a test makes fewer. */
const LEFT_MAX = 4 * 2 ** 20;

/** Returns the bytes of buffers that work has left behind. */
async function leftBy(work: () => unknown): Promise<number> {
  const before = Deno.memoryUsage().external;
  await work();
  return Deno.memoryUsage().external - before;
}

Deno.test("a range with a file of points leaves no buffers to the collector", async () => {
  const datasets = await officialDatasets();
  const engine = await officialEngine(datasets);
  const { columns: names, statuses } = describePlan(engine, PLAN, STAGE, []);
  const file = { axes: PLAN.axes, names, statusNames: statuses, stage: "all" };
  const range = { from: 0, count: 4 * CHUNK - 1_000 };
  const task = { plan: PLAN, stage: STAGE, range, names, keepsPoints: false, file };
  let bytes = 0;
  const left = await leftBy(async () => {
    const { part } = await runRange(engine, task, () => 2_048, new PartWriter(file, "all"));
    bytes = part?.length ?? 0;
  });
  assert(left < bytes + LEFT_MAX, `${left} bytes are left, the file has ${bytes}`);
});

Deno.test("daily returns leave no buffers to the collector", async () => {
  const datasets = await officialDatasets();
  const engine = await officialEngine(datasets);
  const [dataset] = datasets.filter(({ header }) =>
    header.marketId === 1 && header.timeframe === "hourly"
  );
  if (dataset === undefined) throw new Error("there is no dataset");
  const { marketId, timeframe } = dataset.header;
  const candidate = { marketId, timeframe, components: [{ strategyId: "yield-rsi" }] };
  const candidates = Array.from({ length: 50 }, () => candidate);
  const left = await leftBy(() => dailyReturns(engine, dataset, null, candidates));
  assert(left < LEFT_MAX, `${left} bytes are left`);
});
