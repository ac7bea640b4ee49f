import { redo, undo } from "./history/undo.ts";
import { isPinned, pin, unpin } from "./pins.ts";
import { candidate, isKeyListOpen, isPaletteOpen, navigate } from "./state.ts";
import { type Stored, stored } from "./stored.ts";

/** Types of `<input>` that take no text. */
const TEXTLESS = ["checkbox", "radio", "range", "button", "submit", "file"];

const ON: boolean = true;
/** Whether keys without Ctrl have a meaning; readers who dictate or have a tremor may turn them off. */
export const singleKeys: Stored<boolean> = stored("arena-single-keys", readSingleKeys, ON);

/** Handles the keys of the page until the returned function is called. */
export function startPageKeys(): () => void {
  const follow = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const action = keyAction(event, {
      isTyping: isTyping(event.target),
      hasSingle: singleKeys.value,
    });
    if (action === null) return;
    event.preventDefault();
    act(action);
  };
  addEventListener("keydown", follow);
  return () => removeEventListener("keydown", follow);
}

function act(action: PageAction): void {
  switch (action) {
    case "undo":
      return undo();
    case "redo":
      return redo();
    case "keys":
      isKeyListOpen.value = !isKeyListOpen.value;
      return;
    case "palette":
      isPaletteOpen.value = !isPaletteOpen.value;
      return;
    case "pin":
      return isPinned(candidate.value) ? unpin(candidate.value) : pin(candidate.value);
    case "search":
      return document.querySelector<HTMLElement>("main input[type=search]")?.focus();
    default:
      navigate(action.go);
  }
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !TEXTLESS.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Earlier versions wrote "off". */
function readSingleKeys(written: unknown): boolean | undefined {
  if (written === "off") return false;
  return typeof written === "boolean" ? written : undefined;
}

/** The action of a key. */
type PageAction = "undo" | "redo" | "keys" | "palette" | "pin" | "search" | {
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
 */
export function keyAction(
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
