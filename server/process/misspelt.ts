// This module is browser compatible.

/** Variables that are no settings, but look like one. */
const OTHERS: ReadonlySet<string> = new Set(["ARENA_KEY", "ARENA_URL"]);
const PREFIX = "ARENA_";

/**
 * Returns a warning about variables whose names differ from a setting by one slip: two neighbouring
 * letters are swapped, or one is missing or doubled. The permission `ARENA_*` reads variables by name
 * and cannot list them, so other names go unnoticed. null without such a variable.
 *
 * @param names of the settings
 * @param has returns whether a variable is set
 */
export function misspeltText(
  names: readonly string[],
  has: (variable: string) => boolean,
): string | null {
  const known = new Set([...names, ...OTHERS]);
  const found = names.filter((name) => name.startsWith(PREFIX)).flatMap((name) =>
    slipsOf(name).filter((slip) => !known.has(slip) && has(slip))
      .map((slip) => `${slip} is no setting, the nearest is ${name}`)
  );
  return found.length === 0 ? null : `Ignored: ${found.join("; ")}`;
}

/** Returns the names that one slip makes of a name, whose prefix is right. */
function slipsOf(name: string): readonly string[] {
  const slips = new Set<string>();
  for (let at = PREFIX.length; at < name.length; at++) {
    const [before, letter, rest] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)];
    slips.add(before + rest).add(before + letter + letter + rest);
    slips.add(before + rest.charAt(0) + letter + rest.slice(1));
  }
  return [...slips].filter((slip) => slip !== name);
}
