// This module is browser compatible.

import { effect, type ReadonlySignal, signal } from "@preact/signals";

/** What the reader wants, or what the system says. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = typeof THEMES[number];

const STORAGE_KEY = "arena-theme";

const chosen = signal<Theme>(load());

/** The look that was chosen; this browser keeps it. */
export const theme: ReadonlySignal<Theme> = chosen;

/** Chooses a look. */
export function setTheme(wanted: Theme): void {
  chosen.value = wanted;
  try {
    localStorage.setItem(STORAGE_KEY, wanted);
  } catch {
    // Without storage it lasts until the page is loaded again.
  }
}

// Every colour follows `color-scheme`; see `styles/theme.css`.
effect(() => {
  document.documentElement.dataset["theme"] = chosen.value;
});

function load(): Theme {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    return THEMES.find((one) => one === kept) ?? "system";
  } catch {
    return "system";
  }
}
