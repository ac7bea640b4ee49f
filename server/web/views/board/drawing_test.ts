import { assert, assertEquals } from "@std/assert";
import type { Evaluation } from "../../engine/messages.ts";
import { ROTATION_VERDICT, SISTER_VERDICT } from "../../../testing/verdict.ts";
import { edgeScale, sparkScale, toRivals } from "./drawing.ts";
import type { BoardRow } from "./board_rows.ts";

const LINES = { hold: Float64Array.of(1, 1.01, 1.03), idle: Float64Array.of(1, 1.01, 1.02) };

function row(edge: number, curve: readonly number[]): BoardRow {
  const candidate = { marketId: 1, components: [{ strategyId: "a" }] };
  const entry = { candidate, name: "a", text: "", category: "", missing: null, mark: null };
  const evaluation = { verdict: SISTER_VERDICT } as Evaluation;
  const outcome = { point: null, reason: "", curve: Float64Array.from(curve), evaluation };
  const interval = [edge - 0.002, edge + 0.002] as const;
  const standing = {
    edge,
    interval,
    luck: 0.5,
    tries: 34,
    passed: false,
    outcome: "not passed",
  } as const;
  return { entry, outcome, standing };
}

Deno.test("one bad strategy does not compress the number line or the small curves", () => {
  const rows = [row(0.01, [1, 1.03, 1.05]), row(-0.4, [1, 0.8, 0.5])];
  const scale = edgeScale(rows);
  assert(scale !== null);
  const { min, max, ticks } = scale;
  assert(min < -0.0108 && min > -0.05, String(min));
  assert(max > 0.012 && max < 0.015, String(max));
  assert(ticks.includes(0) && ticks.length > 1, ticks.join());
  const [low, high] = sparkScale(rows, LINES);
  assertEquals(high.toFixed(3), "0.030");
  assertEquals(low.toFixed(3), "-0.018");
});

Deno.test("without a judged row there is no number line", () => {
  const unjudged = { ...row(0, [1]), standing: null };
  const outcome = { ...unjudged.outcome, evaluation: null };
  assertEquals(edgeScale([{ ...unjudged, outcome }]), null);
});

Deno.test("the other passive line lies below the one to beat by their gap", () => {
  assertEquals(toRivals(SISTER_VERDICT), { line: "hold", other: -0.0108 });
  const { line, other } = toRivals({ ...ROTATION_VERDICT, holdUtility: 0.06, idleUtility: 0.065 });
  assertEquals([line, other.toFixed(4)], ["idle", "-0.0050"]);
});
