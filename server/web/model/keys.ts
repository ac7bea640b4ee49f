/** The action of a key. */
export type PageAction = "undo" | "redo" | "keys" | "palette" | "pin" | "search" | {
  readonly go: string;
};

/** The used part of a `KeyboardEvent`. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const SINGLE: Readonly<Record<string, PageAction>> = {
  "?": "keys",
  "/": "search",
  p: "pin",
  b: { go: "board" },
  w: { go: "workbench" },
  c: { go: "compare" },
  m: { go: "work" },
};

/** The keys in the order of the list, in groups with a title. */
export const KEY_GROUPS: readonly {
  readonly title: string;
  readonly keys: readonly (readonly [string, string])[];
}[] = [
  {
    title: "Everywhere",
    keys: [
      ["Ctrl K", "find a strategy, market, tab, term or own work"],
      ["Ctrl Z", "undo: the previous candidate"],
      ["Ctrl Shift Z", "redo"],
      ["B", "board"],
      ["W", "workbench"],
      ["C", "compare"],
      ["M", "my work"],
      ["P", "pin or unpin the candidate"],
      ["/", "go to the search field"],
      ["?", "this list"],
    ],
  },
  {
    title: "On a chart",
    keys: [
      ["← →", "crosshair"],
      ["+ −", "zoom"],
      ["Shift ← →", "move the window"],
      ["0", "show all"],
    ],
  },
  {
    title: "On a slider",
    keys: [["← →", "one unit"], ["Page Up / Down", "a tenth"], ["Home End", "to the ends"]],
  },
];

/**
 * Returns the action of a key, or null. Text fields keep their own keys but Ctrl K; keys without Ctrl act only if
 * the reader has them turned on.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const press = { key: "Z", ctrlKey: true, metaKey: false, altKey: false, shiftKey: true };
 * assertEquals(actionOf(press, { isTyping: false, hasSingle: true }), "redo");
 * ```
 */
export function actionOf(
  press: Press,
  { isTyping, hasSingle }: { readonly isTyping: boolean; readonly hasSingle: boolean },
): PageAction | null {
  const name = press.key.toLowerCase();
  const isCtrl = press.ctrlKey || press.metaKey;
  if (isCtrl && name === "k" && !press.altKey && !press.shiftKey) return "palette";
  if (isTyping || press.altKey) return null;
  if (isCtrl) {
    if (name === "z") return press.shiftKey ? "redo" : "undo";
    return name === "y" && !press.shiftKey ? "redo" : null;
  }
  if (!hasSingle || (press.shiftKey && name !== "?")) return null;
  return Object.hasOwn(SINGLE, name) ? SINGLE[name] ?? null : null;
}
