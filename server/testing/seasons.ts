import type { Clock } from "../base/clock.ts";
import type { CountTries } from "../store/trial_store.ts";
import { lazy } from "../base/lazy.ts";
import type { SeasonDefinition, SeasonVersions } from "../contracts/season.ts";
import type { Market } from "../contracts/catalog.ts";
import { TIMEFRAMES } from "../contracts/timeframes.ts";
import type { Dataset, DatasetHeader } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { compileEngine, reloadEngine } from "../engine/load.ts";
import { seasonVersions } from "../season/jobs/season_boards.ts";
import { PATH_EXAMPLES } from "../http/operation_definition.ts";
import { keyRecordOf } from "../season/rules/published_keys.ts";
import { hashNow, signingKeyOf } from "../process/signing_key.ts";
import type { Signer, SigningKey } from "../season/rules/receipt.ts";
import { secondOf } from "../season/rules/records.ts";
import { secretHashOf } from "../season/rules/seeds.ts";
import type { SeasonService } from "../season/service/seasons.ts";
import { Seasons } from "../season/service/seasons.ts";
import { openPractice, type Practice } from "../season/service/practice.ts";
import type { ArenaStore } from "../season/store/arena_store.ts";
import { openSqliteArena } from "../season/store/open.ts";
import { makeDatasets } from "./datasets.ts";
import { SECRET } from "./reveal.ts";

/** Public address of the arena of a test. */
const ISSUER = "https://arena.example";
const WEEK_MS = 7 * 86_400_000;
/** A copy of the engine that no other module of the tests has. */
const OWN_GENERATION = -1_000_000;

/** Returns a season that opened a week ago and closes in a week. */
export async function openSeason(
  datasets: readonly { readonly header: Pick<DatasetHeader, "marketKey" | "timeframe"> }[],
  { epochMs }: { readonly epochMs: number },
  versions?: SeasonVersions,
): Promise<SeasonDefinition> {
  return {
    seasonId: PATH_EXAMPLES.seasonId,
    title: "Autumn",
    boards: datasets.map(({ header }) => `${header.marketKey}-${header.timeframe}`).slice(0, 6),
    capital: "100000",
    paths: 64,
    opensAt: secondOf(epochMs - WEEK_MS),
    closesAt: secondOf(epochMs + WEEK_MS),
    entriesPerKey: 5,
    secretHash: await secretHashOf(SECRET),
    beacon: null,
    versions: versions ?? await programVersions(),
  };
}

/** Versions of this program; all its datasets are of one generator. */
const programVersions = lazy(async (): Promise<SeasonVersions> => {
  const engine = await reloadEngine(await compileEngine(), OWN_GENERATION);
  return seasonVersions(engine, await makeDatasets());
});

/** The services of an arena in memory, with its store. */
export interface InlineSeasons {
  readonly service: SeasonService;
  readonly practice: Practice;
  readonly store: ArenaStore;
}

/** Returns an arena in memory with one open season, whose receipts are signed. */
export async function inlineSeasons(
  engine: Engine,
  { datasets, markets }: {
    readonly datasets: readonly Dataset[];
    readonly markets: readonly Market[];
  },
  clock: Clock,
  countTries: CountTries,
): Promise<InlineSeasons> {
  const store = openSqliteArena(":memory:", clock);
  const now = { epochMs: clock.epochMs() };
  const versions = seasonVersions(engine, datasets);
  await store.seasons.create(await openSeason(datasets, now, versions));
  const from = secondOf(clock.epochMs() - WEEK_MS);
  await store.signingKeys.add(keyRecordOf(testKey(), from, null), null);
  const service = new Seasons({
    store: store.seasons,
    engine,
    datasets,
    clock,
    signer: testSigner(),
    makeSalt: () => crypto.getRandomValues(new Uint8Array(16)),
  });
  const summaries = markets.flatMap(({ id: marketId, key: marketKey, timeframes }) =>
    TIMEFRAMES.flatMap((timeframe) => {
      const facts = timeframes[timeframe];
      return facts === undefined ? [] : [{ ...facts, marketId, marketKey, timeframe }];
    })
  );
  const practice = openPractice({ store, engine, summaries, issuer: ISSUER, clock, countTries });
  return { service, practice, store };
}

/** Returns a signer with a key that everyone knows. */
export function testSigner(): Signer {
  const key = testKey();
  return {
    issuer: ISSUER,
    sign: (statement) => Promise.resolve(key.sign(statement)),
    hash: hashNow,
  };
}

/** Returns the key of the signer. */
function testKey(): SigningKey {
  return signingKeyOf(new Uint8Array(32).fill(9));
}
