import { BARS_PER_DAY } from "../../../contracts/engine_constants.ts";
import type { Market } from "../../../contracts/catalog.ts";
import type { Timeframe } from "../../../contracts/scalar.ts";
import { timeframeOf } from "../../model/candidate.ts";
import { arena, candidate, findFacts, findMarket, markets, path } from "../../state/state.ts";

/** A board of a season: a market and a timeframe. */
export interface Place {
  readonly marketKey: string;
  readonly timeframe: Timeframe;
}

/** Reads the name of a board, such as `susde-hourly`. */
export function parseBoard(board: string): Place {
  const at = board.lastIndexOf("-");
  const written = board.slice(at + 1);
  const timeframe = written in BARS_PER_DAY ? written as Timeframe : "hourly";
  return { marketKey: board.slice(0, at), timeframe };
}

/** Returns the market of a board; undefined when this page does not have it. */
export function boardMarket(board: string): Market | undefined {
  const { marketKey } = parseBoard(board);
  return markets.value.find(({ key }) => key === marketKey);
}

/** Writes the name of a board: "sUSDe, hourly". */
export function boardText(board: string): string {
  const { marketKey, timeframe } = parseBoard(board);
  return `${boardMarket(board)?.name ?? marketKey}, ${timeframe}`;
}

/**
 * Returns the practice board of the dataset that the page shows, such as `susde-hourly`; empty when it
 * has none, as real markets and those of the reader, and null while the markets are loading.
 */
export function practiceBoard(): string | null {
  if (arena.value.answer === null) return null;
  const key = findMarket(candidate.value.marketId)?.key;
  const isGenerated = findFacts(candidate.value)?.provenance.kind === "synthetic";
  return key !== undefined && isGenerated ? `${key}-${timeframeOf(candidate.value)}` : "";
}

/** The parts of an address `board/season/{seasonId}/{board}/{entry}`. */
export interface SeasonAddress {
  readonly seasonId: string | null;
  readonly board: string | null;
  readonly number: number | null;
}

/** Returns the season, board and entry of the page's address. */
export function seasonAddress(): SeasonAddress {
  const [, , seasonId, board, number] = path.value.split("/");
  const entry = Number(number);
  return {
    seasonId: seasonId || null,
    board: board || null,
    number: Number.isInteger(entry) && entry > 0 ? entry : null,
  };
}

/** Returns the path of a season, of one of its boards, or of an entry. */
export function seasonPath(...parts: readonly (string | number)[]): string {
  return ["board/season", ...parts].join("/");
}
