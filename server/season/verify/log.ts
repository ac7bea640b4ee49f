// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../../base/canonical_json.ts";
import { EMPTY_HEAD, leafOf, nextHead } from "../rules/log.ts";
import { isVouchedFor, type PublishedKey } from "../rules/published_keys.ts";
import type { KeyRecord } from "../rules/records.ts";
import type { LogPlace } from "../rules/statements.ts";
import { expectSame, Skipped, Wrong } from "./finding.ts";
import type { ArenaFiles } from "./ports.ts";
import { listOf, Members, parsed } from "./read.ts";

/** A record of a log whose chain holds. */
export interface LogRow {
  /** From 1. */
  readonly index: number;
  readonly leaf: Uint8Array<ArrayBuffer>;
  /** Head of the log after it, hexadecimal. */
  readonly head: string;
  /** null while it is not public. */
  readonly record: Members | null;
}

/**
 * Reads the log and verifies its chain: every public record has its leaf, and the leaves lead to the
 * head.
 *
 * @throws {Wrong} when they do not
 * @throws {Skipped} when the log is not in the folder
 */
export async function readLog(files: ArenaFiles): Promise<readonly LogRow[]> {
  const top = new Members("log.json", parsed("log.json", await need(files, "log.json")));
  const rows: LogRow[] = [];
  let head = EMPTY_HEAD;
  for (const [at, path] of top.list("files").entries()) {
    const name = `log-${at + 1}.json`;
    if (path !== name) throw new Wrong(`log.json/files/${at} is ${path}, must be ${name}`);
    const list = listOf(name, parsed(name, await need(files, name)));
    for (const value of list) {
      const index = rows.length + 1;
      const row = new Members(`record ${index} of the log`, value);
      const leaf = row.hex("leaf", 32);
      const record = row.any("record");
      if (record !== null) {
        const found = (await leafOf(record as JsonValue)).toHex();
        expectSame(`the leaf of record ${index} of the log`, leaf.toHex(), found);
      }
      head = await nextHead(head, leaf);
      rows.push({
        index,
        leaf,
        head: head.toHex(),
        record: record === null ? null : row.object("record"),
      });
    }
  }
  expectSame("log.json/index", top.whole("index"), rows.length);
  expectSame("log.json/head", top.text("head"), head.toHex());
  return rows;
}

/**
 * Verifies that a statement's place is in the log.
 *
 * @param leaf of the record there, hexadecimal
 * @throws {Wrong} when another leaf or another head is there
 */
export function checkPlace(rows: readonly LogRow[], place: LogPlace, leaf: string): void {
  const row = rows[place.index - 1];
  if (row === undefined) {
    throw new Wrong(`the receipt is of record ${place.index}, the log has ${rows.length}`);
  }
  expectSame(`the leaf of record ${place.index}`, leaf, row.leaf.toHex());
  checkHead(rows, place, "the receipt");
}

/** @throws {Wrong} when the log had another head at that place */
export function checkHead(rows: readonly LogRow[], { index, head }: LogPlace, whose: string): void {
  const found = index === 0 ? EMPTY_HEAD.toHex() : rows[index - 1]?.head;
  if (found === undefined) {
    throw new Wrong(`${whose} has the head of record ${index}, the log has ${rows.length} records`);
  }
  expectSame(`the head after record ${index} in ${whose}`, head, found);
}

/**
 * Verifies the signing keys of the log: the first stands alone, every later one is signed by the one
 * before it, and the key of a receipt is among them with the bytes and the beginning of `keys.json`.
 *
 * @throws {Wrong} when they are not
 */
export async function checkKeys(rows: readonly LogRow[], key: PublishedKey): Promise<void> {
  let previous: KeyRecord | null = null;
  let isThere = false;
  for (const { index, record } of rows) {
    if (record === null || record.any("kind") !== "key") continue;
    const found: KeyRecord = {
      kind: "key",
      keyId: record.text("keyId"),
      publicKey: record.text("publicKey"),
      from: record.text("from"),
      previous: record.textOrNull("previous"),
      signature: record.textOrNull("signature"),
    };
    expectSame(`the key before record ${index}`, found.previous, previous?.keyId ?? null);
    if (previous !== null && !await isVouched(found, previous)) {
      throw new Wrong(`record ${index}: key ${found.keyId} is not signed by ${previous.keyId}`);
    }
    if (found.keyId === key.keyId) {
      expectSame(`the public key ${key.keyId}`, key.publicKey, found.publicKey);
      expectSame(`the beginning of key ${key.keyId}`, key.from, found.from);
      isThere = true;
    }
    previous = found;
  }
  if (!isThere) throw new Wrong(`key ${key.keyId} of keys.json is in no record of the log`);
}

async function isVouched(record: KeyRecord, previous: KeyRecord): Promise<boolean> {
  try {
    return await isVouchedFor(record, previous);
  } catch {
    return false;
  }
}

/** Returns the only public record of a kind of a season. */
export function recordOf(
  rows: readonly LogRow[],
  kind: string,
  seasonId: string,
  board?: string,
): LogRow & { readonly record: Members } {
  const found = rows.filter(({ record }) =>
    record !== null && record.any("kind") === kind && record.text("seasonId") === seasonId &&
    (board === undefined || record.text("board") === board)
  );
  const what = `"${kind}" of ${board === undefined ? seasonId : `${seasonId}, ${board}`}`;
  const [row] = found;
  if (found.length !== 1 || row === undefined || row.record === null) {
    throw new Wrong(`the log has ${found.length} records ${what}, must have 1`);
  }
  return { ...row, record: row.record };
}

/** @throws {Skipped} when a file is not in the folder */
export async function need(files: ArenaFiles, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await files.read(path);
  if (bytes === null) throw new Skipped(`${path} is not in ${files.place}`);
  return bytes;
}

/** Returns the canonical JSON of a record, without some of its members. */
export function without(record: Members, ...names: readonly string[]): string {
  const rest = Object.entries(record.raw).filter(([name]) => !names.includes(name));
  return canonicalJson(Object.fromEntries(rest) as Record<string, JsonValue>);
}
