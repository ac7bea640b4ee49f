import { redo, undo } from "./state/undo.ts";
import { isPaletteOpen } from "./state/state.ts";

/** Types of `<input>` that take no text. */
const TEXTLESS = ["checkbox", "radio", "range", "button", "submit", "file"];

/** Handles the keys of the page until the returned function is called. */
export function startPageKeys(): () => void {
  const follow = (event: KeyboardEvent): void => {
    const action = event.defaultPrevented ? null : keyAction(event, isTyping(event.target));
    if (action === null) return;
    event.preventDefault();
    action();
  };
  addEventListener("keydown", follow);
  return () => removeEventListener("keydown", follow);
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !TEXTLESS.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Opens the palette, or closes it. */
export function togglePalette(): void {
  isPaletteOpen.value = !isPaletteOpen.value;
}

/** The used part of a `KeyboardEvent`. */
export type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** Returns the action of a key, or null. Text fields keep their own keys but Ctrl K. */
export function keyAction(press: Press, isTyping: boolean): (() => void) | null {
  const name = press.key.toLowerCase();
  if (press.altKey || !(press.ctrlKey || press.metaKey)) return null;
  if (name === "k") return press.shiftKey ? null : togglePalette;
  if (isTyping) return null;
  if (name === "z") return press.shiftKey ? redo : undo;
  return name === "y" && !press.shiftKey ? redo : null;
}

/** The keys in the order of the list, with their meanings. */
export const KEYS: readonly (readonly [string, string])[] = [
  ["Ctrl K", "find a strategy, market, tab, term or own work"],
  ["Ctrl Z", "undo: the previous candidate"],
  ["Ctrl Shift Z", "redo"],
  ["← →", "on a chart, the crosshair; on a slider, one unit"],
  ["+ − 0", "on a chart, zoom, and show all"],
  ["Shift ← →", "on a chart, move the window"],
  ["Page Up / Down", "on a slider, a tenth"],
  ["Home End", "on a slider, to the ends"],
];
