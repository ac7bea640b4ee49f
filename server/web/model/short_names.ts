// This module is browser compatible.

/** A candidate in parts: what it is called, where it runs, and what was set. */
export interface NameParts {
  readonly name: string;
  readonly place: string;
  readonly settings: string;
}

/**
 * Returns a name for each that no other has: as short as it can be, with the market or the parameters
 * where the others have the same, and a number where nothing tells them apart.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const rsi = { name: "RSI", place: "sUSDe", settings: "" };
 * assertEquals(shortNames([rsi, { ...rsi, place: "sUSDf" }]), ["RSI, sUSDe", "RSI, sUSDf"]);
 * assertEquals(shortNames([rsi, { ...rsi, settings: "period 20" }]), ["RSI", "RSI (period 20)"]);
 * ```
 */
export function shortNames(all: readonly NameParts[]): readonly string[] {
  const names = all.map((one) => {
    const same = all.filter(({ name }) => name === one.name);
    const hasSettings = same.some(({ settings }) => settings !== one.settings);
    const hasPlace = same.some(({ place }) => place !== one.place);
    const settings = hasSettings && one.settings !== "" ? ` (${one.settings})` : "";
    return `${one.name}${settings}${hasPlace ? `, ${one.place}` : ""}`;
  });
  return names.map((name, at) => {
    const before = names.slice(0, at).filter((other) => other === name).length;
    return before === 0 ? name : `${name} ${before + 1}`;
  });
}
