// This module is browser compatible.

import { withStores } from "../database.ts";
import type { OwnDataset, OwnFacts } from "./messages.ts";

/** What is listed, and what only a run or a download needs; both by market and timeframe. */
const [FACTS, CONTENTS] = ["facts", "contents"] as const;
const BOTH = [FACTS, CONTENTS];

type Key = [number, string];
type Contents = Pick<OwnDataset, "columns" | "csv">;

/** Returns what is known of every dataset that this browser keeps. */
export function listOwn(): Promise<readonly OwnFacts[]> {
  return withStores([FACTS], "readonly", (stores) => stores(FACTS).getAll());
}

/** Returns a dataset that this browser keeps; null when it has none of that name. */
export async function loadOwn(marketId: number, timeframe: string): Promise<OwnDataset | null> {
  const key: Key = [marketId, timeframe];
  const [facts, contents] = await Promise.all([
    withStores<OwnFacts | undefined>([FACTS], "readonly", (stores) => stores(FACTS).get(key)),
    withStores<Contents | undefined>([CONTENTS], "readonly", (stores) => stores(CONTENTS).get(key)),
  ]);
  return facts === undefined || contents === undefined ? null : { ...facts, ...contents };
}

/** Keeps datasets, all of them or none. */
export async function keepOwn(datasets: readonly OwnDataset[]): Promise<void> {
  await withStores(BOTH, "readwrite", (stores) => {
    const puts = datasets.map(({ columns, csv, ...facts }) => {
      const key: Key = [facts.entry.marketId, facts.entry.timeframe];
      stores(CONTENTS).put({ columns, csv }, key);
      return stores(FACTS).put(facts, key);
    });
    return puts.at(-1) ?? null;
  });
}

/** Removes all datasets of a market. */
export async function removeOwn(marketId: number): Promise<void> {
  const all = IDBKeyRange.bound([marketId, ""], [marketId, "\uffff"]);
  await withStores(BOTH, "readwrite", (stores) => {
    stores(CONTENTS).delete(all);
    return stores(FACTS).delete(all);
  });
}
