// This module is browser compatible.

import { StartError } from "../base/errors.ts";
import { type SettingType, Wrong, WrongSecret } from "./setting_types.ts";
import { SETTINGS } from "./settings.ts";

type Setting<T = unknown> = readonly [name: string, type: SettingType<T>, text: string];
type Groups = typeof SETTINGS;
type Group<G> = { readonly [K in keyof G]: G[K] extends Setting<infer T> ? T : never };
type Values = { readonly [G in keyof Groups]: Group<Groups[G]> };

/** The settings of a server, checked. Settings of the group `server` are at the top. */
export type Config = Values["server"] & Omit<Values, "server"> & {
  /** The files of searches and seasons have a place when no variable names one. */
  readonly searches: { readonly file: string; readonly points: string };
  readonly arena: { readonly file: string };
};

/** The limits of the service. */
export type Limits = Config["limits"];

/** The settings as rows, in the order of the deployment page. */
export const SETTING_ROWS: readonly Setting[] = Object.values(SETTINGS)
  .flatMap((group) => Object.values<Setting>(group));

/**
 * Reads the configuration.
 *
 * @param read returns the value of a variable
 * @throws {StartError} that names every invalid variable
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(readConfig(() => undefined).limits.budgetUnits, 50);
 * ```
 */
export function readConfig(read: (name: string) => string | undefined): Config {
  const errors: string[] = [];
  const valueOf = ([name, type]: Setting): unknown => {
    const given = read(name);
    try {
      return type.parse(given);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      const shown = error instanceof WrongSecret ? "not such an address" : `"${given}"`;
      errors.push(`${name} is ${shown}, ${error.message}`);
      return null;
    }
  };
  const { server, searches, arena, ...groups }: Values = mapValues(
    SETTINGS,
    (group) => mapValues<Setting>(group, valueOf),
  );
  if (errors.length > 0) throw new StartError(`Cannot start: ${errors.join("; ")}`);
  const fileOf = ({ file }: { readonly file: string | null }, name: string): string =>
    file ?? beside(server.keysFile, name);
  const file = fileOf(searches, "searches.sqlite");
  const points = searches.points ?? `${file.replace(/\.sqlite$/, "")}-points`;
  return {
    ...server,
    ...groups,
    searches: { ...searches, file, points },
    arena: { ...arena, file: fileOf(arena, "arena.sqlite") },
  };
}

// deno-lint-ignore no-explicit-any -- the table has another type for each of its keys
function mapValues<T>(of: Readonly<Record<string, T>>, map: (value: T) => unknown): any {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, map(value)]));
}

function beside(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1) + name;
}
