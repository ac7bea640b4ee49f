import { knobName, textName } from "../../../wording/knob_names.ts";
import type { ResolvedCandidate } from "../../engine/messages.ts";

/** A value in which candidates differ. */
export interface Difference {
  /** "timeframe", or "Yield RSI: Period". */
  readonly what: string;
  /** The value of each candidate; null where it has none. */
  readonly values: readonly (string | number | null)[];
}

/**
 * Returns everything in which candidates differ, defaults included. Components are compared by place.
 *
 * @param nameOf returns the name of a strategy
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const one = { marketId: 1, timeframe: "daily", capital: "100", components: [
 *   { strategyId: "rsi", weightBps: 10_000, strategyParams: { period: 14, field: "logYield" } },
 * ] } as unknown as Parameters<typeof findDifferences>[0][number];
 * const two = { ...one, capital: "200", components: [
 *   { strategyId: "rsi", weightBps: 10_000, strategyParams: { period: 20, field: "logYield" } },
 * ] } as unknown as Parameters<typeof findDifferences>[0][number];
 * assertEquals(findDifferences([one, two], (id) => id), [
 *   { what: "capital", values: ["100", "200"] },
 *   { what: "rsi: Period", values: [14, 20] },
 * ]);
 * assertEquals(findDifferences([one, one], (id) => id), []);
 * ```
 */
export function findDifferences(
  candidates: readonly ResolvedCandidate[],
  nameOf: (strategyId: string) => string,
): readonly Difference[] {
  const flat = candidates.map((candidate) => flatValues(candidate, nameOf));
  const keys = [...new Set(flat.flatMap((values) => [...values.keys()]))];
  return keys
    .map((what) => ({ what, values: flat.map((values) => values.get(what) ?? null) }))
    .filter(({ values }) => new Set(values).size > 1);
}

function flatValues(
  { marketId, timeframe, capital, components }: ResolvedCandidate,
  nameOf: (strategyId: string) => string,
): ReadonlyMap<string, string | number> {
  const values = new Map<string, string | number>([
    ["market", marketId],
    ["timeframe", timeframe],
    ["capital", String(capital)],
  ]);
  components.forEach(({ strategyId, weightBps, strategyParams }, at) => {
    const name = nameOf(strategyId);
    const place = components.length === 1 ? name : `${at + 1}: ${name}`;
    values.set(`strategy ${at + 1}`, name);
    if (components.length > 1) values.set(`${place}: weight, bps`, weightBps);
    for (const [key, value] of Object.entries(strategyParams)) {
      const knob = knobName(strategyId, { name: key, unit: null });
      values.set(
        `${place}: ${knob}`,
        typeof value === "number" ? value : textName(strategyId, value),
      );
    }
  });
  return values;
}
