// This module is browser compatible.

import type { JsonValue } from "../../base/canonical_json.ts";
import { resolvedCandidateHash } from "../rules/candidate_hash.ts";
import { expectSame, Wrong } from "./finding.ts";
import { need } from "./log.ts";
import type { ArenaFiles, VerifyEngine } from "./ports.ts";
import { Members, parsed } from "./read.ts";
import type { EntryOfLog } from "./season_log.ts";

const ENTRIES_OF_FILE = 1_000;

/** The season whose entries are verified. */
export interface SeasonOfEntries {
  readonly seasonId: string;
  readonly boards: readonly string[];
  readonly capital: string;
  /** The entries of the log, by number. */
  readonly entries: readonly EntryOfLog[];
}

/**
 * Verifies the public list of a season's entries against the log: every candidate has the hash of its
 * record and is of its board's market, and all other members are those of the record.
 *
 * @returns the number of entries by board
 * @throws {Wrong} that names the entry
 * @throws {Skipped} when a file is missing
 */
export async function checkEntries(
  { seasonId, boards, capital, entries }: SeasonOfEntries,
  files: ArenaFiles,
  engine: VerifyEngine,
): Promise<Readonly<Record<string, number>>> {
  const boardOf = new Map<string, string>();
  for (const board of boards) {
    const { marketKey, timeframe } = splitBoard(board);
    const market = await engine.market(marketKey, timeframe);
    if (market === null) throw new Wrong(`this program has no market ${board}`);
    boardOf.set(`${market.marketId} ${timeframe}`, board);
  }
  const counts = Object.fromEntries(boards.map((board) => [board, 0]));
  for (let from = 0; from < entries.length; from += ENTRIES_OF_FILE) {
    const path = `${seasonId}/entries-${1 + from / ENTRIES_OF_FILE}.json`;
    const listed = new Members(path, parsed(path, await need(files, path)));
    const own = entries.slice(from, from + ENTRIES_OF_FILE);
    const given = listed.list("entries");
    expectSame(`the number of entries of ${path}`, given.length, own.length);
    for (const [at, entry] of own.entries()) {
      const members = new Members(`${path}/entries/${at}`, given[at]);
      const candidate = members.object("candidate");
      const name = `entry ${entry.number} of ${path}`;
      const hash = await resolvedCandidateHash(candidate.raw as Record<string, JsonValue>);
      expectSame(`the candidateHash of ${name}`, hash, entry.candidateHash);
      expectSame(`the capital of ${name}`, candidate.text("capital"), capital);
      const board = boardOf.get(`${candidate.whole("marketId")} ${candidate.text("timeframe")}`);
      if (board === undefined) throw new Wrong(`${name} is of no board of the season`);
      expectSame(name, members.raw, { ...entry, board, candidate: candidate.raw });
      counts[board] = (counts[board] ?? 0) + 1;
    }
  }
  return counts;
}

/** Returns the market and the timeframe of a board. */
export function splitBoard(board: string): {
  readonly marketKey: string;
  readonly timeframe: "hourly" | "daily";
} {
  const [, marketKey, timeframe] = /^(.+)-(hourly|daily)$/.exec(board) ?? [];
  if (marketKey === undefined) {
    throw new Wrong(`board is ${board}, must be a market and a timeframe`);
  }
  return { marketKey, timeframe: timeframe === "hourly" ? "hourly" : "daily" };
}
