import { canonicalJson, type JsonValue } from "../base/canonical_json.ts";
import { sha256 } from "../base/hash.ts";
import type { Season, SeasonDefinition } from "../contracts/season.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { LocalVerifyEngine } from "../season/verify/verify_engine.ts";
import { okJson } from "../engine/wire.ts";
import { signingKeyOf } from "../process/signing_key.ts";
import { boardOf, type BoardParts, boardText } from "../season/rules/board.ts";
import { resolvedCandidateHash } from "../season/rules/candidate_hash.ts";
import { keyTagOf } from "../season/rules/key_tag.ts";
import { keyRecordOf, type PublishedKey } from "../season/rules/published_keys.ts";
import type { Receipt, SigningKey } from "../season/rules/receipt.ts";
import type { EntryRecord } from "../season/rules/records.ts";
import { pathSeedsOf, seasonSeedOf, secretHashOf } from "../season/rules/seeds.ts";
import { entryStatement, seasonStatement } from "../season/rules/statements.ts";
import type { ResolvedCandidate } from "../season/verify/ports.ts";
import { SeasonLog } from "./season_log.ts";

/** The season that {@link playSeason} plays: daily boards of the official markets. */
export interface SeasonScript {
  readonly season:
    & Pick<SeasonDefinition, "title" | "boards" | "paths" | "opensAt" | "closesAt">
    & Partial<Pick<SeasonDefinition, "beacon">>;
  readonly candidates: readonly ResolvedCandidate[];
  /** Number of keys, which enter the candidates in turns. */
  readonly keyCount: number;
  /** Returns when an entry was accepted, by its place. */
  acceptedAt(at: number): string;
  readonly revealedAt: string;
  readonly beaconSignature?: string | null;
  readonly names: Readonly<Record<string, string>>;
  /** Address of the arena. */
  readonly issuer: string;
  /** Changes the utilities of a board before they are ranked and signed. */
  cheat?(utilities: Float64Array, board: string): void;
  /** Changes the record of an entry before it is in the log. */
  forge?(record: EntryRecord): EntryRecord;
}

/** The files of a public folder by their paths, such as `autumn-1/season.json`. */
export type Folder = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** The public folder of an arena with one season, its receipts, and the keys that signed them. */
export interface PlayedSeason {
  readonly files: Folder;
  /** Of each entry, by number. */
  readonly entries: readonly Receipt[];
  readonly boards: readonly Receipt[];
  readonly key: SigningKey;
  readonly keys: readonly PublishedKey[];
}

export const SEASON_ID = "autumn-1";
const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at);
const SECOND = new Uint8Array(32).fill(7);
const [FIRST_KEY_AT, SECOND_KEY_AT] = ["2026-10-01T00:00:00Z", "2026-12-01T00:00:00Z"];

/** An entry as `entries-1.json` lists it. */
type Listed = Omit<EntryRecord, "kind" | "seasonId"> & {
  readonly board: string;
  readonly candidate: ResolvedCandidate;
};

/** Plays a season with the engine and publishes its files. */
export async function playSeason(
  engine: Engine,
  datasets: readonly Dataset[],
  script: SeasonScript,
): Promise<PlayedSeason> {
  const runs = new LocalVerifyEngine(engine, datasets);
  const [key, next] = [signingKeyOf(SECRET), signingKeyOf(SECOND)];
  const log = new SeasonLog();
  await log.append(keyRecordOf(key, FIRST_KEY_AT, null));
  const season = await define(runs, script);
  await log.append({ kind: "season", ...season });
  const { listed, receipts: entries } = await enterAll(runs, log, key, script);
  const closedHead = { ...log.place, entries: listed.length };
  const entriesRoot = await log.entriesRoot();
  const { revealedAt: at, beaconSignature = null } = script;
  const secret = SECRET.toHex();
  await log.append({ kind: "reveal", seasonId: SEASON_ID, secret, beaconSignature, at });
  const value = beaconSignature && await sha256(Uint8Array.fromHex(beaconSignature));
  const seed = await seasonSeedOf({ secret: SECRET, entriesRoot, beacon: value || null });
  const seeds = await pathSeedsOf(seed, season.paths);
  const beaconValue = value ? value.toHex() : null;

  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const put = (path: string, json: unknown): void => void files.set(path, encodedJson(json));
  const results = [];
  const [counts, leaders]: [Record<string, number>, Record<string, number>] = [{}, {}];
  for (const board of season.boards) {
    const own = listed.filter((entry) => entry.board === board);
    const { head, rows, matrix, boardHash } = await score({ engine, runs, season, script }, {
      board,
      own,
      seeds,
    });
    [counts[board], leaders[board]] = [own.length, head.leaders];
    const hashes = { board, matrixHash: head.matrixHash, boardHash };
    const { log: place } = await log.append({
      kind: "result",
      seasonId: SEASON_ID,
      ...hashes,
      at,
    });
    const statement = seasonStatement(
      season as unknown as Record<string, JsonValue>,
      { ...hashes, log: place, entriesRoot: entriesRoot.toHex(), secret, beaconValue },
      { issuer: script.issuer, issuedAt: at },
    );
    results.push({ ...hashes, log: place, at, receipt: key.sign(statement) });
    const text = boardText(canonicalJson(head as unknown as JsonValue), rows);
    files.set(`${SEASON_ID}/${board}.json`, new TextEncoder().encode(text));
    put(`${SEASON_ID}/${board}-rows-1.json`, { rows });
    files.set(`${SEASON_ID}/${board}.f64`, matrix);
  }
  await log.append(keyRecordOf(next, SECOND_KEY_AT, key));

  const shown: Season = {
    ...season,
    state: "scored",
    counts,
    leaders,
    entriesLastHour: 0,
    closedHead,
    voided: null,
    reveal: { secret, beaconSignature, beaconValue, at },
    scoredAt: at,
  };
  const keys = [
    { ...publicOf(key), from: FIRST_KEY_AT, until: SECOND_KEY_AT },
    { ...publicOf(next), from: SECOND_KEY_AT, until: null },
  ];
  const rest = { entriesRoot: entriesRoot.toHex(), results, failure: null };
  put(`${SEASON_ID}/season.json`, { ...shown, ...rest });
  put(`${SEASON_ID}/entries-1.json`, { entries: listed });
  put(`${SEASON_ID}/names.json`, script.names);
  put("seasons.json", { seasons: [shown] });
  put("log.json", { files: ["log-1.json"], ...log.place });
  put("log-1.json", log.rows);
  put("keys.json", keys);
  return { files, entries, boards: results.map(({ receipt }) => receipt), key, keys };
}

async function define(
  runs: LocalVerifyEngine,
  { season }: SeasonScript,
): Promise<SeasonDefinition> {
  const generatorVersion = (await runs.market("susde", "daily"))?.generatorVersion ?? 0;
  const { policyVersion, formulaVersion, catalogueHash, engineVersion } = await runs.versions();
  return {
    seasonId: SEASON_ID,
    capital: "100000",
    entriesPerKey: 5,
    secretHash: await secretHashOf(SECRET),
    beacon: null,
    versions: { generatorVersion, policyVersion, formulaVersion, catalogueHash, engineVersion },
    ...season,
  };
}

/** Enters the candidates; returns them as they are listed, with their receipts. */
async function enterAll(
  runs: LocalVerifyEngine,
  log: SeasonLog,
  key: SigningKey,
  { season, candidates, keyCount, acceptedAt, issuer, forge = (record) => record }: SeasonScript,
): Promise<{ readonly listed: readonly Listed[]; readonly receipts: readonly Receipt[] }> {
  const boards = new Map(
    await Promise.all(season.boards.map(async (board) => {
      const market = await runs.market(marketOf(board), "daily");
      return [market?.marketId, board] as const;
    })),
  );
  const listed: Listed[] = [];
  const receipts: Receipt[] = [];
  for (const [at, candidate] of candidates.entries()) {
    const number = at + 1;
    const record = forge({
      kind: "entry",
      seasonId: SEASON_ID,
      number,
      candidateHash: await resolvedCandidateHash(candidate),
      keyTag: await keyTagOf(SEASON_ID, `key-${at % keyCount}`),
      salt: number.toString(16).padStart(32, "0"),
      acceptedAt: acceptedAt(at),
    });
    const place = await log.append(record);
    const issued = { issuer, issuedAt: acceptedAt(at) };
    receipts.push(key.sign(entryStatement({ ...issued, record, ...place })));
    const { kind: _, seasonId: __, ...shown } = record;
    const board = boards.get(Number(candidate["marketId"])) ?? "";
    listed.push({ ...shown, board, candidate });
  }
  return { listed, receipts };
}

/** Runs the entries of a board on all paths and ranks them. */
async function score(
  { engine, runs, season, script }: {
    readonly engine: Engine;
    readonly runs: LocalVerifyEngine;
    readonly season: SeasonDefinition;
    readonly script: SeasonScript;
  },
  { board, own, seeds }: {
    readonly board: string;
    readonly own: readonly Listed[];
    readonly seeds: BigUint64Array;
  },
): ReturnType<typeof boardOf> {
  const marketKey = marketOf(board);
  const candidates = own.map(({ candidate }) => candidate);
  const order = { marketKey, timeframe: "daily", capital: 100_000, candidates, seeds } as const;
  const matrix = await runs.pathUtilities(order) as Float64Array<ArrayBuffer>;
  script.cheat?.(matrix, board);
  return await boardOf({
    season,
    board,
    datasetHash: (await runs.market(marketKey, "daily"))?.datasetHash ?? "",
    entries: own as unknown as BoardParts["entries"],
    failures: new Map(),
    matrix,
  }, (rows, paths) => engine.seasonRanks(rows, paths));
}

/** Returns a candidate with its defaults. @throws {ApiError} when the engine refuses it */
export function resolved(engine: Engine, candidate: object): ResolvedCandidate {
  return Object(okJson(engine.check(encodedJson(candidate)))).candidate;
}

function marketOf(board: string): string {
  return board.replace("-daily", "");
}

function publicOf({ keyId, publicKey }: SigningKey): { keyId: string; publicKey: string } {
  return { keyId, publicKey };
}

function encodedJson(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonicalJson(value as JsonValue));
}
