// This module is browser compatible.

import type { Candidate } from "../contracts/candidate.ts";
import { CAPITAL_DEFAULT, WEIGHT_BPS_TOTAL } from "../contracts/engine_constants.ts";
import type { CatalogueEntry } from "../contracts/types.ts";
import { sha256Hex } from "../base/hash.ts";

/** The used part of the catalogue: names and defaults of parameters. */
export type Known = Pick<CatalogueEntry, "strategyId" | "parameters">;

/**
 * Returns a candidate as canonical JSON with all defaults. Two spellings of one candidate have the same
 * text (`RULES.md`, candidateHash).
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const of = { marketId: 1, components: [{ strategyId: "a" }] };
 * const spelled = { ...of, timeframe: "hourly", capital: "100000.00" } as const;
 * assertEquals(canonicalText(of, []), canonicalText(spelled, []));
 * ```
 */
export function canonicalText(candidate: Candidate, strategies: readonly Known[]): string {
  const { marketId, timeframe = "hourly", capital = CAPITAL_DEFAULT, components } = candidate;
  const each = Math.floor(WEIGHT_BPS_TOTAL / components.length);
  const first = WEIGHT_BPS_TOTAL - each * (components.length - 1);
  return canonical({
    capital: String(capital).replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, ""),
    components: components.map(({ strategyId, strategyParams = {}, weightBps }, index) => {
      const known = strategies.find((strategy) => strategy.strategyId === strategyId);
      const filled = known?.parameters.map(({ name, defaultValue }) => {
        return [name, strategyParams[name] ?? candidate.strategyParams?.[name] ?? defaultValue];
      });
      return {
        strategyId,
        strategyParams: { ...strategyParams, ...filled && Object.fromEntries(filled) },
        weightBps: weightBps ?? (index === 0 ? first : each),
      };
    }),
    marketId,
    timeframe,
  });
}

/** Returns the engine's `candidateHash` of a valid candidate. */
export async function candidateHashOf(
  candidate: Candidate,
  strategies: readonly Known[],
): Promise<string> {
  return await sha256Hex(canonicalText(candidate, strategies));
}

/** Returns JSON with sorted members (RFC 8785). */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => a < b ? -1 : 1);
  return `{${
    members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")
  }}`;
}
