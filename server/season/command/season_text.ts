import { secondOf } from "../rules/records.ts";
import { publicSeason } from "../service/public_season.ts";
import type { StoredSeason } from "../store/season_store.ts";

const STATE_WIDTH = 9;
const ENTRIES_WIDTH = 6;

export function toSeasonLine(season: StoredSeason): string {
  const { seasonId, closesAt, title } = season.definition;
  const entries = String(countEntries(season)).padStart(ENTRIES_WIDTH);
  return `${seasonId}  ${
    season.state.padEnd(STATE_WIDTH)
  }  ${entries} entries  closes ${closesAt}  ${title}`;
}

/** Returns a season as lines of names and values. */
export function toSeasonText(season: StoredSeason): string {
  const { definition, state, counts, voided, failure, reveal } = season;
  const { closedHead, leaders } = publicSeason(season);
  const { seasonId, title, boards, paths, opensAt, closesAt, entriesPerKey, beacon } = definition;
  const rows: readonly (readonly [string, string | null])[] = [
    ["season", `${seasonId}, ${title}`],
    ["state", state],
    ["boards", boards.map((board) => `${board}: ${counts[board] ?? 0} entries`).join(", ")],
    ["paths", String(paths)],
    ["opens", opensAt],
    ["closes", closesAt],
    ["per key", `${entriesPerKey} entries`],
    ["secret", `fingerprint ${definition.secretHash}`],
    ["beacon", beacon && `round ${beacon.round} of ${beacon.network}`],
    ["head", closedHead && `${closedHead.head}, record ${closedHead.index}`],
    ["revealed", reveal && secondOf(reveal.at)],
    ["failure", failure],
    ["leaders", leaders && boards.map((board) => `${board}: ${leaders[board] ?? 0}`).join(", ")],
    ["void", voided && `${voided.reason}, at ${secondOf(voided.at)}`],
  ];
  return rows.filter(([, text]) => text !== null)
    .map(([name, text]) => `${name.padEnd(STATE_WIDTH)} ${text}`).join("\n");
}

function countEntries({ counts }: StoredSeason): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
