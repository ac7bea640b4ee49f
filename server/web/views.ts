// This module is browser compatible.

import type { FunctionComponent } from "preact";
import { BoardView } from "./views/board/view.tsx";
import { CompareView } from "./views/compare/view.tsx";
import { WorkView } from "./views/work/view.tsx";
import { WorkbenchView } from "./views/workbench/view.tsx";

/** One view of the page. */
export interface PageView {
  /** As in the address, `#/id`. */
  readonly id: string;
  /** As in the header. */
  readonly title: string;
  readonly content: FunctionComponent;
}

/** The view of an address without one, or with one that there is not. */
export const FIRST_VIEW: PageView = { id: "board", title: "Board", content: BoardView };

/**
 * Every view, in the order of the header. A view reads `state.ts`: the candidate, the arena, the run
 * and the dataset, each a signal; `openEngine()` gives it an engine of its own for long work. What
 * belongs to the candidate on the workbench is a tab there, `views/workbench/tabs.ts`.
 */
export const VIEWS: readonly PageView[] = [
  FIRST_VIEW,
  { id: "workbench", title: "Workbench", content: WorkbenchView },
  { id: "compare", title: "Compare", content: CompareView },
  { id: "work", title: "My work", content: WorkView },
];
