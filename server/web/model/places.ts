/** Titles of the views, by their ids in the address, in the order of the header. */
export const VIEW_TITLES = {
  board: "Board",
  workbench: "Workbench",
  compare: "Compare",
  work: "My work",
} as const;

/** Titles of the tabs of the workbench, by their ids in the address, on a market with a generator. */
const TAB_TITLES = {
  chart: "Chart",
  why: "Why",
  trades: "Trades",
  scenarios: "New data",
  real: "Real",
  sweep: "Sweep",
  market: "Market",
  verify: "Verify and export",
} as const;

export type TabId = keyof typeof TAB_TITLES;

/** Ids of the tabs, in the order of the palette. */
export const TAB_IDS = Object.keys(TAB_TITLES) as readonly TabId[];

/**
 * Returns the title of a tab.
 *
 * @param hasNewData whether the market has a generator, which makes half-years that no rule was tuned on
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([true, false].map((has) => tabTitle("scenarios", has)), ["New data", "One history"]);
 * ```
 */
export function tabTitle(id: TabId, hasNewData: boolean): string {
  return id === "scenarios" && !hasNewData ? "One history" : TAB_TITLES[id];
}
