// This module is browser compatible.

/** Titles of the views, by their ids in the address, in the order of the header. */
export const VIEW_TITLES = {
  board: "Board",
  workbench: "Workbench",
  compare: "Compare",
  work: "My work",
} as const;

/** Titles of the tabs of the workbench, by their ids in the address. */
export const TAB_TITLES = {
  chart: "Chart",
  why: "Why",
  trades: "Trades",
  scenarios: "New data",
  sweep: "Sweep",
  rows: "Every row",
  market: "Market",
  verify: "Verify and export",
} as const;
