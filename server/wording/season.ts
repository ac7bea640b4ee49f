// This module is browser compatible.

import type { Season } from "../contracts/season.ts";
import { counted, fixed, perYear } from "./numbers.ts";

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Returns a small count as a word: "three"; "11" from eleven on. */
function countWord(count: number): string {
  return WORDS[count] ?? fixed(count, 0);
}

/** The counts of a scored board that its sentence is made of. */
export interface Outcome {
  readonly entries: number;
  readonly paths: number;
  /** Leaders that are shown as rows of their own. */
  readonly leaders: number;
  /** Further leaders that move with one of these. */
  readonly alike: number;
}

/** Returns the heading of a scored board: who leads, or that no entry does. */
export function outcomeTitle({ entries, leaders }: Outcome): string {
  if (entries === 0) return "Nobody entered";
  if (leaders === 0) return "Nobody surely beat both";
  const word = countWord(leaders);
  const noun = leaders === 1 ? "entry leads" : "entries lead";
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)} ${noun}`;
}

/**
 * Says in one sentence what a scored board found.
 *
 * @param place market and timeframe: "sUSDe, hourly"
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(
 *   outcomeSentence({ entries: 412, paths: 512, leaders: 3, alike: 0 }, "sUSDe, hourly"),
 *   "412 entries on 512 hidden half-years of sUSDe, hourly: 3 are surely better than holding and " +
 *     "than doing nothing, and not than each other.",
 * );
 * ```
 */
export function outcomeSentence(
  { entries, paths, leaders, alike }: Outcome,
  place: string,
): string {
  const ran = `${counted(entries, "entry", "entries")} on ${paths} hidden half-years of ${place}`;
  if (leaders === 0) return `${ran}: nobody is surely better than holding and than doing nothing.`;
  const like = alike === 0
    ? ""
    : ` (and ${counted(alike, "entry", "entries")} like ${leaders === 1 ? "it" : "them"})`;
  return leaders === 1
    ? `${ran}: 1${like} is surely better than holding and than doing nothing.`
    : `${ran}: ${leaders}${like} are surely better than holding and than doing nothing, and not than ` +
      "each other.";
}

/** Writes a place: "3–40", or "4" when it is sure. */
export function placeText(interval: readonly [number, number] | null): string {
  if (interval === null) return "";
  const [first, last] = interval;
  return first === last ? fixed(first, 0) : `${fixed(first, 0)}–${fixed(last, 0)}`;
}

/** Says what a place means: "2 entries are surely better; those from place 41 on are surely worse". */
export function placeMeaning([first, last]: readonly [number, number], kept: number): string {
  const better = first === 1
    ? "No row is surely better"
    : `${counted(first - 1, "row is", "rows are")} surely better`;
  const worse = last >= kept
    ? "and none is surely worse"
    : `and those from place ${fixed(last + 1, 0)} on are surely worse`;
  return `${better}, ${worse}.`;
}

/** Returns the name of an entry, or its number if the name is missing or hidden. */
export function entryName(name: string | undefined, number: number): string {
  return name === undefined || name === "" ? `entry ${number}` : name;
}

/** Least lead that is of use to anybody, per year; `RULES.md` 9. An entry that holds PT but paid a fee more is within it. */
export const OF_USE = 0.001;

/** Returns whether utilities that differ by this are the same. */
export function isTie(difference: number): boolean {
  return Math.abs(difference) < OF_USE;
}

/** Describes how an entry did on one hidden half-year: "+0.82 %/y against Hold". */
export function differenceText(line: "hold" | "idle", difference = 0): string {
  return `${perYear(difference)} against ${lineName(line)}`;
}

/** Describes how an entry did on the hidden half-years. */
export function differencesText(
  differences: Float64Array,
  line: "hold" | "idle",
): string {
  const count = (is: (one: number) => boolean): string => fixed(differences.filter(is).length, 0);
  const [worst, best] = [Math.min(...differences), Math.max(...differences)];
  return `Ahead of ${lineName(line)} on ${count((one) => one >= OF_USE)} of ${
    fixed(differences.length, 0)
  } half-years, behind on ${count((one) => one <= -OF_USE)}, equal on ${count(isTie)}; from ${
    perYear(worst)
  } on the worst to ${perYear(best)} on the best.`;
}

/** Returns the name of a passive line as the page writes it. */
export function lineName(line: "hold" | "idle"): string {
  return line === "hold" ? "Hold" : "idle";
}

const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];

/** Writes how long it is until an instant: "2 days 4 hours", "9 minutes", "40 seconds". */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours] = [Math.floor(seconds / DAY), Math.floor(seconds % DAY / HOUR)];
  const minutes = Math.floor(seconds % HOUR / MINUTE);
  if (days > 0) return `${counted(days, "day")} ${counted(hours, "hour")}`;
  if (hours > 0) return `${counted(hours, "hour")} ${counted(minutes, "minute")}`;
  return minutes > 0 ? counted(minutes, "minute") : counted(seconds, "second");
}

/** Returns what a season asks for or has found, and what a narrow screen leaves out. */
export function bannerText(
  season: Pick<Season, "opensAt" | "closesAt" | "paths">,
  state: Season["state"],
  nowMs: number,
): readonly [string, string] {
  switch (state) {
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

/** Says what the operator of a season can change, and what stays fixed. */
export function trustText(
  { beacon, entriesLastHour }: Pick<Season, "beacon" | "entriesLastHour">,
): string {
  const fixedFirst =
    "The secret was fixed before the opening, so nobody could pick the half-years after seeing the " +
    "entries. The operator can read entries before the close, and so copy them. ";
  if (beacon !== null) {
    return `${fixedFirst}Nobody could choose the last entry to suit, if the head that you noted at ` +
      "the close is in the log and the value of the round is signed by drand: verify checks both.";
  }
  return `${fixedFirst}Without public randomness the operator could have chosen the last entry to suit${
    entriesLastHour === null
      ? "."
      : `; ${counted(entriesLastHour, "entry", "entries")} came in the last hour.`
  }`;
}
