// This module is browser compatible.

import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { redo, undo } from "./history/undo.ts";
import { actionOf, type PageAction } from "./model/keys.ts";
import { isPinned, pin, unpin } from "./pins.ts";
import { candidate, navigate } from "./state.ts";

const STORAGE_KEY = "arena-single-keys";
const OFF = "off";
/** Types of `<input>` in which no text is written. */
const TEXTLESS = ["checkbox", "radio", "range", "button", "submit", "file"];

const single = signal(load());

const CLOSED: boolean = false;
/** Whether the list of keys is open. */
export const pageKeys: Signal<boolean> = signal(CLOSED);
/** Whether keys without Ctrl have a meaning; who dictates or has a tremor may want none. */
export const hasSingleKeys: ReadonlySignal<boolean> = single;

/** Sets whether they have one; this browser keeps it. */
export function setSingleKeys(isOn: boolean): void {
  single.value = isOn;
  try {
    if (isOn) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, OFF);
  } catch {
    // Without storage it lasts until the page is loaded again.
  }
}

/** Follows the keys of the page; returns what ends that. */
export function startPageKeys(): () => void {
  const follow = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const action = actionOf(event, {
      isTyping: isTyping(event.target),
      hasSingle: single.value,
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
      pageKeys.value = !pageKeys.value;
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

function load(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== OFF;
  } catch {
    return true;
  }
}
