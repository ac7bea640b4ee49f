// This module is browser compatible.

import type { FunctionComponent } from "preact";
import { MarketView } from "./market/view.tsx";
import { RoundTripsTab } from "./round_trips.tsx";
import { RowsTab } from "./run_tables.tsx";
import { ScenariosView } from "./scenarios/view.tsx";
import { SweepView } from "./sweep/view.tsx";
import { VerifyView } from "./verify/view.tsx";

/** A tab of the workbench, below the result of the candidate. */
export interface Tab {
  /** As in the address, `#/workbench/id`. */
  readonly id: string;
  readonly title: string;
  readonly content: FunctionComponent;
}

/** Default tab. */
export const FIRST_TAB: Tab = { id: "trades", title: "Round trips", content: RoundTripsTab };

/** All tabs, in the order of the workbench. Each reads the candidate and its run from `state.ts`. */
export const TABS: readonly Tab[] = [
  FIRST_TAB,
  { id: "scenarios", title: "Scenarios and gates", content: ScenariosView },
  { id: "sweep", title: "Sweep", content: SweepView },
  { id: "rows", title: "Rows", content: RowsTab },
  { id: "market", title: "Market", content: MarketView },
  { id: "verify", title: "Verify and export", content: VerifyView },
];
