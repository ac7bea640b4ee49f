// This module is browser compatible.

import type { FunctionComponent } from "preact";
import { lazily } from "../../components/lazily.tsx";
import { ChartTab } from "./chart_tab.tsx";

/** A tab of the workbench, with one part of the result. */
export interface Tab {
  /** As in the address, `#/workbench/id`. */
  readonly id: string;
  readonly title: string;
  readonly content: FunctionComponent;
  /** Whether the chart of the yield stands above the content, which points into it. */
  readonly hasCurve?: true;
}

/** Default tab. */
export const FIRST_TAB: Tab = { id: "chart", title: "Chart", content: ChartTab, hasCurve: true };

/** The tabs of the bar, in its order. Each reads the candidate and its run from `state.ts`. */
export const TABS: readonly Tab[] = [
  FIRST_TAB,
  { id: "why", title: "Why", content: lazily("WhyTab") },
  {
    id: "trades",
    title: "Trades",
    content: lazily("RoundTripsTab"),
    hasCurve: true,
  },
  {
    id: "scenarios",
    title: "New data",
    content: lazily("ScenariosView"),
  },
  {
    id: "sweep",
    title: "Sweep",
    content: lazily("SweepView"),
  },
];

/** Parts that a link elsewhere on the page leads to. */
export const OTHER_PARTS: readonly Tab[] = [
  {
    id: "rows",
    title: "Every row",
    content: lazily("RowsTab"),
    hasCurve: true,
  },
  {
    id: "market",
    title: "Market",
    content: lazily("MarketView"),
  },
  {
    id: "verify",
    title: "Verify and export",
    content: lazily("VerifyView"),
  },
];
