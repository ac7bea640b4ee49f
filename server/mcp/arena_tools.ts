import { z } from "zod";
import type { EntryList, PracticeRow, Season } from "../contracts/types.ts";
import { CANDIDATE_AS_CHECKED, candidateOf, NO_INPUT, wholeNumber } from "./schemas.ts";
import { type Tool, tool } from "./tool.ts";

/** Most rows of a page of a board. */
const ROWS_MAX = 20;

/** Tools of seasons and boards, where candidates are compared with those of other keys. */
export const ARENA_TOOLS: readonly Tool[] = [
  tool({
    name: "list_seasons",
    title: "List seasons",
    description: "Rounds on hidden paths, newest first. With a seasonId: the entries of the key, " +
      "with results once it is scored.",
    input: z.object({ seasonId: z.string().optional() }),
    isReadOnly: true,
    more: "left out: call with a seasonId, or see the API's listSeasons and listEntries",
    async run(arena, { seasonId }): Promise<object> {
      if (seasonId === undefined) {
        const { seasons } = await arena.listSeasons();
        return { seasons: seasons.map(seasonInShort) };
      }
      const { entries, limit } = await arena.listEntries(seasonId);
      return { entries: entries.map(entryInShort), limit };
    },
  }),
  tool({
    name: "show_key",
    title: "Show the key",
    description: "Scopes of this key, what it has left, and its tries.",
    input: NO_INPUT,
    isReadOnly: true,
    more: "see the API's getKey",
    run: (arena): Promise<object> => arena.getKey(),
  }),
  tool({
    name: "enter_season",
    title: "Enter a season",
    description:
      "Enters a candidate into an open season, for good: it is run on hidden paths after " +
      "the close.",
    input: z.object({
      seasonId: z.string().describe("of list_seasons"),
      candidate: CANDIDATE_AS_CHECKED,
      name: z.string().optional().describe("shown on the board"),
    }),
    isReadOnly: false,
    async run(arena, { seasonId, candidate, name }): Promise<object> {
      const body = { candidate: candidateOf(candidate), ...(name !== undefined && { name }) };
      const { entry, receipt } = await arena.enterSeason(seasonId, body);
      const { number, board, candidateHash, acceptedAt, leaf } = entry;
      return { number, board, candidateHash, acceptedAt, leaf, signed: receipt !== null };
    },
  }),
  tool({
    name: "read_board",
    title: "Read a practice board",
    description: "Published evaluations of all keys on public data, best first, with the lines " +
      "hold and idle. A practice board confirms nothing; a season does.",
    input: z.object({
      board: z.string().describe("market and timeframe, such as susde-hourly"),
      sort: z.enum(["score", "edge"]).default("edge"),
      offset: wholeNumber(0).default(0),
      limit: wholeNumber(1, ROWS_MAX).default(10),
    }),
    isReadOnly: true,
    more: "rows left out: take a smaller limit, then the next offset",
    async run(arena, { board, sort, offset, limit }): Promise<object> {
      const { rows, ...rest } = await arena.getLeaderboard(board, {
        sort,
        from: offset,
        most: limit,
      });
      return { ...rest, rows: rows.map(rowInShort) };
    },
  }),
];

function seasonInShort(
  { seasonId, title, state, boards, opensAt, closesAt, ...rest }: Season,
): object {
  const { counts, leaders, voided } = rest;
  return { seasonId, title, state, boards, opensAt, closesAt, counts, leaders, voided };
}

function entryInShort({ entry }: EntryList["entries"][number]): object {
  const { number, board, name, candidateHash, state, result } = entry;
  if (result === null) return { number, board, name, candidateHash, state };
  const { rank, rankInterval, score, edge, beatsLines, leader, failure } = result;
  const scored = { rank, rankInterval, score, edge, beatsLines, leader, failure };
  return { number, board, name, candidateHash, state, result: scored };
}

function rowInShort(row: PracticeRow): object {
  const { rank, line, name, candidate, score, edge, pAdjusted, trials, eligible } = row;
  return {
    rank,
    ...(line !== null && { line }),
    name,
    candidate,
    score,
    edge,
    pAdjusted,
    trials,
    eligible,
  };
}
