import type { Candidate } from "../../contracts/candidate.ts";
import type { ShownRun } from "../../engine/engine.ts";
import { accepted, describeArena, showRun, toMarketColumns } from "./answers.ts";
import type { EngineClient } from "./client.ts";
import { find } from "./program.ts";
import type { Files } from "./files.ts";
import type { Arena, MarketColumns, Program } from "./messages.ts";

/** The first run of the page, with everything that its first curve shows. */
export interface FirstRun {
  readonly candidate: Candidate;
  readonly shown: ShownRun;
  readonly dataset: MarketColumns;
  /** Reads the catalogue, the profile and the markets, which the curve does not need. */
  arena(): Arena;
}

/**
 * Runs a candidate on the thread of the page, which has nothing else to do before the first curve and
 * does not wait for a worker to start. Returns null on a market that the server does not have, and after
 * a failure or a refusal, which the worker reports.
 */
export async function makeFirstRun(
  { loadDataset, makeEngine }: Pick<Files, "loadDataset" | "makeEngine">,
  loading: Promise<Program>,
  candidate: Candidate,
): Promise<FirstRun | null> {
  try {
    const { module, sources } = await loading;
    const { marketId, timeframe = "hourly" } = candidate;
    const source = find(sources, marketId, timeframe);
    if (source === undefined) return null;
    const engine = await makeEngine(module);
    const dataset = await loadDataset(source, engine);
    accepted(engine.addDataset(dataset));
    const shown = showRun(engine, candidate);
    return {
      candidate,
      shown,
      dataset: toMarketColumns(engine, dataset),
      arena: () => describeArena(engine, sources),
    };
  } catch {
    return null;
  }
}

/**
 * Returns a client that answers from the first run what the page asks first, each once. It passes on
 * all other calls, and every call if there is no first run.
 *
 * @param drawn resolves when a run that the page got before is on the screen
 */
export function withFirstRun(
  client: EngineClient,
  first: () => Promise<FirstRun | null>,
  drawn: () => Promise<void>,
): EngineClient {
  const taken = new Set<string>();
  /** Returns the first run unless this part of it was taken. */
  const take = async (part: string): Promise<FirstRun | null> => {
    if (taken.has(part)) return null;
    taken.add(part);
    return await first();
  };
  return Object.assign(Object.create(client) as EngineClient, {
    arena: async () => {
      const made = await take("arena");
      if (made === null) return await client.arena();
      await drawn();
      return made.arena();
    },
    show: async (candidate: Candidate) => {
      const made = await take("show");
      const isMade = JSON.stringify(made?.candidate) === JSON.stringify(candidate);
      return isMade && made !== null ? made.shown : await client.show(candidate);
    },
    columns: async (...name: Parameters<EngineClient["columns"]>) => {
      const made = await take("columns");
      const { marketId, timeframe } = made?.dataset.header ?? {};
      const isMade = marketId === name[0] && timeframe === name[1];
      return isMade && made !== null ? made.dataset : await client.columns(...name);
    },
  });
}
