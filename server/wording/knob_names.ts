// This module is browser compatible.

import type { Parameter } from "../contracts/catalog.ts";
import { PARAMETER_TITLES } from "../contracts/engine_constants.ts";

/** Units, as they follow a name; the description names any other unit. */
const UNITS: Readonly<Record<string, string>> = {
  "standard deviations": "in deviations",
  "days": "in days",
  "basis points": "in basis points",
};

/** Names of the values of a parameter that is a choice. */
const CHOICES: Readonly<Record<string, string>> = { logYield: "log", impliedApy: "per cent" };

/**
 * Returns the name of a knob for people, with its unit.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(knobName("yield-bollinger", { name: "k", unit: "standard deviations" }), "Entry, in deviations");
 * assertEquals(knobName("expression", { name: "level", unit: null }), "level");
 * ```
 */
export function knobName(
  strategyId: string,
  { name, unit }: Pick<Parameter, "name"> & { readonly unit: string | null },
): string {
  // The parameters of an expression are named by its author.
  if (strategyId === "expression") return name;
  const known = PARAMETER_TITLES[`${strategyId} ${name}`] ?? PARAMETER_TITLES[name];
  if (known === undefined) return name;
  const written = unit === null ? undefined : UNITS[unit];
  return written === undefined ? known : `${known}, ${written}`;
}

/** Returns the name of a text that a parameter has; the texts of an expression have none. */
export function textName(strategyId: string, value: string): string {
  return strategyId === "expression" ? value : choiceName(value);
}

export function choiceName(value: string): string {
  return CHOICES[value] ?? value;
}
