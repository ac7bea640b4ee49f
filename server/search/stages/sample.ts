// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { Engine } from "../../engine/engine.ts";
import { DESCRIBED_MAX, describePlan, type PlanDescription } from "./describe_plan.ts";
import { columnsRequest } from "./engine_plan.ts";
import { Judge, Points } from "../points/points.ts";
import { seededRandom } from "../plan/random.ts";
import type { Stage, StageOutcome } from "./stage.ts";

/** Candidates examined per wanted one, since many may break a constraint. */
const LOOKED_FOR_EACH = 8;

/**
 * Returns a random sample of the candidates of one market that could have been chosen. The best
 * candidate is not added: chosen on all days together, it would win nearly every split of days, and
 * noise would look like skill.
 */
export function sampleOf(
  engine: Engine,
  plan: SearchPlan,
  outcomes: readonly StageOutcome[],
  { most, marketId }: { readonly most: number; readonly marketId: number },
): readonly Candidate[] {
  const total = outcomes.reduce((sum, { stage }) => sum + stage.count, 0);
  const judge = new Judge(plan);
  return outcomes.flatMap(({ stage }) => {
    const wanted = Math.max(1, Math.floor(most * stage.count / total));
    const numbers = lotsOf(stage.count, LOOKED_FOR_EACH * wanted);
    const found: Candidate[] = [];
    for (let at = 0; at < numbers.length && found.length < wanted; at += DESCRIBED_MAX) {
      const piece = numbers.slice(at, at + DESCRIBED_MAX);
      const { candidates, columns } = described(engine, plan, stage, piece);
      for (const [index, number] of piece.entries()) {
        if (found.length === wanted) break;
        const candidate = candidates[index];
        if (candidate === undefined || typeof candidate === "string") continue;
        if (candidate.marketId !== marketId) continue;
        const request = columnsRequest(plan, stage, { from: number, count: 1 });
        const points = new Points(number, columns, engine.planColumns(request));
        if (!Number.isNaN(judge.meritsOf(points)[0])) found.push(candidate);
      }
    }
    return found;
  });
}

/**
 * Yields, in pieces, a random sample of the candidates of one market that were tried, within the
 * constraints or not.
 */
export function* triedSample(
  engine: Engine,
  plan: SearchPlan,
  stages: readonly Stage[],
  { most, marketId }: { readonly most: number; readonly marketId: number },
): Generator<readonly Candidate[]> {
  const total = stages.reduce((sum, { count }) => sum + count, 0);
  for (const { draw, window, count } of stages) {
    const numbers = lotsOf(count, Math.max(1, Math.floor(most * Math.min(1, count / total))));
    for (let at = 0; at < numbers.length; at += DESCRIBED_MAX) {
      const piece = numbers.slice(at, at + DESCRIBED_MAX);
      const { candidates } = described(engine, plan, { draw, window }, piece);
      yield candidates.filter((one) => typeof one !== "string")
        .filter((one) => one.marketId === marketId);
    }
  }
}

/** Describes some candidates of a stage; of a list only their rows are sent. */
function described(
  engine: Engine,
  plan: SearchPlan,
  { draw, window }: Pick<Stage, "draw" | "window">,
  numbers: readonly number[],
): PlanDescription {
  if (draw.method !== "list") return describePlan(engine, plan, { draw, window }, numbers);
  const rows = numbers.flatMap((number) => draw.rows.slice(number, number + 1));
  return describePlan(engine, plan, { draw: { ...draw, rows }, window }, [...numbers.keys()]);
}

/** Draws distinct numbers below `count`; all of them where there are few. */
function lotsOf(count: number, most: number): readonly number[] {
  const random = seededRandom(count);
  if (count <= 4 * most) {
    // The first steps of a Fisher-Yates shuffle.
    const all = Array.from({ length: count }, (_, at) => at);
    for (let at = 0; at < Math.min(most, count - 1); at++) {
      const other = at + Math.floor(random() * (count - at));
      [all[at], all[other]] = [all[other] ?? 0, all[at] ?? 0];
    }
    return all.slice(0, most);
  }
  const drawn = new Set<number>();
  while (drawn.size < most) drawn.add(Math.floor(random() * count));
  return [...drawn];
}
