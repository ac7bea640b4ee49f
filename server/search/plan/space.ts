// This module is browser compatible.

import type { SearchPlan } from "../../contracts/plan.ts";

/** Names a plan's candidates for their hashes: plans that differ in method or steps share them. */
export function spaceOf({ base, axes }: Pick<SearchPlan, "base" | "axes">): number {
  const text = JSON.stringify([base, axes.map(({ path }) => path)]);
  // FNV-1a.
  let seed = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193);
  return seed >>> 0;
}
