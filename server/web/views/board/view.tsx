import type { FunctionComponent, VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useResource } from "../../hooks.ts";
import { lazily } from "../../components/lazily.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { tabId } from "../../state/state.ts";
import { practiceBoard } from "../season/place.ts";
import { readPractice } from "../season/practice.ts";
import { SeasonBanner } from "../season/season_banner.tsx";
import { readSeasons, seasons } from "../season/season_list.ts";
import { Strategies } from "./strategies.tsx";

interface Tab {
  readonly title: string;
  readonly content: FunctionComponent;
}

const STRATEGIES: Tab = { title: "Strategies", content: Strategies };
const TABS: Readonly<Record<string, Tab>> = {
  strategies: STRATEGIES,
  season: { title: "Season", content: lazily("SeasonView") },
  practice: { title: "Practice", content: lazily("PracticeView") },
};

/** The boards: the strategies of the catalogue, the season on hidden markets, and the practice board. */
export function BoardView(): VNode {
  const { content: Content } = TABS[tabId.value] ?? STRATEGIES;
  // The folder of one season has no practice boards.
  const isSeason = tabId.value === "season";
  const { answer: practice } = useResource(isSeason ? null : practiceBoard(), readPractice);
  const hasPractice = (practice?.total ?? 0) > 0 || tabId.value === "practice";
  useEffect(() => {
    if (seasons.value === null) readSeasons();
  }, []);
  return (
    <>
      <nav class="tab-bar board-tabs" aria-label="Boards">
        {Object.entries(TABS).map(([id, { title, content }]) =>
          (id !== "practice" ||
            hasPractice) && (
            <PathLink key={id} to={`board/${id}`} isCurrent={content === Content}>{title}</PathLink>
          )
        )}
        {/* At the end of the line, where it moves nothing when it comes. */}
        {!isSeason && <SeasonBanner />}
      </nav>
      <Content />
    </>
  );
}
