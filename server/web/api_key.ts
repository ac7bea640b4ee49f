// This module is browser compatible.

import { type ReadonlySignal, signal } from "@preact/signals";

const STORED = "arena-api-key";

const entered = signal(stored());

/** The key of the API; empty when none was entered. It lasts as long as the tab. */
export const apiKey: ReadonlySignal<string> = entered;

/** Takes a key over; the storage of the tab keeps it through a reload, the address never. */
export function setApiKey(key: string): void {
  entered.value = key;
  try {
    if (key === "") sessionStorage.removeItem(STORED);
    else sessionStorage.setItem(STORED, key);
  } catch {
    // Without storage it lasts until the page is loaded again.
  }
}

function stored(): string {
  try {
    return sessionStorage.getItem(STORED) ?? "";
  } catch {
    return "";
  }
}
