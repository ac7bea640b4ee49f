import type { FunctionComponent } from "preact";
import { lazily } from "./components/lazily.tsx";
import { VIEW_TITLES } from "./model/places.ts";
import { BoardView } from "./views/board/view.tsx";
import { WorkbenchView } from "./views/workbench/view.tsx";

/** One view of the page. */
export interface PageView {
  /** As in the address, `#/id`. */
  readonly id: string;
  /** As in the header. */
  readonly title: string;
  readonly content: FunctionComponent;
}

/** Default view, also for unknown ids. */
export const FIRST_VIEW: PageView = {
  id: "board",
  title: VIEW_TITLES.board,
  content: BoardView,
};

/**
 * All views, in the order of the header. A view reads the signals of `state/state.ts`: the candidate, the
 * arena, the run and the dataset. `openEngine()` gives it a separate engine for long work. Parts of the
 * workbench are tabs, listed in `views/workbench/tabs.ts`.
 */
export const VIEWS: readonly PageView[] = [
  FIRST_VIEW,
  { id: "workbench", title: VIEW_TITLES.workbench, content: WorkbenchView },
  {
    id: "compare",
    title: VIEW_TITLES.compare,
    content: lazily("CompareView"),
  },
  {
    id: "work",
    title: VIEW_TITLES.work,
    content: lazily("WorkView"),
  },
];
