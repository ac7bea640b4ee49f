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

/** The key of the API, empty until one is entered. Its tab stores it; no address contains it. */
export const apiKey: Stored<string> = stored(
  "arena-api-key",
  (written) => typeof written === "string" ? written : undefined,
  "",
  "tab",
);

/** The name of the rule of texts in the editor, which each of its versions gets in the history. */
export const ruleName: Stored<string> = stored(
  "arena-rule-name",
  (written) => typeof written === "string" && written !== "" ? written : undefined,
  "My rule 1",
  "tab",
);

/** The forms of the result over time: the difference to Hold and idle in money, or the equity. */
export const RESULTS = [
  { value: "difference", label: "Difference" },
  { value: "equity", label: "Equity" },
] as const;
type ResultForm = typeof RESULTS[number]["value"];
export const resultAs: Stored<ResultForm> = stored<ResultForm>(
  "arena-result-as",
  (written) => RESULTS.find(({ value }) => value === written)?.value,
  "difference",
  "tab",
);

/** Applies the theme from now on: every colour of `styles/theme.css` follows `color-scheme`. */
export function startTheme(): void {
  effect(() => {
    document.documentElement.dataset["theme"] = theme.value;
  });
}
