import { assert, assertEquals } from "@std/assert";
import { ROTATION_VERDICT, SISTER_VERDICT } from "../../../testing/verdict.ts";
import { edgeScale, toRivals } from "./drawing.ts";
import type { BoardRow } from "./board_rows.ts";

function row(edge: number): BoardRow {
  const candidate = { marketId: 1, components: [{ strategyId: "a" }] };
  const entry = { candidate, name: "a", text: "", category: "", missing: null };
  const evaluation = { verdict: SISTER_VERDICT, eligibility: { gates: [] }, real: null };
  const outcome = { point: null, reason: "", evaluation, isChecked: true };
  const interval = [edge - 0.002, edge + 0.002] as const;
  const standing = {
    edge,
    interval,
    luck: 0.5,
    isUntimed: false,
    tries: 34,
    passed: false,
    outcome: "not passed",
  } as const;
  return { entry, outcome, standing };
}

Deno.test("one bad strategy does not compress the number line", () => {
  const rows = [row(0.01), row(-0.4)];
  const scale = edgeScale(rows);
  assert(scale !== null);
  const { min, max, ticks } = scale;
  assert(min < -0.0108 && min > -0.05, String(min));
  assert(max > 0.012 && max < 0.015, String(max));
  assert(ticks.includes(0) && ticks.length > 1, ticks.join());
});

Deno.test("without a judged row there is no number line", () => {
  const unjudged = { ...row(0), standing: null };
  const outcome = { ...unjudged.outcome, evaluation: null };
  assertEquals(edgeScale([{ ...unjudged, outcome }]), null);
});

Deno.test("the other passive line lies below the one to beat by their gap", () => {
  assertEquals(toRivals(SISTER_VERDICT), { line: "hold", other: -0.0108 });
  const { line, other } = toRivals({ ...ROTATION_VERDICT, holdUtility: 0.06, idleUtility: 0.065 });
  assertEquals([line, other.toFixed(4)], ["idle", "-0.0050"]);
});
