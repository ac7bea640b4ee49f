import type { Candidate } from "../../../../contracts/candidate.ts";
import type { SearchPlan } from "../../../../contracts/plan.ts";

const PLAN = /[?&]plan=([^&]*)/;

/** Appends a plan to the fragment of an address, whose candidate is the base of the plan. */
export function withPlan(hash: string, { base: _, ...plan }: SearchPlan): string {
  return `${hash.replace(PLAN, "")}&plan=${encodeURIComponent(JSON.stringify(plan))}`;
}

/** Returns the plan of a fragment over a candidate; null without a valid plan. */
export function readPlan(hash: string, base: Candidate): SearchPlan | null {
  const given = PLAN.exec(hash)?.[1];
  if (given === undefined) return null;
  try {
    const plan: SearchPlan = { ...JSON.parse(decodeURIComponent(given)), base };
    const isPlan = Array.isArray(plan.axes) && plan.axes.every(({ path }) => isPath(path)) &&
      Array.isArray(plan.constraints) && typeof plan.method?.kind === "string" &&
      typeof plan.windows?.kind === "string";
    return isPlan ? plan : null;
  } catch {
    return null;
  }
}

function isPath(path: unknown): boolean {
  return /^\/components\/\d+\/strategyParams\/\w+$/.test(String(path));
}

/** Puts the plan of a sweep into the address, which reproduces the sweep to the bit. */
export function showPlan(plan: SearchPlan): void {
  const hash = withPlan(location.hash, plan);
  if (hash !== location.hash) history.replaceState(history.state, "", hash);
}
