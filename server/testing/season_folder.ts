import { canonicalJson, type JsonValue } from "../base/canonical_json.ts";
import { sha256Hex } from "../base/hash.ts";
import type { Candidate } from "../contracts/candidate.ts";
import type { Season, SeasonDefinition } from "../contracts/season.ts";
import type { Engine } from "../engine/engine.ts";
import { LocalVerifyEngine } from "../engine/verify_engine.ts";
import { okJson } from "../engine/wire.ts";
import { boardOf, boardText } from "../season/board.ts";
import { resolvedCandidateHash } from "../season/candidate_hash.ts";
import { keyTagOf } from "../season/key_tag.ts";
import { keyRecordOf } from "../season/published_keys.ts";
import { signingKeyOf } from "../process/signing_key.ts";
import { pathSeedsOf, seasonSeedOf, secretHashOf } from "../season/seeds.ts";
import { seasonStatement } from "../season/statements.ts";
import { officialDatasets, officialEngine } from "./official.ts";
import { random } from "./random.ts";
import { SeasonLog } from "./season_log.ts";

/** The season that {@link seasonFolder} plays. */
export interface SeasonPlan {
  readonly entries: number;
  readonly paths: number;
  /** Changes of the season's file; a season that is not scored has no board. */
  readonly change?: Partial<Season>;
}

/** The files of the public folder by their paths, such as `autumn-1/season.json`. */
export type Folder = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

export const SEASON_ID = "autumn-1";
const SEASON_BOARD = "susde-daily";
const [ISSUED_AT, REVEALED_AT] = ["2026-11-01T00:00:00Z", "2026-11-09T14:00:00Z"];
const NAMES = ["Carry 7", "northwind", "basis_desk", "Ставка", "late entry"];
const NAMED = 40;
const ROWS_PER_FILE = 1000;
const SECRET = Uint8Array.from({ length: 32 }, (_, at) => at);

type Resolved = Readonly<Record<string, JsonValue>>;

/**
 * Plays a season of one board with the engine and returns its public folder. Entries are strategies of
 * the catalogue with parameters that a seed decides.
 */
export async function seasonFolder({ entries: count, paths, change }: SeasonPlan): Promise<Folder> {
  const datasets = await officialDatasets();
  const engine = await officialEngine(datasets);
  const runs = new LocalVerifyEngine(engine, datasets);
  const market = await runs.market("susde", "daily");
  if (market === null) throw new Error("the official datasets lack susde, daily");
  const { datasetHash, generatorVersion } = market;
  const { policyVersion, formulaVersion, catalogueHash, engineVersion } = await runs.versions();
  const definition: SeasonDefinition = {
    seasonId: SEASON_ID,
    title: "Autumn 1",
    boards: [SEASON_BOARD],
    capital: "100000",
    paths,
    opensAt: "2026-11-02T12:00:00Z",
    closesAt: "2026-11-09T12:00:00Z",
    entriesPerKey: 5,
    secretHash: await secretHashOf(SECRET),
    beacon: null,
    versions: { generatorVersion, policyVersion, formulaVersion, catalogueHash, engineVersion },
  };
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const put = (path: string, text: string): void => {
    files.set(path, new TextEncoder().encode(text));
  };
  const log = new SeasonLog();
  const key = signingKeyOf(SECRET);
  await log.append(keyRecordOf(key, ISSUED_AT, null));
  await log.append({ kind: "season", ...definition });
  const entries = await Promise.all(
    candidatesOf(engine, count).map(async (candidate, at) => ({
      number: at + 1,
      keyTag: await keyTagOf(SEASON_ID, `key ${at % Math.ceil(count / 4)}`),
      candidate: candidate as unknown as Candidate,
      candidateHash: await resolvedCandidateHash(candidate),
    })),
  );
  const listed: object[] = [];
  for (const { number, candidate, keyTag, candidateHash } of entries) {
    const salt = (await sha256Hex(`salt ${number}`)).slice(0, 32);
    const acceptedAt = "2026-11-05T09:30:00Z";
    const entry = { number, candidateHash, keyTag, salt, acceptedAt };
    await log.append({ kind: "entry", seasonId: SEASON_ID, ...entry });
    listed.push({ ...entry, board: SEASON_BOARD, candidate });
  }
  const closedHead = { ...log.place, entries: count };
  const entriesRoot = await log.entriesRoot();
  const secret = SECRET.toHex();
  const revealed = { secret, beaconSignature: null, at: REVEALED_AT };
  await log.append({ kind: "reveal", seasonId: SEASON_ID, ...revealed });
  const seed = await seasonSeedOf({ secret: SECRET, entriesRoot, beacon: null });
  const matrix = engine.pathUtilities(
    { marketId: 1, timeframe: "daily", capital: 100_000, seeds: await pathSeedsOf(seed, paths) },
    entries.map(({ candidate }) => JSON.stringify(candidate)),
  );
  const board = await boardOf({
    season: definition,
    board: SEASON_BOARD,
    datasetHash,
    entries,
    failures: new Map(),
    matrix,
  }, (rows, columns) => engine.seasonRanks(rows, columns));
  const at = "2026-11-09T14:02:00Z";
  const { head: { matrixHash }, boardHash } = board;
  const found = { board: SEASON_BOARD, matrixHash, boardHash };
  await log.append({ kind: "result", seasonId: SEASON_ID, ...found, at });
  const published = { ...found, log: log.place };
  const statement = seasonStatement(
    definition as unknown as Record<string, JsonValue>,
    { ...published, entriesRoot: entriesRoot.toHex(), secret, beaconValue: null },
    { issuer: "", issuedAt: at },
  );
  const season: Season = {
    ...definition,
    state: "scored",
    counts: { [SEASON_BOARD]: count },
    leaders: { [SEASON_BOARD]: board.head.leaders },
    entriesLastHour: 0,
    closedHead,
    voided: null,
    reveal: { ...revealed, beaconValue: null },
    scoredAt: at,
    ...change,
  };
  const isScored = season.state === "scored";
  const folder = `${SEASON_ID}/`;
  if (isScored) {
    put(`${folder}${SEASON_BOARD}.json`, boardText(json(board.head), board.rows));
    for (let from = 0; from < board.rows.length; from += ROWS_PER_FILE) {
      const rows = board.rows.slice(from, from + ROWS_PER_FILE);
      put(`${folder}${SEASON_BOARD}-rows-${1 + from / ROWS_PER_FILE}.json`, json({ rows }));
    }
    files.set(`${folder}${SEASON_BOARD}.f64`, board.matrix);
    for (let from = 0; from < count; from += ROWS_PER_FILE) {
      const part = listed.slice(from, from + ROWS_PER_FILE);
      put(`${folder}entries-${1 + from / ROWS_PER_FILE}.json`, json({ entries: part }));
    }
    put(`${folder}names.json`, json(namesOf(Math.min(count, NAMED))));
  }
  put("seasons.json", json({ seasons: [season] }));
  put(
    `${folder}season.json`,
    json({
      ...season,
      entriesRoot: isScored ? entriesRoot.toHex() : null,
      results: isScored ? [{ ...published, at, receipt: key.sign(statement) }] : [],
      failure: null,
    }),
  );
  const { keyId, publicKey } = key;
  put("keys.json", json([{ keyId, publicKey, from: ISSUED_AT, until: null }]));
  put("log.json", json({ files: ["log-1.json"], ...log.place }));
  put("log-1.json", json(log.rows));
  return files;
}

interface Strategies {
  readonly strategies: readonly {
    readonly strategyId: string;
    readonly language?: string;
    readonly parameters: readonly { readonly name: string; readonly defaultValue: unknown }[];
  }[];
}

/** Returns valid candidates: strategies in turn, their parameters around the defaults. */
function candidatesOf(engine: Engine, count: number): readonly Resolved[] {
  const { strategies } = okJson(engine.strategyCatalogue()) as Strategies;
  const ours = strategies.filter(({ language }) => language === undefined);
  const next = random(count);
  const found: Resolved[] = [];
  for (let at = 0; found.length < count; at++) {
    const { strategyId = "", parameters = [] } = ours[at % ours.length] ?? {};
    const strategyParams = Object.fromEntries(
      parameters.filter(() => next() < 0.7).map(({ name, defaultValue }) => [
        name,
        typeof defaultValue === "number"
          ? Number((defaultValue * (0.4 + 1.4 * next())).toPrecision(3))
          : defaultValue,
      ]),
    );
    const candidate = {
      marketId: 1,
      timeframe: "daily",
      components: [{ strategyId, strategyParams }],
    };
    const request = JSON.stringify({ view: "summary", simulationId: "s", candidate });
    try {
      const { bytes } = engine.simulate(new TextEncoder().encode(request));
      found.push((okJson(bytes) as { readonly candidate: Resolved }).candidate);
    } catch {
      // The values do not go together, or the market lacks a feature.
    }
  }
  return found;
}

function namesOf(count: number): Record<string, string> {
  const names = Array.from({ length: count }, (_, at) => {
    const name = NAMES[at % NAMES.length] ?? "";
    return [String(at + 1), at < NAMES.length ? name : `${name} ${at}`];
  });
  return Object.fromEntries(names);
}

function json(value: unknown): string {
  return canonicalJson(value as JsonValue);
}
