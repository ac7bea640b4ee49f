import type { FunctionComponent } from "preact";
import { lazily } from "../../components/lazily.tsx";
import type { TabId } from "../../model/places.ts";

/** A tab of the workbench, with one part of the result. */
export interface Tab {
  /** As in the address, `#/workbench/id`. */
  readonly id: TabId;
  readonly content: FunctionComponent;
  /** Whether the chart of the yield stands above the content, which points into it. */
  readonly hasCurve?: true;
}

/** Default tab. */
export const FIRST_TAB: Tab = {
  id: "chart",
  // Only the chart of the yield is needed first.
  content: lazily("ChartTab"),
  hasCurve: true,
};

/** The tabs of the bar, in its order. Each reads the candidate and its run from `state/state.ts`. */
export const TABS: readonly Tab[] = [
  FIRST_TAB,
  { id: "why", content: lazily("WhyTab") },
  { id: "trades", content: lazily("RoundTripsTab"), hasCurve: true },
  { id: "scenarios", content: lazily("ScenariosView") },
  { id: "real", content: lazily("RealView") },
  { id: "sweep", content: lazily("SweepView") },
];

/** Parts that a link elsewhere on the page leads to. */
export const OTHER_PARTS: readonly Tab[] = [
  { id: "market", content: lazily("MarketView") },
  { id: "verify", content: lazily("VerifyView") },
];
