// This module is browser compatible.

import { signal } from "@preact/signals";

/** Names of the colours in `styles/theme.css`. */
export type Colour =
  | "ink"
  | "ink-soft"
  | "line"
  | "shade"
  | "accent"
  | "hold"
  | "idle"
  | "good"
  | "bad"
  | "far"
  | `reason-${1 | 2 | 3 | 4 | 5}`;

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Counts the changes between light and dark; who draws on a canvas reads it. */
export const themeCount = signal(0);

dark.addEventListener("change", () => themeCount.value++);

/** Returns a colour as it is now. */
export function colour(name: Colour): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** Returns a colour with an opacity. */
export function faint(name: Colour, opacity: number): string {
  return `color-mix(in srgb, ${colour(name)} ${100 * opacity}%, transparent)`;
}
