// This module is browser compatible.

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Market } from "../../contracts/catalog.ts";
import { toMarkets } from "../../datasets/markets.ts";
import { messageOf } from "../../base/errors.ts";
import type { DatasetHeader } from "../../datasets/dataset.ts";
import type { DatasetSummary } from "../../contracts/types.ts";
import type { DatasetName, Program } from "../engine/messages.ts";
import { programUrl } from "../programs.ts";
import type { ListedOwn, OwnFacts, Reading, ReadOrder, TakenOwn } from "./messages.ts";
import { keepOwn, listOwn, loadOwn, removeOwn } from "./storage.ts";

/** Has an engine check a dataset that the browser keeps, and describe it. */
export type Summarize = (name: DatasetName) => Promise<DatasetSummary>;

const kept = signal<readonly ListedOwn[]>([]);

/** What this browser keeps of the reader's own; no server has it. */
export const ownDatasets: ReadonlySignal<readonly ListedOwn[]> = kept;

/** Its markets, as a server lists those that it has. */
export const ownMarkets: ReadonlySignal<readonly Market[]> = computed(() =>
  toMarkets(
    kept.value.flatMap(({ entry, summary }) =>
      summary === null ? [] : [{ name: entry.name, summary }]
    ),
  )
);

/** Lists what an earlier visit has kept. A browser without storage has kept nothing. */
export async function openOwn(summarize: Summarize): Promise<void> {
  const facts = await listOwn().catch(() => []);
  kept.value = await Promise.all(facts.map(async (own) => {
    try {
      return { ...own, summary: await summarize(own.header), fault: null };
    } catch (thrown) {
      return { ...own, summary: null, fault: messageOf(thrown) };
    }
  }));
}

/** Reads files in a worker of its own, which ends with the answer. */
export async function readOwn(
  order: Omit<ReadOrder, "module">,
  program: () => Promise<Program>,
): Promise<Reading> {
  const worker = new Worker(programUrl("reader"), { type: "module" });
  const reading = new Promise<Reading>((resolve) => {
    worker.onmessage = ({ data: answer }: MessageEvent<Reading>) => resolve(answer);
    worker.onerror = (event) => {
      event.preventDefault();
      const sentence = `Cannot read files in this browser: ${event.message ?? "no reader starts"}`;
      resolve({ kind: "fault", sentence });
    };
  });
  try {
    const { module } = await program();
    worker.postMessage({ ...order, module });
    return await reading;
  } catch (thrown) {
    return { kind: "fault", sentence: messageOf(thrown) };
  } finally {
    worker.terminate();
  }
}

/**
 * Keeps datasets in this browser. What is kept already is not replaced.
 *
 * @returns why they cannot be kept, null when they are
 */
export async function keep(datasets: readonly TakenOwn[]): Promise<string | null> {
  const conflict = datasets.map(conflictOf).find((sentence) => sentence !== null);
  if (conflict !== undefined) return conflict;
  try {
    await keepOwn(datasets);
    const added = datasets.map(({ entry, header, summary }) => {
      return { entry, header, summary, fault: null };
    });
    const isAdded = ({ header }: OwnFacts): boolean => added.some((own) => isSame(own, { header }));
    kept.value = [...kept.value.filter((own) => !isAdded(own)), ...added];
    return null;
  } catch (thrown) {
    return `Cannot keep the dataset in this browser: ${messageOf(thrown)}`;
  }
}

/** Removes all datasets of a market; returns why it cannot, null when it has. */
export async function remove(marketId: number): Promise<string | null> {
  try {
    await removeOwn(marketId);
    kept.value = kept.value.filter(({ entry }) => entry.marketId !== marketId);
    return null;
  } catch (thrown) {
    return `Cannot remove the dataset: ${messageOf(thrown)}`;
  }
}

/** Returns the CSV file of a dataset as it was given. */
export async function fileOf({ entry }: OwnFacts): Promise<string> {
  const dataset = await loadOwn(entry.marketId, entry.timeframe);
  return new TextDecoder().decode(dataset?.csv);
}

/** Returns why a dataset cannot stand beside those that are kept; null when it can. */
function conflictOf(own: TakenOwn): string | null {
  const { marketId, name, timeframe } = own.entry;
  const advice = "remove it first, or give this one another name";
  const others = kept.value.filter(({ entry }) => entry.marketId === marketId);
  if (others.some(({ header }) => termsOf(header) !== termsOf(own.header))) {
    return `Cannot keep ${name}: a market of this name is here with other facts; ${advice}`;
  }
  const same = others.find((other) => isSame(other, own));
  if (same === undefined || same.header.sha256 === own.header.sha256) return null;
  return `Cannot keep ${name}: it has ${timeframe} bars here already, of another file; ${advice}`;
}

function isSame(one: Pick<OwnFacts, "header">, other: Pick<OwnFacts, "header">): boolean {
  return one.header.marketId === other.header.marketId &&
    one.header.timeframe === other.header.timeframe;
}

/** What the datasets of a market have in common. */
function termsOf({ marketKey, expiry, farExpiry, scalarRoot }: DatasetHeader): string {
  return JSON.stringify([marketKey, Date.parse(expiry), Date.parse(farExpiry ?? ""), scalarRoot]);
}
