// This module is browser compatible.

import { sha256Hex } from "../../base/hash.ts";
import { headOf } from "../rules/log.ts";
import { nameFault } from "../rules/names.ts";
import { readBoard } from "./board_rows.ts";
import { checkEntries } from "./entries_file.ts";
import { expectSame, type Finding, Skipped, Wrong } from "./finding.ts";
import { type LogRow, need, recordOf } from "./log.ts";
import type { ArenaFiles, VerifyEngine } from "./ports.ts";
import { listOf, Members, parsed } from "./read.ts";
import { entriesOf, type FoundEntry } from "./season_log.ts";
import { readKeys, readPayload } from "./signature.ts";
import { readReceipt } from "./subject.ts";

const HOUR_MS = 3_600_000;

type Row = LogRow & { readonly record: Members };

/** The records of a season in the log. */
interface Records {
  readonly season: Row;
  readonly reveal: Row;
  readonly entries: readonly FoundEntry[];
  /** Of its boards, in the order of the log. */
  readonly results: readonly Row[];
}

/**
 * Verifies the file of a season whose boards were verified: its list of entries against the log, then
 * every member of the file, which all follow from log, entries and boards. The names of entries are in
 * no hash, so that they can be hidden.
 *
 * @param season the content of `season.json`
 * @throws {Wrong} that names what differs, with both values
 */
export async function* checkSeasonFile(
  season: Members,
  rows: readonly LogRow[],
  { files, engine }: { readonly files: ArenaFiles; readonly engine: VerifyEngine },
): AsyncGenerator<Finding> {
  const records = recordsOf(rows, season.text("seasonId"));
  const { record } = records.season;
  const definition = {
    seasonId: record.text("seasonId"),
    boards: record.list("boards").map(String),
    capital: record.text("capital"),
    entries: records.entries.map(({ entry }) => entry),
  };
  const { seasonId, boards, entries } = definition;
  const scored = records.results.map((row) => row.record.text("board"));
  const missing = boards.filter((board) => !scored.includes(board));
  try {
    const counts = await checkEntries(definition, files, engine);
    expectSame("season.json/counts", season.any("counts"), counts);
    yield holds(`the list of entries has the ${entries.length} entries of the log`);
  } catch (error) {
    yield skipped("whether the list of entries is that of the log", error);
  }
  try {
    const leaders = missing.length > 0 ? null : await leadersOf(seasonId, boards, files);
    expectSame("season.json", season.raw, await fileOf(season, records, leaders));
    yield holds("every member of season.json follows from the log and the boards");
  } catch (error) {
    yield skipped("whether the members of season.json follow from the boards", error);
  }
  if (missing.length > 0) {
    yield skipped("", new Skipped(`the log has no result of ${missing.join(", ")} yet`));
  }
  await checkNames(seasonId, entries.length, files);
  await checkList(season, files);
  await checkKeyFile(rows, files);
}

function recordsOf(rows: readonly LogRow[], seasonId: string): Records {
  const season = recordOf(rows, "season", seasonId);
  const reveal = recordOf(rows, "reveal", seasonId);
  const results = rows.filter((row): row is Row =>
    row.record?.any("kind") === "result" && row.record.text("seasonId") === seasonId
  );
  return { season, reveal, entries: entriesOf(rows, season, reveal), results };
}

async function leadersOf(
  seasonId: string,
  boards: readonly string[],
  files: ArenaFiles,
): Promise<Readonly<Record<string, number>>> {
  const leaders: Record<string, number> = {};
  for (const board of boards) {
    const path = `${seasonId}/${board}.json`;
    leaders[board] = readBoard(path, await need(files, path)).head.whole("leaders");
  }
  return leaders;
}

/**
 * Returns the content of a season's file.
 *
 * @param said the file, whose counts, signatures and reason of a late scoring are taken as they are
 * @param leaders by board; null while a board is missing
 */
async function fileOf(
  said: Members,
  { season, reveal, entries, results }: Records,
  leaders: Readonly<Record<string, number>> | null,
): Promise<object> {
  const { kind: _, ...definition } = season.record.raw;
  const lastHour = season.record.instant("closesAt") - HOUR_MS;
  const { index, head } = entries.at(-1) ?? season;
  const signature = reveal.record.textOrNull("beaconSignature");
  const isScored = leaders !== null;
  return {
    ...definition,
    state: isScored ? "scored" : "revealed",
    counts: said.any("counts"),
    leaders,
    entriesLastHour: entries.filter(({ entry }) => Date.parse(entry.acceptedAt) >= lastHour).length,
    closedHead: { index, head, entries: entries.length },
    voided: null,
    reveal: {
      secret: reveal.record.text("secret"),
      beaconSignature: signature,
      beaconValue: signature && await sha256Hex(Uint8Array.fromHex(signature)),
      at: reveal.record.text("at"),
    },
    scoredAt: isScored ? results.at(-1)?.record.text("at") : null,
    entriesRoot: (await headOf(entries.map(({ leaf }) => leaf))).toHex(),
    results: results.map((row, at) => resultOf(row, said.list("results")[at])),
    failure: isScored ? null : said.any("failure"),
  };
}

/** Returns the entry of a board in the season's file; its signature was verified before. */
function resultOf({ index, head, record }: Row, said: unknown): object {
  const { kind: _, seasonId, ...result } = record.raw;
  const board = record.text("board");
  if (said === undefined) throw new Wrong(`season.json has no result of ${board}, the log has one`);
  const members = new Members(`season.json, result of ${board}`, said);
  const isSigned = members.any("receipt") !== null;
  const receipt = isSigned ? readReceipt(members.object("receipt")) : null;
  if (receipt !== null) {
    const payload = readPayload(receipt);
    expectSame(`the season of the receipt of ${board}`, payload.any("seasonId"), seasonId);
    expectSame(`the board of the receipt of ${board}`, payload.any("board"), board);
  }
  return { ...result, log: { index, head }, receipt };
}

/** Verifies that names are names of entries. Which they are is their owners' to say, and to hide. */
async function checkNames(seasonId: string, entries: number, files: ArenaFiles): Promise<void> {
  const path = `${seasonId}/names.json`;
  const bytes = await files.read(path);
  if (bytes === null) return;
  for (const [number, name] of Object.entries(new Members(path, parsed(path, bytes)).raw)) {
    if (!/^[1-9]\d*$/.test(number) || Number(number) > entries) {
      throw new Wrong(`${path} names entry ${number}, the log has ${entries} entries`);
    }
    const fault = typeof name === "string" ? nameFault(name) : "must be a text";
    if (fault !== null) throw new Wrong(`${path}/${number} ${fault}`);
  }
}

/** Verifies what the list of all seasons says of a season that changes no more. */
async function checkList(season: Members, files: ArenaFiles): Promise<void> {
  const path = "seasons.json";
  const bytes = await files.read(path);
  if (bytes === null || season.any("scoredAt") === null) return;
  const all = new Members(path, parsed(path, bytes)).list("seasons")
    .map((each, at) => new Members(`${path}/seasons/${at}`, each));
  const { entriesRoot: _, results: __, failure: ___, ...shown } = season.raw;
  const listed = all.filter((each) => each.any("seasonId") === season.text("seasonId"));
  expectSame(`the seasons of this id in ${path}`, listed.length, 1);
  expectSame(path, listed[0]?.raw, shown);
}

/** Verifies that the file of signing keys has those of the log, of which none says when it ends. */
async function checkKeyFile(rows: readonly LogRow[], files: ArenaFiles): Promise<void> {
  const bytes = await files.read("keys.json");
  if (bytes === null) return;
  const listed = listOf("keys.json", parsed("keys.json", bytes));
  const keys = await readKeys(bytes);
  const records = rows.flatMap(({ record }) => record?.any("kind") === "key" ? [record] : []);
  expectSame("the number of keys of keys.json", listed.length, records.length);
  for (const [at, record] of records.entries()) {
    const key = keys[at];
    const until = key?.until ?? null;
    if (until !== null && Number.isNaN(Date.parse(until))) {
      throw new Wrong(`keys.json/${at}/until is ${until}, must be an instant or null`);
    }
    const [keyId, publicKey, from] = ["keyId", "publicKey", "from"].map((name) => record.any(name));
    expectSame(`keys.json/${at}`, listed[at], { keyId, publicKey, from, until });
  }
}

/** @throws what is not about a missing file */
function skipped(question: string, error: unknown): Finding {
  if (!(error instanceof Skipped)) throw error;
  const text = question === "" ? error.message : `${question}: ${error.message}`;
  return { step: "season", outcome: "skipped", text };
}

function holds(text: string): Finding {
  return { step: "season", outcome: "holds", text };
}
