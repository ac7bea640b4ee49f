// This module is browser compatible.

import type { FunctionComponent } from "preact";
import { ChartTab } from "./chart_tab.tsx";
import { MarketView } from "./market/view.tsx";
import { RoundTripsTab } from "./round_trips.tsx";
import { RowsTab } from "./run_tables.tsx";
import { ScenariosView } from "./scenarios/view.tsx";
import { SweepView } from "./sweep/view.tsx";
import { VerifyView } from "./verify/view.tsx";
import { WhyTab } from "./why_tab.tsx";

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
  { id: "why", title: "Why", content: WhyTab },
  { id: "trades", title: "Trades", content: RoundTripsTab, hasCurve: true },
  { id: "scenarios", title: "New data", content: ScenariosView },
  { id: "sweep", title: "Sweep", content: SweepView },
];

/** Parts that a link elsewhere on the page leads to. */
export const OTHER_PARTS: readonly Tab[] = [
  { id: "rows", title: "Every row", content: RowsTab, hasCurve: true },
  { id: "market", title: "Market", content: MarketView },
  { id: "verify", title: "Verify and export", content: VerifyView },
];
