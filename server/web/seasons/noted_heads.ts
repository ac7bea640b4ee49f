import type { LogPlace } from "../../season/statements.ts";
import { type Stored, stored } from "../stored.ts";

/** A head of the log that the reader noted after the close of a season. */
export interface NotedHead extends LogPlace {
  readonly seasonId: string;
}

/** Heads that are remembered, the last ones noted. */
const HEADS_MAX = 100;
const NONE: readonly NotedHead[] = [];

const heads: Stored<readonly NotedHead[]> = stored("arena-heads", readHeads, NONE);

/** Remembers a head; an earlier one of the season stays: the list may have grown since. */
export function noteHead({ seasonId, index, head }: NotedHead): void {
  if (notedHead(seasonId) !== null) return;
  heads.value = [...heads.peek(), { seasonId, index, head }].slice(-HEADS_MAX);
}

/** Returns the head of a season that was noted in this browser; null without one. */
export function notedHead(seasonId: string): LogPlace | null {
  const noted = heads.value.find((each) => each.seasonId === seasonId);
  return noted === undefined ? null : { index: noted.index, head: noted.head };
}

/** Reads a file that the page has saved at the close of a season; null for every other file. */
export function readHeadFile(bytes: Uint8Array): NotedHead | null {
  try {
    return readHead(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

function readHeads(written: unknown): readonly NotedHead[] | undefined {
  if (!Array.isArray(written)) return undefined;
  return written.map(readHead).filter((head) => head !== null);
}

function readHead(written: unknown): NotedHead | null {
  const { seasonId, index, head } = Object(written);
  const isHead = typeof seasonId === "string" && Number.isSafeInteger(index) && index >= 0 &&
    typeof head === "string" && /^[0-9a-f]{64}$/.test(head);
  return isHead ? { seasonId, index, head } : null;
}
