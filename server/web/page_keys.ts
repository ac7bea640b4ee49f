import { redo, undo } from "./history/undo.ts";
import { actionOf, type PageAction } from "./model/keys.ts";
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
    const action = actionOf(event, {
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
