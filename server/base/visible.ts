// This module is browser compatible.

/** Characters that move the cursor of a terminal, end a line, or turn the direction of a text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Returns a text that may quote a stranger's, with its invisible characters as JSON escapes them, so
 * that JSON keeps its meaning.
 *
 * @param kept characters that stay as they are
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(visible("a\n\x1b[2Kb"), "a\\u000a\\u001b[2Kb");
 * ```
 */
export function visible(text: string, kept = ""): string {
  const escaped = (unit: string): string =>
    `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replaceAll(
    INVISIBLE,
    (found) => kept.includes(found) ? found : found.split("").map(escaped).join(""),
  );
}
