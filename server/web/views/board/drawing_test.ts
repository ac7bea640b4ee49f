import { assert, assertEquals } from "@std/assert";
import type { SweepPoint } from "../../engine/messages.ts";
import { gainsOf, overBetter, scaleOfScores, sparkScale } from "./drawing.ts";
import type { BoardRow } from "./rows.ts";

const LINES = { hold: Float64Array.of(1, 1.01, 1.03), idle: Float64Array.of(1, 1.01, 1.02) };

function row(score: number, curve: readonly number[]): BoardRow {
  const candidate = { marketId: 1, components: [{ strategyId: "a" }] };
  const entry = { candidate, name: "a", text: "", category: "", missing: null, mark: null };
  const point = { score } as SweepPoint;
  const outcome = { point, reason: "", curve: Float64Array.from(curve), evaluation: null };
  return { kind: "strategy", rank: 1, entry, outcome };
}

Deno.test("a gain is relative to idle, and the final gain to the better passive line", () => {
  const curve = Float64Array.of(1, 1.02, 1.05);
  assertEquals([...gainsOf(curve, LINES)].map((gain) => gain.toFixed(2)), ["0.00", "0.01", "0.03"]);
  assertEquals(overBetter(curve, LINES).toFixed(3), "0.020");
  const lower = { hold: Float64Array.of(1, 0.9), idle: Float64Array.of(1, 1.01) };
  assertEquals(overBetter(Float64Array.of(1, 1), lower).toFixed(3), "-0.010");
});

Deno.test("one bad strategy does not compress the number line or the small curves", () => {
  const rows = [row(120, [1, 1.03, 1.05]), row(-400, [1, 0.8, 0.5])];
  const { min, max } = scaleOfScores(rows, { hold: 100, idle: 79 });
  assert(min < 79 && min > 0, String(min));
  assert(max > 120 && max < 170, String(max));
  const [low, high] = sparkScale(rows, LINES);
  assertEquals(high.toFixed(3), "0.030");
  assertEquals(low.toFixed(3), "-0.018");
});
