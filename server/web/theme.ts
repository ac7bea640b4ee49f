import { effect } from "@preact/signals";
import { type Stored, stored } from "./stored.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = typeof THEMES[number];

/** The chosen colour scheme; "system" follows the operating system. */
export const theme: Stored<Theme> = stored(
  "arena-theme",
  (written) => THEMES.find((one) => one === written),
  "system",
);

/** Applies the theme from now on: every colour of `styles/theme.css` follows `color-scheme`. */
export function startTheme(): void {
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
  });
}
