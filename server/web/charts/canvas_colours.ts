import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { theme } from "../state/preferences.ts";

/** Names of the colours in `styles/theme.css`. */
export type Colour =
  | "page"
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

const changes = signal(0);
/** Counts the changes between light and dark; code that draws on a canvas depends on it. */
export const themeCount: ReadonlySignal<number> = changes;

/** Colours resolved since the last change: resolving one forces a layout. */
const resolved = new Map<Colour, string>();

/** Follows the theme of the page and of the operating system. */
export function startColours(): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  effect(() => {
    theme.value;
    changed();
  });
}

function changed(): void {
  resolved.clear();
  changes.value = changes.peek() + 1;
}

/** Returns the current value of a colour, in a form that a canvas accepts. */
export function colour(name: Colour): string {
  const known = resolved.get(name);
  if (known !== undefined) return known;
  // A custom property keeps its source text, such as light-dark(); `color` is resolved.
  const probe = document.documentElement.appendChild(document.createElement("i"));
  probe.style.color = `var(--${name})`;
  // Forced colours would give every series, and the shade of the warmup, the colour of text.
  probe.style.forcedColorAdjust = "none";
  const { color } = getComputedStyle(probe);
  probe.remove();
  resolved.set(name, color);
  return color;
}

/** Returns a colour with an opacity. */
export function faint(name: Colour, opacity: number): string {
  return `color-mix(in srgb, ${colour(name)} ${100 * opacity}%, transparent)`;
}
