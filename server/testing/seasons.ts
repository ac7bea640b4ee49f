import type { Clock } from "../base/clock.ts";
import type { CountTries } from "../store/trial_store.ts";
import type { Market } from "../contracts/catalog.ts";
import { TIMEFRAMES } from "../contracts/timeframes.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { keyRecordOf } from "../season/rules/published_keys.ts";
import { signingKeyOf } from "../process/signing_key.ts";
import type { Signer, SigningKey } from "../season/rules/receipt.ts";
import { secondOf } from "../season/rules/records.ts";
import type { SeasonService } from "../season/service/seasons.ts";
import { Seasons } from "../season/service/seasons.ts";
import { openPractice, type Practice } from "../season/service/practice.ts";
import type { ArenaStore } from "../season/store/arena_store.ts";
import { openSqliteArena } from "../season/store/open.ts";
import { seasonOf, signerOf } from "./season.ts";

/** Public address of the arena of a test. */
const ISSUER = "https://arena.example";
const WEEK_MS = 7 * 86_400_000;
/** Boards of the open season. */
const BOARDS = 6;

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
  const boards = datasets.map(({ header }) => `${header.marketKey}-${header.timeframe}`);
  const season = await seasonOf(engine, datasets, {
    boards: boards.slice(0, BOARDS),
    opensAt: secondOf(clock.epochMs() - WEEK_MS),
    closesAt: secondOf(clock.epochMs() + WEEK_MS),
    entriesPerKey: 5,
  });
  await store.seasons.create(season);
  await store.signingKeys.add(keyRecordOf(testKey(), season.opensAt, null), null);
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
  return signerOf(testKey(), ISSUER);
}

/** Returns the key of the signer. */
function testKey(): SigningKey {
  return signingKeyOf(new Uint8Array(32).fill(9));
}
