import { sha256 } from "../base/hash.ts";
import { inTurn } from "./in_turn.ts";
import type { Entered, SeasonDefinition } from "../contracts/season.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { signingKeyOf } from "../process/signing_key.ts";
import { keyRecordOf, type PublishedKey } from "../season/rules/published_keys.ts";
import type { Receipt, SigningKey } from "../season/rules/receipt.ts";
import { ArenaFolder } from "../season/service/arena_folder.ts";
import { NO_PRACTICE } from "../season/service/empty_arena.ts";
import { readEntry } from "../season/service/entry_request.ts";
import { Seasons } from "../season/service/seasons.ts";
import { openSqliteArena } from "../season/store/open.ts";
import { openSqliteSearches } from "../store/searches.ts";
import { ManualClock } from "./clock.ts";
import { encoded } from "./encoded.ts";
import { inlineWorkers } from "./inline_workers.ts";
import { MemoryParts } from "./memory_parts.ts";
import { REVEAL, SECRET } from "./reveal.ts";
import { scoreSeasons, seasonOf, signerOf } from "./season.ts";

/** The season that {@link playSeason} plays. */
export interface SeasonScript {
  /** Differences from the usual definition. */
  readonly season: Partial<SeasonDefinition>;
  readonly candidates: readonly unknown[];
  /** Number of keys, which enter the candidates in turns. */
  readonly keyCount: number;
  /** Returns when an entry is accepted, by its place. */
  acceptedAt(at: number): string;
  readonly revealedAt: string;
  readonly beaconSignature?: string | null;
  /** Names of entries by number. */
  readonly names: Readonly<Record<string, string>>;
  /** Address of the arena. */
  readonly issuer: string;
  /** The engine that scores; an honest operator's is that of the entries. */
  readonly scoring?: Engine;
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
const [FIRST_KEY_AT, SECOND_KEY_AT] = ["2026-10-01T00:00:00Z", "2026-12-01T00:00:00Z"];

/** Plays a season with the services and the store of a server, and publishes its files. */
export async function playSeason(
  engine: Engine,
  datasets: readonly Dataset[],
  { season, candidates, keyCount, revealedAt, beaconSignature = null, ...script }: SeasonScript,
): Promise<PlayedSeason> {
  const clock = new ManualClock();
  const goTo = (instant: string): void => clock.advance(Date.parse(instant) - clock.epochMs());
  const store = openSqliteArena(":memory:", clock);
  const searches = openSqliteSearches(":memory:", clock, { files: new MemoryParts() });
  const [key, next] = [signingKeyOf(SECRET), signingKeyOf(new Uint8Array(32).fill(7))];
  const signer = signerOf(key, script.issuer);
  try {
    await store.signingKeys.add(keyRecordOf(key, FIRST_KEY_AT, null), null);
    const usual = { entriesPerKey: 5, ...season };
    await store.seasons.create(await seasonOf(engine, datasets, usual));
    let salts = 0;
    const makeSalt = (): Uint8Array<ArrayBuffer> => new Uint8Array(16).fill(++salts);
    const parts = { store: store.seasons, engine, datasets, clock, signer, makeSalt };
    const service = new Seasons(parts);
    const entries = await inTurn([...candidates.entries()], async ([at, candidate]) => {
      goTo(script.acceptedAt(at));
      const entry = readEntry(engine, encoded({ candidate, name: script.names[at + 1] ?? "" }));
      const { bytes } = await service.enterSeason(`key-${at % keyCount}`, SEASON_ID, entry);
      return receiptOf((JSON.parse(new TextDecoder().decode(bytes)) as Entered).receipt);
    });
    goTo(revealedAt);
    const signature = beaconSignature && Uint8Array.fromHex(beaconSignature);
    const beacon = signature && await sha256(signature);
    const reveal = { ...REVEAL, beaconSignature: signature || null, beacon: beacon || null };
    const { kind } = await store.seasons.reveal(SEASON_ID, reveal);
    if (kind !== "done") throw new Error(`the season was not revealed: ${kind}`);
    const workers = inlineWorkers(script.scoring ?? engine);
    await scoreSeasons({ arena: store, searches, engine, datasets, workers, clock, signer });
    goTo(SECOND_KEY_AT);
    await store.signingKeys.add(keyRecordOf(next, SECOND_KEY_AT, key), clock.epochMs());
    const results = await store.seasons.results(SEASON_ID);
    const boards = results.map(({ receipt }) => receiptOf(receipt && JSON.parse(receipt)));
    const files = await filesOf(new ArenaFolder({ store, practice: NO_PRACTICE, clock }));
    const keys = JSON.parse(new TextDecoder().decode(files.get("keys.json")));
    return { files, entries, boards, key, keys };
  } finally {
    await searches.close();
    await store.close();
  }
}

/** Returns all files of a folder. */
export async function filesOf(folder: ArenaFolder): Promise<Folder> {
  const paths = await folder.paths();
  return new Map(
    await Promise.all(paths.map(async (path) => {
      return [path, (await folder.file(path))?.bytes ?? new Uint8Array()] as const;
    })),
  );
}

function receiptOf(receipt: Receipt | null): Receipt {
  if (receipt === null) throw new Error("the arena signs nothing");
  return receipt;
}
