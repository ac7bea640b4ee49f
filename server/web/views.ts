// This module is browser compatible.

import type { FunctionComponent } from "preact";
import { CompareView } from "./views/compare/view.tsx";
import { EvaluationView } from "./views/evaluation/view.tsx";
import { MarketView } from "./views/market/view.tsx";
import { ServerView } from "./views/server/view.tsx";
import { StrategyView } from "./views/strategy/view.tsx";
import { SweepView } from "./views/sweep/view.tsx";

/** One view of the page. */
export interface PageView {
  /** As in the address, `#/id`. */
  readonly id: string;
  /** As in the header. */
  readonly title: string;
  readonly content: FunctionComponent;
}

/** The view of an address without one. */
export const FIRST_VIEW: PageView = { id: "strategy", title: "Strategy", content: StrategyView };

/**
 * Every view, in the order of the header. A view reads `state.ts`: the candidate, the arena, the run
 * and the dataset, each a signal; `openEngine()` gives it an engine of its own for long work.
 */
export const VIEWS: readonly PageView[] = [
  { id: "market", title: "Market", content: MarketView },
  FIRST_VIEW,
  { id: "evaluation", title: "Evaluation", content: EvaluationView },
  { id: "sweep", title: "Sweep", content: SweepView },
  { id: "compare", title: "Compare", content: CompareView },
  { id: "server", title: "Server", content: ServerView },
];
