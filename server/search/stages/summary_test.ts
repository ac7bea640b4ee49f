import { assertEquals } from "@std/assert";
import { SearchPlanSchema } from "../../contracts/plan.ts";
import { officialDatasets, officialEngine } from "../../testing/official.ts";
import { describePlan } from "./describe_plan.ts";
import { summaryRequest } from "./engine_plan.ts";
import { Judge, Points } from "../points/points.ts";
import { mergeAll, NO_BYTES, readHead } from "./summary.ts";

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
const ENGINE = await officialEngine(await officialDatasets());
const { columns: NAMES } = describePlan(ENGINE, PLAN, STAGE, []);

function summarised(from: number, count: number): {
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly points: Points;
} {
  const numbers = new Float64Array(count * NAMES.length);
  const request = summaryRequest(PLAN, STAGE, { from, count });
  const packed = ENGINE.summarise(request, NO_BYTES, numbers);
  return { packed, points: new Points(from, NAMES, numbers) };
}

Deno.test("the head of a summary is its count and its best, wherever its bytes begin", () => {
  const { packed, points } = summarised(0, COUNT);
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

Deno.test("merged ranges are the summary of all, and nothing merges with nothing", () => {
  const parts = [[500, 256], [0, 300], [300, 200]] as const;
  const packed = parts.map(([from, count]) => summarised(from, count).packed);
  assertEquals(mergeAll(ENGINE, packed), summarised(0, COUNT).packed);
  assertEquals(mergeAll(ENGINE, []), NO_BYTES);
  const [own = NO_BYTES] = packed;
  assertEquals(mergeAll(ENGINE, [own, NO_BYTES]), own);
});
