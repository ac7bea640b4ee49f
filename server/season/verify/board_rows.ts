// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../../base/canonical_json.ts";
import { resolvedCandidateHash } from "../rules/candidate_hash.ts";
import { expectSame, Wrong } from "./finding.ts";
import { need } from "./log.ts";
import type { ArenaFiles, ResolvedCandidate } from "./ports.ts";
import { listOf, Members, parsed } from "./read.ts";
import type { EntryOfLog } from "./season_log.ts";

const ROWS_OF_FILE = 1_000;

export interface FileRow {
  readonly members: Members;
  /** null of a line. */
  readonly number: number | null;
  readonly candidate: ResolvedCandidate | null;
  readonly isFailed: boolean;
}

/** The rows of a board, in the order of the board. */
export async function readRows(
  files: ArenaFiles,
  folder: string,
  count: number,
): Promise<readonly FileRow[]> {
  const rows: FileRow[] = [];
  for (let file = 1; (file - 1) * ROWS_OF_FILE < count; file++) {
    const path = `${folder}-rows-${file}.json`;
    const bytes = await need(files, path);
    const whole = new Members(path, parsed(path, bytes));
    // Another last digit can be the same number, so the text is compared too.
    if (canonicalJson(whole.raw as JsonValue) !== new TextDecoder().decode(bytes)) {
      throw new Wrong(`${path} is not in canonical JSON`);
    }
    for (const value of whole.list("rows")) {
      const members = new Members(`${path}, row ${rows.length + 1}`, value);
      const number = members.any("number") === null ? null : members.whole("number");
      rows.push({
        members,
        number,
        candidate: number === null ? null : members.object("candidate").raw as ResolvedCandidate,
        isFailed: members.text("state") === "failed",
      });
    }
  }
  expectSame(`the number of rows of ${folder}`, count, rows.length);
  return rows;
}

/** The market, timeframe and capital that every entry of a board must have. */
export interface EntryRule {
  readonly marketId: number | null;
  readonly timeframe: string;
  readonly capital: string;
}

/**
 * Verifies that the rows of a board are entries of the log: candidates, tags, market and capital.
 *
 * @throws {Wrong} that names the entry
 */
export async function checkRows(
  rows: readonly FileRow[],
  entries: readonly EntryOfLog[],
  { marketId, timeframe, capital }: EntryRule,
): Promise<void> {
  const seen = new Set<number>();
  for (const { members, number, candidate } of rows) {
    if (number === null || candidate === null) continue;
    const entry = entries[number - 1];
    if (entry === undefined) throw new Wrong(`entry ${number} of the board is not in the log`);
    if (seen.has(number)) throw new Wrong(`entry ${number} is on the board twice`);
    seen.add(number);
    const found = await resolvedCandidateHash(candidate);
    expectSame(`the candidateHash of entry ${number}`, found, entry.candidateHash);
    expectSame(`the candidateHash of row ${number}`, members.text("candidateHash"), found);
    expectSame(`the keyTag of entry ${number}`, members.text("keyTag"), entry.keyTag);
    if (marketId !== null) {
      expectSame(`the market of entry ${number}`, candidate["marketId"], marketId);
    }
    expectSame(`the timeframe of entry ${number}`, candidate["timeframe"], timeframe);
    expectSame(`the capital of entry ${number}`, Number(candidate["capital"]), Number(capital));
  }
}

/**
 * Verifies that every entry of a season stands on one of its boards.
 *
 * @throws {Wrong} when an entry was left out
 */
export function checkComplete(
  boards: readonly (readonly FileRow[])[],
  entries: readonly EntryOfLog[],
): void {
  const count = new Map<number, number>();
  for (const { number } of boards.flat()) {
    if (number !== null) count.set(number, (count.get(number) ?? 0) + 1);
  }
  for (const { number } of entries) {
    const times = count.get(number) ?? 0;
    if (times !== 1) {
      throw new Wrong(`entry ${number} of the log stands on ${times} boards, must on 1`);
    }
  }
}

/** Reads the head and the first rows of a board. */
export function readBoard(path: string, bytes: Uint8Array): {
  readonly head: Members;
  readonly first: readonly unknown[];
} {
  const whole = new Members(path, parsed(path, bytes));
  return { head: whole.object("head"), first: listOf(`${path}/rows`, whole.any("rows")) };
}
