import type { Season } from "../../contracts/season.ts";

const CLOCKED: readonly Season["state"][] = ["announced", "open", "closed"];

/**
 * Returns the state of a season now. The file may be older than its opening or close, on a static host
 * by days; all other states are what the file says.
 */
export function stateAt(
  { state, opensAt, closesAt }: Pick<Season, "state" | "opensAt" | "closesAt">,
  nowMs: number,
): Season["state"] {
  if (!CLOCKED.includes(state)) return state;
  if (nowMs < Date.parse(opensAt)) return "announced";
  return nowMs < Date.parse(closesAt) ? "open" : "closed";
}
