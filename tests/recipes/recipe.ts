/** One step of a recipe, as a reader would do it. */
export type Step =
  | { readonly kind: "create"; readonly path: string; readonly text: string }
  | { readonly kind: "edit"; readonly path: string; readonly diff: string }
  | { readonly kind: "run"; readonly script: string };

/** A block of code, with the text above it. */
const BLOCK = /([\s\S]*?)^```(\w+)(?: ignore)?\n([\s\S]*?)^```$/gm;

/**
 * Returns the steps of a recipe: the blocks under a heading of `CONTRIBUTING.md`. A `sh` block is run
 * at the root. Any other one belongs to the file that the text above it names last: a `diff` is made
 * there, anything else is the whole new file.
 */
export function readRecipe(page: string, title: string): readonly Step[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? "";
  return [...section.matchAll(BLOCK)].map(([, above = "", language, text = ""]) => {
    if (language === "sh") return { kind: "run", script: text };
    const path = [...above.matchAll(/`([\w./-]+\.\w+)`/g)].at(-1)?.[1];
    if (path === undefined) throw new Error(`Cannot read ${title}: no file is named:${above}`);
    return language === "diff"
      ? { kind: "edit", path, diff: text }
      : { kind: "create", path, text };
  });
}

/**
 * Makes the changes of a diff whose hunks are divided by `@@`. Each is found by its own lines, which
 * must stand in the text exactly once.
 *
 * @param path of the text, for the error
 * @throws {Error} when a hunk is found nowhere, or more than once
 */
export function applyDiff(path: string, text: string, diff: string): string {
  return diff.split(/^@@.*\n/m).filter((hunk) => hunk !== "").reduce((edited, hunk) => {
    const lines = hunk.replace(/\n$/, "").split("\n");
    const before = linesOf(lines, "+");
    const places = `\n${edited}`.split(before).length - 1;
    if (places !== 1) {
      throw new Error(`Cannot edit ${path}: these lines are there ${places} times:${before}`);
    }
    return `\n${edited}`.replace(before, () => linesOf(lines, "-")).slice(1);
  }, text);
}

/** Returns the lines without those of a mark, each behind a line break, and a break at the end. */
function linesOf(lines: readonly string[], left: "+" | "-"): string {
  return `\n${
    lines.filter((line) => !line.startsWith(left)).map((line) => line.slice(1)).join("\n")
  }\n`;
}
