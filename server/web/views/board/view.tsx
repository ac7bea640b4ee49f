import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { lazily } from "../../components/lazily.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { type BoardTab, chooseFirstTab, firstTab } from "../season/season_list.ts";
import { tabId } from "../../state/state.ts";
import { practiceBoard } from "../season/place.ts";
import { Strategies } from "./strategies.tsx";

const TABS: readonly { readonly id: BoardTab; readonly title: string }[] = [
  { id: "season", title: "Season" },
  { id: "practice", title: "Practice" },
  { id: "strategies", title: "Strategies" },
];

const Season = lazily("SeasonView");
const Practice = lazily("PracticeView");

/** The boards: the season on hidden markets, the practice board, and the strategies of the catalogue. */
export function BoardView(): VNode {
  const asked = TABS.find(({ id }) => id === tabId.value)?.id ?? null;
  const tab = asked ?? firstTab.value;
  const board = practiceBoard();
  useEffect(() => {
    if (asked === null) chooseFirstTab(board);
  }, [board, asked === null]);
  // A tab that becomes the current one is wider: nothing is shown until it is known.
  if (tab === null) return <p class="waiting">Loading the boards</p>;
  return (
    <>
      <nav class="tab-bar board-tabs" aria-label="Boards">
        {TABS.map(({ id, title }) => (
          <PathLink key={id} to={`board/${id}`} isCurrent={id === tab}>{title}</PathLink>
        ))}
      </nav>
      {tab === "season" && <Season />}
      {tab === "practice" && <Practice />}
      {tab === "strategies" && <Strategies />}
    </>
  );
}
