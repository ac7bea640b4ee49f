import { canonicalJson, type JsonValue } from "../base/canonical_json.ts";
import { sha256, sha256Hex } from "../base/hash.ts";
import type { Beacon, BoardHead, Season, SeasonDefinition } from "../contracts/season.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { LocalVerifyEngine } from "../engine/verify_engine.ts";
import type { Engine } from "../engine/engine.ts";
import { okJson } from "../engine/wire.ts";
import { boardOf, type BoardParts, boardText } from "../season/board.ts";
import { signingKeyOf } from "../process/signing_key.ts";
import { resolvedCandidateHash } from "../season/candidate_hash.ts";
import { keyTagOf } from "../season/key_tag.ts";
import { keyRecordOf } from "../season/published_keys.ts";
import type { Receipt, SigningKey } from "../season/receipt.ts";
import type { EntryRecord } from "../season/records.ts";
import { pathSeedsOf, seasonSeedOf, secretHashOf } from "../season/seeds.ts";
import {
  entryStatement,
  evaluationStatement,
  seasonStatement,
  seriesText,
} from "../season/statements.ts";
import type { ResolvedCandidate } from "../season/verify/ports.ts";
import type { PublishedKey } from "../season/published_keys.ts";
import { withFolder } from "./folder.ts";
import { inTurn } from "./in_turn.ts";
import { SeasonLog } from "./season_log.ts";

/** The public folder of a small arena, its receipts, and the keys that signed them. */
export interface SmallArena {
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  /** Of each entry, by number. */
  readonly entries: readonly Receipt[];
  /** Of each board. */
  readonly boards: readonly Receipt[];
  readonly evaluation: Receipt;
  readonly key: SigningKey;
  readonly keys: readonly PublishedKey[];
}

export const ISSUER = "https://arena.example";
export const SEASON_ID = "autumn-1";
const BOARDS = ["susde-daily", "ghousd-daily"];
const PATHS = 64;
const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at);
const SECOND = new Uint8Array(32).fill(7);
const CANDIDATES: readonly (readonly [marketId: number, strategyId: string])[] = [
  [1, "yield-rsi"],
  [3, "yield-macd"],
  [1, "pull-to-par-hold"],
  [1, "yield-rsi"],
  [1, "yield-bollinger"],
];

/** How an arena differs from an honest one without a beacon. */
export interface SmallArenaOptions {
  /** Changes the utilities of a board before they are ranked and signed. */
  cheat?(utilities: Float64Array, board: string): void;
  /** Changes the record of an entry before it is in the log. */
  forge?(record: EntryRecord): EntryRecord;
  /** A round, the bytes that are published as its signature, and the instant of the reveal. */
  readonly beacon?: Beacon & { readonly signature: string; readonly at: string };
}

/** Plays a season of five entries on two boards with 64 paths, and publishes its files. */
export async function smallArena(
  engine: Engine,
  datasets: readonly Dataset[],
  { cheat = () => {}, forge = (record) => record, beacon }: SmallArenaOptions = {},
): Promise<SmallArena> {
  const runs = new LocalVerifyEngine(engine, datasets);
  const generatorVersion = (await runs.market("susde", "daily"))?.generatorVersion ?? 0;
  const { policyVersion, formulaVersion, catalogueHash, engineVersion } = await runs.versions();
  const key = signingKeyOf(SECRET);
  const log = new SeasonLog();
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const put = (path: string, text: string): void => {
    files.set(path, new TextEncoder().encode(text));
  };
  await log.append(keyRecordOf(key, "2026-10-01T00:00:00Z", null));
  const season: SeasonDefinition = {
    seasonId: SEASON_ID,
    title: "Autumn",
    boards: BOARDS,
    capital: "100000",
    paths: PATHS,
    opensAt: beacon === undefined ? "2026-11-01T00:00:00Z" : "2023-08-01T00:00:00Z",
    closesAt: beacon === undefined ? "2026-11-15T00:00:00Z" : "2023-08-15T00:00:00Z",
    entriesPerKey: 5,
    secretHash: await secretHashOf(SECRET),
    beacon: beacon === undefined ? null : { network: beacon.network, round: beacon.round },
    versions: { generatorVersion, policyVersion, formulaVersion, catalogueHash, engineVersion },
  };
  await log.append({ kind: "season", ...season });

  const entries: Receipt[] = [];
  const entered: (Omit<EntryRecord, "kind" | "seasonId"> & {
    readonly board: string;
    readonly candidate: ResolvedCandidate;
  })[] = [];
  for (const [at, [marketId, strategyId]] of CANDIDATES.entries()) {
    const candidate = resolved(engine, {
      marketId,
      timeframe: "daily",
      components: [{ strategyId }],
    });
    const keyTag = await keyTagOf(SEASON_ID, `key-${at % 2}`);
    const number = at + 1;
    const acceptedAt = `${season.opensAt.slice(0, 8)}02T10:00:0${at}Z`;
    const record = forge({
      kind: "entry",
      seasonId: SEASON_ID,
      number,
      candidateHash: await resolvedCandidateHash(candidate),
      keyTag,
      salt: number.toString(16).padStart(32, "0"),
      acceptedAt,
    });
    const place = await log.append(record);
    const issued = { issuer: ISSUER, issuedAt: acceptedAt };
    entries.push(key.sign(entryStatement({ ...issued, record, ...place })));
    const { kind: _, seasonId: __, ...listed } = record;
    const board = marketId === 1 ? "susde-daily" : "ghousd-daily";
    entered.push({ ...listed, board, candidate });
  }
  const closedHead = { ...log.place, entries: entered.length };
  const entriesRoot = await log.entriesRoot();
  const secret = SECRET.toHex();
  const at = beacon?.at ?? "2026-11-15T00:02:00Z";
  const beaconSignature = beacon?.signature ?? null;
  await log.append({ kind: "reveal", seasonId: SEASON_ID, secret, beaconSignature, at });
  const value = beaconSignature && await sha256(Uint8Array.fromHex(beaconSignature));
  const seed = await seasonSeedOf({ secret: SECRET, entriesRoot, beacon: value || null });
  const seeds = await pathSeedsOf(seed, PATHS);
  const beaconValue = value ? value.toHex() : null;

  const results = [];
  const [counts, leaders]: [Record<string, number>, Record<string, number>] = [{}, {}];
  const boards: Receipt[] = [];
  for (const board of BOARDS) {
    const marketKey = board.replace("-daily", "");
    const own = entered.filter((entry) => entry.board === board);
    const candidates = own.map(({ candidate }) => candidate);
    const order = { marketKey, timeframe: "daily", capital: 100_000, candidates, seeds } as const;
    const utilities = await runs.pathUtilities(order) as Float64Array<ArrayBuffer>;
    cheat(utilities, board);
    const { head, rows, matrix, boardHash } = await boardOf({
      season,
      board,
      datasetHash: (await runs.market(marketKey, "daily"))?.datasetHash ?? "",
      entries: own as unknown as BoardParts["entries"],
      failures: new Map(),
      matrix: utilities,
    }, (rows, paths) => engine.seasonRanks(rows, paths));
    const { matrixHash } = head satisfies BoardHead;
    counts[board] = own.length;
    leaders[board] = head.leaders;
    const record = {
      kind: "result",
      seasonId: SEASON_ID,
      board,
      matrixHash,
      boardHash,
      at,
    } as const;
    const { log: place } = await log.append(record);
    const found = { board, matrixHash, boardHash, log: place };
    const statement = seasonStatement(
      season as unknown as Record<string, JsonValue>,
      { ...found, entriesRoot: entriesRoot.toHex(), secret, beaconValue },
      { issuer: ISSUER, issuedAt: at },
    );
    const receipt = key.sign(statement);
    boards.push(receipt);
    results.push({ ...found, at, receipt });
    put(`${SEASON_ID}/${board}.json`, boardText(json(head), rows));
    put(`${SEASON_ID}/${board}-rows-1.json`, json({ rows }));
    files.set(`${SEASON_ID}/${board}.f64`, matrix);
  }
  const next = signingKeyOf(SECOND);
  await log.append(keyRecordOf(next, "2026-12-01T00:00:00Z", key));

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
    { ...publicOf(key), from: "2026-10-01T00:00:00Z", until: "2026-12-01T00:00:00Z" },
    { ...publicOf(next), from: "2026-12-01T00:00:00Z", until: null },
  ];
  const rest = { entriesRoot: entriesRoot.toHex(), results, failure: null };
  put(`${SEASON_ID}/season.json`, json({ ...shown, ...rest }));
  put(`${SEASON_ID}/entries-1.json`, json({ entries: entered }));
  put(`${SEASON_ID}/names.json`, json({ 1: "Carry 7", 4: "northwind" }));
  put("seasons.json", json({ seasons: [shown] }));
  put("log.json", json({ files: ["log-1.json"], ...log.place }));
  put("log-1.json", json(log.rows));
  put("keys.json", json(keys));
  const evaluation = await evaluated(runs, entered[0]?.candidate ?? {}, key);
  return { files, entries, boards, evaluation, key, keys };
}

async function evaluated(
  runs: LocalVerifyEngine,
  candidate: ResolvedCandidate,
  key: SigningKey,
): Promise<Receipt> {
  const trials = { count: 12, counted: true, evaluated: 12, searched: 30 };
  const evaluation = await runs.evaluate(candidate, trials);
  if ("refused" in evaluation) throw new Error(evaluation.refused);
  const issued = {
    issuer: ISSUER,
    issuedAt: "2026-11-03T00:00:00Z",
    keyTag: await keyTagOf("", "a"),
    seriesHash: await sha256Hex(seriesText(evaluation)),
  };
  return key.sign(evaluationStatement(evaluation, issued));
}

function resolved(engine: Engine, candidate: object): ResolvedCandidate {
  const request = JSON.stringify({ view: "summary", simulationId: "s", candidate });
  const { bytes } = engine.simulate(new TextEncoder().encode(request));
  return Object(okJson(bytes)).candidate;
}

function publicOf({ keyId, publicKey }: SigningKey): { keyId: string; publicKey: string } {
  return { keyId, publicKey };
}

function json(value: unknown): string {
  return canonicalJson(value as JsonValue);
}

/** Writes the public folder of an arena and a receipt of it; removes them at the end. */
export async function withArenaFolder(
  { files, entries: [entry], evaluation }: SmallArena,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/arena/${SEASON_ID}`, { recursive: true });
    await inTurn(
      [...files],
      ([path, bytes]) => Deno.writeFile(`${folder}/arena/${path}`, bytes),
    );
    await Deno.writeTextFile(`${folder}/receipt.json`, JSON.stringify(entry));
    await Deno.writeTextFile(`${folder}/evaluation.json`, JSON.stringify(evaluation));
    await work(folder);
  });
}
