import { assert, assertEquals } from "@std/assert";
import { SearchPlanSchema } from "../../contracts/plan.ts";
import { officialDatasets, officialEngine } from "../../testing/official.ts";
import { binnerOf } from "../plan/axis_scale.ts";
import { describePlan } from "../stages/describe_plan.ts";
import { distinctCount, RESULTS_KEPT } from "./distinct.ts";
import { summaryRequest } from "../stages/engine_plan.ts";
import { joined } from "../stages/joined.ts";
import { Judge, Points } from "../points/points.ts";
import { seededRandom } from "../plan/random.ts";
import { NO_BYTES, readSummary } from "./summary.ts";

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

Deno.test("a summary is read as its definitions say, wherever its bytes begin", () => {
  const { packed, points } = summarised(0, COUNT);
  const summary = readSummary(packed);
  const merits = new Judge(PLAN).meritsOf(points);
  const known = [...merits.keys()].filter((row) => !Number.isNaN(merits[row]));
  const of = (rows: readonly number[]) => rows.map((row) => merits[row] ?? NaN);
  const all = of(known);
  assert(known.length > 100 && known.length < COUNT);
  const mean = all.reduce((sum, merit) => sum + merit, 0) / all.length;
  const squares = all.reduce((sum, merit) => sum + (merit - mean) ** 2, 0);
  assertEquals([summary.count, summary.merits.count], [COUNT, known.length]);
  assertEquals([summary.merits.min, summary.merits.max], [Math.min(...all), Math.max(...all)]);
  assert(Math.abs(summary.merits.mean - mean) < 1e-12 * Math.abs(mean));
  assert(Math.abs(summary.merits.squares - squares) < 1e-10 * squares);
  assertEquals(summary.statuses[0], points.column("status").filter((code) => code === 0).length);
  assertEquals(summary.untraded, points.column("fills").filter((fills) => fills === 0).length);
  const { width, first, counts } = summary.histogram;
  counts.forEach((count, at) => {
    assertEquals(count, all.filter((merit) => Math.floor(merit / width) === first + at).length);
  });
  const best = known.toSorted((one, other) =>
    (merits[other] ?? 0) - (merits[one] ?? 0) || one - other
  );
  assertEquals(
    summary.top,
    best.slice(0, 5).map((row) => ({
      number: row,
      merit: merits[row] ?? NaN,
      coordinates: points.coordinates(row),
      figures: points.figures(row),
    })),
  );
  assertEquals(summary.ranked.rows.length, 20 * 5);
  assertEquals(summary.maps.map(({ axes }) => axes), [[0], [1], [2], [0, 1], [0, 2], [1, 2]]);
  for (const { axes: [across, up], width, counts, sums, best } of summary.maps) {
    const binsOf = (axis: number | undefined) =>
      axis === undefined ? null : points.columnAt(axis).map(binnerOf(PLAN.axes[axis] ?? never()));
    const [columns, rows] = [binsOf(across), binsOf(up)];
    counts.forEach((count, cell) => {
      const own = of(
        known.filter((row) => (rows?.[row] ?? 0) * width + (columns?.[row] ?? 0) === cell),
      );
      assertEquals([count, best[cell]], [own.length, own.length > 0 ? Math.max(...own) : null]);
      const sum = own.reduce((sum, merit) => sum + merit, 0);
      assert(Math.abs((sums[cell] ?? NaN) - sum) < 1e-9);
    });
  }
  const moved = new Uint8Array(packed.length + 1);
  moved.set(packed, 1);
  assertEquals(readSummary(moved.subarray(1)), summary);
});

Deno.test("merged ranges are the summary of all, and nothing merges with nothing", () => {
  const parts = [[500, 256], [0, 300], [300, 200]] as const;
  const packed = parts.map(([from, count]) => ({ packed: summarised(from, count).packed }));
  assertEquals(joined(ENGINE, packed).packed, summarised(0, COUNT).packed);
  assertEquals(joined(ENGINE, []).summary.count, 0);
  const [{ packed: own } = { packed: NO_BYTES }] = packed;
  assertEquals(joined(ENGINE, [{ packed: own }, { packed: NO_BYTES }]).packed, own);
});

Deno.test("few distinct candidates are counted exactly, many within a few percent", () => {
  const random = seededRandom(4);
  const hashesOf = (rows: number): Float64Array => {
    const columns = Float64Array.from({ length: 2 * rows }, () => random());
    return ENGINE.candidateHashes(columns, 2, 1).toSorted();
  };
  assertEquals(distinctCount(hashesOf(300), 300), { count: 300, isExact: true });
  const { count, isExact } = distinctCount(hashesOf(50_000), 50_000);
  assert(!isExact && Math.abs(count / 50_000 - 1) < 0.1, String(count));
  for (const rows of [4_097, 4_500, 7_000]) {
    assert(distinctCount(hashesOf(rows), rows, RESULTS_KEPT).count <= rows);
  }
});

function never(): never {
  throw new Error("there is no such axis");
}
