/** The parts of a name: strategies, dataset and explicit parameters. */
export interface NameParts {
  readonly name: string;
  readonly place: string;
  readonly settings: string;
}

/**
 * Returns unique names, as short as possible: with market or parameters only if others have the same
 * name, and with a number if these do not tell them apart either.
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
