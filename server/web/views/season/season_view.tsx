import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Season } from "../../../contracts/season.ts";
import { Choice } from "../../components/choice.tsx";
import { Failed, Notice } from "../../components/notice.tsx";
import { pickSeason, readSeasons, seasons, stateAt } from "./season_list.ts";
import { readSeason, type SeasonFile } from "./season_files.ts";
import { arena, navigate } from "../../state/state.ts";
import { boardText, seasonAddress, seasonPath } from "./place.ts";
import { OwnEntries } from "./own_entries.tsx";
import { ScoredBoard } from "./scored_board.tsx";
import { SeasonFacts } from "./season_facts.tsx";
import { UnscoredSeason } from "./unscored_season.tsx";
import { VerifyBox } from "./verify_box.tsx";
import { useNow, useResource } from "../../hooks.ts";

/** How often the files of a season are read until it is scored, milliseconds. */
const POLL_MS = 10_000;

/** A season on hidden markets: what it found, or what it waits for. */
export function SeasonView(): VNode {
  const all = seasons.value;
  const { seasonId } = seasonAddress();
  // The engine knows the names of the markets.
  const { answer, failure } = arena.value;
  if (all === null || (answer === null && failure === null)) {
    return <p class="waiting">Loading the seasons</p>;
  }
  const season = seasonId === null
    ? pickSeason(all)
    : all.find((each) => each.seasonId === seasonId) ?? null;
  if (season !== null) return <Shown key={season.seasonId} season={season} all={all} />;
  return seasonId === null ? <NoSeason /> : (
    <Notice
      title={`There is no season ${seasonId}.`}
      action={{ label: "Show the newest", run: () => navigate("board/season") }}
    />
  );
}

interface ShownProps {
  readonly season: Season;
  readonly all: readonly Season[];
}

function Shown({ season, all }: ShownProps): VNode {
  const { seasonId, boards } = season;
  const address = seasonAddress();
  const board = boards.find((each) => each === address.board) ?? boards[0] ?? "";
  const isFinal = season.state === "scored" || season.state === "void";
  const now = useNow(isFinal ? 0 : 1000);
  const state = stateAt(season, now);
  const resource = useResource(seasonId, readSeason);
  const { answer: file, retry } = resource;
  useEffect(() => {
    if (isFinal) return;
    const timer = setInterval(() => {
      readSeasons();
      retry();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isFinal]);
  const current: SeasonFile = { entriesRoot: null, results: [], ...season, ...file ?? {} };
  const below = (
    <div class="season-below">
      {state === "scored" && <OwnEntries season={current} asks />}
      <SeasonFacts season={current} state={state} />
      <VerifyBox scored={state === "scored" ? season : undefined} />
    </div>
  );
  return (
    <div class="season">
      <div class="season-choice row">
        <Seasons season={season} all={all} />
        {boards.length > 1 && (
          <Choice
            legend="Board"
            options={boards.map((value) => ({ value, label: boardText(value) }))}
            value={board}
            choose={(chosen) => navigate(seasonPath(seasonId, chosen))}
          />
        )}
      </div>
      {file === null && <Failed of={resource} />}
      {state === "scored"
        ? (
          <ScoredBoard key={board} season={current} board={board}>
            {below}
          </ScoredBoard>
        )
        : (
          <>
            <UnscoredSeason season={current} state={state} board={board} nowMs={now} />
            {below}
          </>
        )}
    </div>
  );
}

/** The choice between several seasons; the title of a single one. */
function Seasons({ season, all }: ShownProps): VNode {
  if (all.length === 1) return <b>{season.title}</b>;
  return (
    <select
      aria-label="Season"
      value={season.seasonId}
      onChange={({ currentTarget }) => navigate(seasonPath(currentTarget.value))}
    >
      {all.map(({ seasonId, title, state }) => (
        <option key={seasonId} value={seasonId}>{`${title} (${state})`}</option>
      ))}
    </select>
  );
}

function NoSeason(): VNode {
  return (
    <div class="season">
      <section class="lead" aria-label="Season">
        <div>
          <h1>No season yet</h1>
          <p>
            In a season, entries close before the market exists: a sealed secret then decides 512
            half-years that nobody has seen, and every entry runs on all of them. The operator of
            this arena has not announced one.
          </p>
        </div>
      </section>
      <VerifyBox />
    </div>
  );
}
