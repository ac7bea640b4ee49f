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

Deno.test("blocks are as large as expected requests and the start of their worker allow", async () => {
  const module = await compileEngine();
  const { now } = performance;
  let nowMs = 0;
  performance.now = (): number => nowMs;
  try {
    const largest: number[] = [];
    const expected = new RecentRequests();
    // Later than any instant of the test.
    new RecentRequests(expected.memory, () => Date.now() + 3_600_000).record();
    const starts = [{ requests: expected.memory }, {}, { blockMs: 256 }];
    for (const start of starts) {
      let most = 0;
      const engine = Object.assign(loadEngine(module), {
        summarise: (request: Uint8Array): Uint8Array => {
          const { count } = JSON.parse(new TextDecoder().decode(request));
          most = Math.max(most, count);
          nowMs += count / 50;
          return new Uint8Array(1);
        },
      });
      const service = new RangeService(() => engine);
      service.start({ module, datasets: [], ...start });
      const range = { from: 0, count: 16_384 };
      await service.range({ ...TASK, range }, new AbortController().signal);
      largest.push(most);
    }
    assertEquals(largest, [1_024, 2_048, 4_096]);
  } finally {
    performance.now = now;
  }
});
