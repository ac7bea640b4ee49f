import type { VNode } from "preact";
import { bannerText } from "../../../wording/season.ts";
import { PathLink } from "../../components/path_link.tsx";
import { useNow } from "../../hooks.ts";
import { seasonPath } from "./place.ts";
import { pickSeason, seasons, stateAt } from "./season_list.ts";

const STEP_MS = 1000;

/** The newest season in one line: how long it is open, or what came of it. */
export function SeasonBanner(): VNode | null {
  const now = useNow(STEP_MS);
  const season = pickSeason(seasons.value ?? []);
  if (season === null) return null;
  const [said, more] = bannerText(season, stateAt(season, now), now);
  return (
    <PathLink to={seasonPath(season.seasonId)} class="season-banner">
      <span>
        {season.title}: {said}
        <span class="unseen-narrow">{more}</span>
      </span>
    </PathLink>
  );
}
