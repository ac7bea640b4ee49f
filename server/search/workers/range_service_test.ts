import { assert, assertEquals } from "@std/assert";
import { FIGURES, SearchPlanSchema } from "../../contracts/plan.ts";
import { compileEngine, loadEngine } from "../../engine/load.ts";
import { officialDatasets } from "../../testing/official.ts";
import { RangeService } from "./range_service.ts";
import { RecentRequests } from "./yield_to_requests.ts";
import { readHead } from "../stages/summary.ts";

const PLAN = SearchPlanSchema.parse({
  base: { marketId: 1, timeframe: "hourly", components: [{ strategyId: "yield-rsi" }] },
  axes: [{ path: "/components/0/strategyParams/period", min: 3, max: 12, steps: 256 }],
});
const TASK = {
  plan: PLAN,
  stage: { draw: { method: "grid" }, window: null, topMax: 3, passes: 0 },
  range: { from: 0, count: 256 },
  names: [PLAN.axes[0]?.path ?? "", ...Object.keys(FIGURES), "status"],
  keepsPoints: false,
} as const;

Deno.test("a search rests between blocks while requests are expected, and never without", async () => {
  const datasets = (await officialDatasets()).filter(({ header }) => header.marketId === 1);
  let nowMs = 1_000;
  const requests = new RecentRequests(undefined, () => nowMs);
  const service = new RangeService(loadEngine);
  service.start({ module: await compileEngine(), datasets, requests: requests.memory });
  const { setTimeout } = globalThis;
  const restsOfRange = async (): Promise<number> => {
    let rests = 0;
    globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
      rests++;
      return setTimeout(...args);
    }, setTimeout);
    try {
      const { summary } = await service.range(TASK, new AbortController().signal);
      assertEquals(readHead(summary).count, 256);
    } finally {
      globalThis.setTimeout = setTimeout;
    }
    return rests;
  };
  assertEquals(await restsOfRange(), 0);
  // Later than any instant of the test.
  nowMs = Date.now() + 3_600_000;
  requests.record();
  assert(await restsOfRange() > 0);
});
