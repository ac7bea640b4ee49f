// This module is browser compatible.

import { type ReadonlySignal, signal } from "@preact/signals";

const STORAGE_KEY = "arena-api-key";

const entered = signal(load());

/** The key of the API; empty when none was entered. It lasts as long as the tab. */
export const apiKey: ReadonlySignal<string> = entered;

/** Sets the key; it is kept in the storage of the tab and never in the address. */
export function setApiKey(key: string): void {
  entered.value = key;
  try {
    if (key === "") sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, key);
  } catch {
    // Without storage the key lasts until a reload.
  }
}

function load(): string {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? "";
  } catch {
    return "";
  }
}
