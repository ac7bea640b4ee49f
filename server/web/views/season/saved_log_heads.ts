import type { LogPlace } from "../../../season/rules/statements.ts";
import { type Stored, stored } from "../../state/stored.ts";

/** A head of the log that this browser saved after the close of a season. */
export interface SavedHead extends LogPlace {
  readonly seasonId: string;
}

/** Heads that are kept, the last ones saved. */
const HEADS_MAX = 100;
const NONE: readonly SavedHead[] = [];

const heads: Stored<readonly SavedHead[]> = stored("arena-heads", readHeads, NONE);

/** Saves a head; an earlier one of the season stays: the list may have grown since. */
export function saveHead({ seasonId, index, head }: SavedHead): void {
  if (savedHead(seasonId) !== null) return;
  heads.value = [...heads.peek(), { seasonId, index, head }].slice(-HEADS_MAX);
}

/** Returns the head of a season that this browser has saved; null without one. */
export function savedHead(seasonId: string): LogPlace | null {
  const saved = heads.value.find((each) => each.seasonId === seasonId);
  return saved === undefined ? null : { index: saved.index, head: saved.head };
}

/** Reads a file that the page has saved at the close of a season; null for every other file. */
export function readHeadFile(bytes: Uint8Array): SavedHead | null {
  try {
    return readHead(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

function readHeads(written: unknown): readonly SavedHead[] | undefined {
  if (!Array.isArray(written)) return undefined;
  return written.map(readHead).filter((head) => head !== null);
}

function readHead(written: unknown): SavedHead | null {
  const { seasonId, index, head } = Object(written);
  const isHead = typeof seasonId === "string" && Number.isSafeInteger(index) && index >= 0 &&
    typeof head === "string" && /^[0-9a-f]{64}$/.test(head);
  return isHead ? { seasonId, index, head } : null;
}
