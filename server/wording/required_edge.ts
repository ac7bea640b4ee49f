// This module is browser compatible.

/** What the adjusted p of an eligible candidate may be at most. */
export const LEVEL = 0.05;

/**
 * Returns about the edge that passes with a standard error and so many tries: where Sidak's adjusted p
 * is 5 %, by Wallace's approximation of Student's t backwards (`RULES.md` 6.3).
 *
 * @param paths sister paths behind the standard error
 */
export function requiredEdge(standardError: number, tries: number, paths: number): number {
  const freedom = paths - 2;
  const single = -Math.expm1(Math.log1p(-LEVEL) / tries);
  const root = normalQuantile(single) * (8 * freedom + 3) / (8 * freedom + 1);
  return standardError * Math.sqrt(freedom * Math.expm1(root * root / freedom));
}

/** Returns what a normal variable exceeds with a probability below 0.5 (Abramowitz, Stegun 26.2.23). */
function normalQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(p));
  const upper = 2.515517 + t * (0.802853 + t * 0.010328);
  const lower = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return t - upper / lower;
}
