import { assertEquals } from "@std/assert";
import { SearchPlanSchema } from "../../contracts/plan.ts";
import { makeEngine, officialDatasets } from "../../testing/official.ts";
import { describePlan } from "./describe_plan.ts";
import { summaryRequest } from "./engine_plan.ts";
import { Judge, Points } from "../points/points.ts";
import { NO_BYTES, readHead } from "./summary.ts";

const OWN = "/components/0/strategyParams/";
const PLAN = SearchPlanSchema.parse({
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [
    { path: `${OWN}period`, min: 3, max: 30, steps: 28 },
    { path: `${OWN}overbought`, values: [55, 60, 85] },
    { path: `${OWN}oversold`, min: 15, max: 45, steps: 9, scale: "log" },
  ],
  constraints: [{ figure: "fills", min: 2 }],
});
const STAGE = { draw: { method: "grid" }, window: null, topMax: 5, passes: 20 } as const;
const COUNT = 28 * 3 * 9;
const ENGINE = await makeEngine(await officialDatasets());
const { columns: NAMES } = describePlan(ENGINE, PLAN, STAGE, []);

Deno.test("the head of a summary is its count and its best, wherever its bytes begin", () => {
  const numbers = new Float64Array(COUNT * NAMES.length);
  const all = summaryRequest(PLAN, STAGE, { from: 0, count: COUNT });
  const packed = ENGINE.summarise(all, NO_BYTES, numbers);
  const points = new Points(0, NAMES, numbers);
  const merits = new Judge(PLAN).meritsOf(points);
  const [row = NaN] = [...merits.keys()].filter((row) => !Number.isNaN(merits[row]))
    .toSorted((one, other) => (merits[other] ?? 0) - (merits[one] ?? 0) || one - other);
  const head = {
    count: COUNT,
    best: {
      number: row,
      merit: merits[row] ?? NaN,
      coordinates: points.coordinates(row),
      figures: points.figures(row),
    },
  };
  assertEquals(readHead(packed), head);
  const moved = new Uint8Array(packed.length + 1);
  moved.set(packed, 1);
  assertEquals(readHead(moved.subarray(1)), head);
  const none = { ...PLAN, constraints: [{ figure: "fills" as const, min: 1e6 }] };
  const request = summaryRequest(none, STAGE, { from: 0, count: 10 });
  const packedNone = ENGINE.summarise(request, NO_BYTES, new Float64Array());
  assertEquals(readHead(packedNone), { count: 10, best: null });
});
