import type { VNode } from "preact";
import type { Season } from "../../../contracts/season.ts";
import { timeLeft } from "../../../wording/season.ts";
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
  const [said, more] = bannerText(season, now);
  return (
    <PathLink to={seasonPath(season.seasonId)} class="season-banner">
      <span>
        {season.title}: {said}
        <span class="unseen-narrow">{more}</span>
      </span>
    </PathLink>
  );
}

/** Returns what a season asks for or has found, and what a narrow screen leaves out. */
function bannerText(season: Season, nowMs: number): readonly [string, string] {
  switch (stateAt(season, nowMs)) {
    case "announced":
      return [`opens in ${timeLeft(Date.parse(season.opensAt) - nowMs)}`, ""];
    case "open": {
      const left = timeLeft(Date.parse(season.closesAt) - nowMs);
      return [`${left} left`, ", enter the rule on your bench"];
    }
    case "scored":
      return ["the result", `, on ${season.paths} half-years that nobody had seen`];
    case "void":
      return ["withdrawn", ""];
    default:
      return ["closed", ", its hidden half-years are drawn next"];
  }
}
