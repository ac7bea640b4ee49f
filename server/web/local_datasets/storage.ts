import { withStores } from "../database.ts";
import type { DatasetHeader } from "../../datasets/dataset.ts";
import type { LocalDataset, LocalFacts } from "./reader_messages.ts";

/** Facts for the list, and contents for runs and downloads; keyed by market and timeframe. */
const [FACTS, CONTENTS] = ["facts", "contents"] as const;
const BOTH = [FACTS, CONTENTS];

type Key = [number, string];
type Contents = Pick<LocalDataset, "columns" | "csv">;

/** Returns the facts of every stored dataset. */
export function listLocal(): Promise<readonly LocalFacts[]> {
  return withStores([FACTS], "readonly", (stores) => stores(FACTS).getAll());
}

/** Returns the headers of every stored dataset; none in a browser without storage. */
export async function headersOfLocal(): Promise<readonly DatasetHeader[]> {
  return (await listLocal().catch(() => [])).map(({ header }) => header);
}

/** Returns a stored dataset, or null. */
export async function loadLocal(marketId: number, timeframe: string): Promise<LocalDataset | null> {
  const key: Key = [marketId, timeframe];
  const [facts, contents] = await Promise.all([
    withStores<LocalFacts | undefined>([FACTS], "readonly", (stores) => stores(FACTS).get(key)),
    withStores<Contents | undefined>([CONTENTS], "readonly", (stores) => stores(CONTENTS).get(key)),
  ]);
  return facts === undefined || contents === undefined ? null : { ...facts, ...contents };
}

/** Stores datasets atomically. */
export async function saveLocal(datasets: readonly LocalDataset[]): Promise<void> {
  await withStores(BOTH, "readwrite", (stores) => {
    const puts = datasets.map(({ columns, csv, ...facts }) => {
      const key: Key = [facts.entry.marketId, facts.entry.timeframe];
      stores(CONTENTS).put({ columns, csv }, key);
      return stores(FACTS).put(facts, key);
    });
    return puts.at(-1) ?? null;
  });
}

/** Deletes all datasets of a market. */
export async function removeLocal(marketId: number): Promise<void> {
  const all = IDBKeyRange.bound([marketId, ""], [marketId, "\uffff"]);
  await withStores(BOTH, "readwrite", (stores) => {
    stores(CONTENTS).delete(all);
    return stores(FACTS).delete(all);
  });
}
