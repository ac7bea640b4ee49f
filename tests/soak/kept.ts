import { keyIdOf } from "../../server/auth/api_key.ts";
import { openDatabase } from "../../server/store/database.ts";
import { SqlKeyRegister } from "../../server/store/sql_keys.ts";
import { SqliteSql } from "../../server/store/sqlite.ts";
import { KEPT_MAX } from "../../server/store/trials.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { storedTrials } from "../../server/testing/trials.ts";

/** Trials are written every second; under load the timer is a little late. */
const WRITTEN_AFTER_MS = 1_500;

/** Candidates of payloads, each of which adds a ratio when it is evaluated. */
const PAYLOADS = 2;

interface Counts {
  /** Sent requests: the upper bound. */
  sent: number;
  /** Requests answered long enough before the server ended: the lower bound. */
  certain: number;
}

/** Compares a server's answers with the files that it left behind. */
export class Kept {
  readonly #keys: string[] = [];
  readonly #trials = new Map<string, Map<number, Counts>>();
  #recent: { readonly counts: Counts; readonly atMs: number }[] = [];

  /** Records an announced key. */
  keyMade(key: string): void {
    this.#keys.push(key);
  }

  /** Records a sent simulation; returns a function to call on its answer. */
  sent(key: string, marketId: number): () => void {
    const markets = this.#trials.get(key) ?? new Map<number, Counts>();
    this.#trials.set(key, markets);
    const counts = markets.get(marketId) ?? { sent: 0, certain: 0 };
    markets.set(marketId, counts);
    counts.sent++;
    return () => this.#recent.push({ counts, atMs: performance.now() });
  }

  /** Settles the answered requests when the server has ended; after an orderly stop, these are all. */
  ended(isOrderly: boolean): void {
    const sinceMs = isOrderly ? Infinity : performance.now() - WRITTEN_AFTER_MS;
    for (const { counts, atMs } of this.#recent) counts.certain += atMs <= sinceMs ? 1 : 0;
    this.#recent = [];
  }

  /** Returns entries that the files lack or have in excess; no other process may write to them. */
  async faults(keysFile: string): Promise<readonly string[]> {
    const database = openDatabase(keysFile);
    try {
      const integrity = database.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
      const keys = new SqlKeyRegister(new SqliteSql(() => database));
      const lost = await inTurn(this.#keys, async (key) => {
        return await keys.find(keyIdOf(key) ?? "") === null ? [`a key is lost`] : [];
      });
      const datasets = await hourlyDatasets();
      const wrong = [...this.#trials].flatMap(([key, markets]) => {
        return [...markets].map(([marketId, { sent, certain }]) => {
          const stored = storedTrials(database, keyIdOf(key) ?? "", datasets.get(marketId));
          const [min, max] = [Math.min(certain, KEPT_MAX), sent + PAYLOADS];
          return stored.ratios >= min && stored.ratios <= max
            ? null
            : `${stored.ratios} candidates on market ${marketId}, must be ${min} to ${max}`;
        });
      });
      const broken = integrity === "ok" ? [] : [`the file is broken: ${integrity}`];
      return [...broken, ...lost.flat(), ...wrong.filter((fault) => fault !== null)];
    } finally {
      database.close();
    }
  }
}

/** Returns the hash of each market's hourly dataset, because all requests are hourly. */
async function hourlyDatasets(): Promise<ReadonlyMap<number, string>> {
  const datasets = (await officialDatasets()).map(({ header }) => header);
  const hourly = datasets.filter(({ timeframe }) => timeframe === "hourly");
  return new Map(hourly.map(({ marketId, sha256 }) => [marketId, sha256]));
}
