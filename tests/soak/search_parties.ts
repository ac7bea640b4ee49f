/**
 * The clients of a soak of searches: honest keys with searches of every method, and a hostile key that
 * takes whatever it is allowed to.
 *
 * @module
 */

import type { SearchRequest } from "../../server/contracts/search.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import type { ArenaClient } from "../../server/client/client.ts";
import { FAMILY } from "../../server/testing/arena.ts";

const OWN = "/components/0/strategyParams/";
const SEARCHES = `${FAMILY}/searches`;
const POLL_MS = 100;
const BASE = { marketId: 1, timeframe: "hourly" as const };

type Plan = SearchRequest["plan"];

function planOf(method: Plan["method"], rest: Partial<Plan> = {}): Plan {
  return {
    base: { ...BASE, components: [{ strategyId: "yield-rsi" }] },
    axes: [
      { path: `${OWN}period`, min: 2, max: 30, steps: 29 },
      { path: `${OWN}overbought`, min: 55, max: 85, steps: 60 },
    ],
    method,
    // A report with evaluations depends on those that the key has had before.
    evaluate: 0,
    ...rest,
  };
}

/** The search whose time is compared, alone and beside the others. */
export const SMALL: Plan = planOf({ kind: "sobol", count: 2_048, seed: 7 }, { evaluate: 5 });

/** Searches of every method; each is run again and again, and must give the same report. */
const HONEST: Readonly<Record<string, Plan>> = {
  grid: planOf({ kind: "grid" }),
  random: planOf({ kind: "random", count: 6_000, seed: 1 }),
  sobol: planOf({ kind: "sobol", count: 9_000, seed: 2 }, {
    windows: { kind: "holdout", share: 0.25 },
  }),
  halving: planOf({ kind: "halving", count: 16_384, seed: 3 }),
  adaptive: planOf({ kind: "adaptive", count: 3_000, seed: 4 }),
  folds: planOf({ kind: "sobol", count: 2_000, seed: 5 }, {
    windows: { kind: "walkForward", folds: 3 },
  }),
};

/** The heaviest search: as many components and candidates as are allowed, with evaluations. */
const HOSTILE: Plan = {
  base: {
    ...BASE,
    components: Array.from({ length: 16 }, () => ({ strategyId: "yield-rsi" })),
  },
  axes: [
    { path: `${OWN}period`, min: 2, max: 90 },
    { path: `${OWN}overbought`, min: 52, max: 90 },
  ],
  method: { kind: "halving", count: 131_072, seed: 6 },
  evaluate: 128,
};

/** A key, and how it reaches the server that runs now. */
export interface Party {
  readonly key: string;
  client(): ArenaClient;
  origin(): string;
  /** Runs a request; repeats it after a refusal or a kill, as a client does. */
  ask<T>(name: string, request: () => Promise<T>): Promise<T>;
  isOver(): boolean;
  fault(sentence: string): void;
}

/** Starts a search and waits for its end; returns the seconds. */
export async function searched(party: Party, request: SearchRequest): Promise<SearchEnd> {
  const startMs = performance.now();
  const { searchId } = await party.ask("start", () => party.client().startSearch(request));
  for (;;) {
    const view = await party.ask("view", () => party.client().getSearch(searchId));
    const seconds = (performance.now() - startMs) / 1000;
    if (view.endedAt !== null) return { ...view, seconds };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** A search that has ended. */
export interface SearchEnd {
  readonly searchId: string;
  readonly seconds: number;
  readonly status: string;
  readonly failure: string | null;
  readonly report: unknown;
}

/** An honest key: searches of all methods, their events, files and a cancellation now and then. */
export async function honest(
  party: Party,
  reports: Map<string, string>,
  seed: number,
): Promise<number> {
  const names = Object.keys(HONEST);
  let ended = 0;
  for (let turn = seed; !party.isOver(); turn++) {
    const name = names[turn % names.length] ?? "grid";
    const plan = HONEST[name] ?? SMALL;
    if (turn % 5 === 4) {
      const { searchId } = await party.ask("start", () => party.client().startSearch({ plan }));
      const gone = await party.ask("cancel", () => party.client().cancelSearch(searchId));
      if (gone.endedAt === null) party.fault(`${name} goes on after its cancellation`);
      continue;
    }
    const points = turn % 2 === 0 ? "all" as const : "none" as const;
    const { searchId, status, failure, report } = await searched(party, { plan, points });
    if (status !== "done") party.fault(`${name} is ${status}: ${failure}`);
    const bytes = new TextEncoder().encode(JSON.stringify(report, withoutTrials));
    const [sha256, known] = [await sha256Hex(bytes), reports.get(name)];
    if (known !== undefined && known !== sha256) party.fault(`${name} gives two reports`);
    reports.set(name, sha256);
    ended++;
    await party.ask("events", () => read(party, `${searchId}/events`));
    if (points === "all") await party.ask("file", () => read(party, `${searchId}/points.parquet`));
  }
  return ended;
}

/** Leaves out what a report says about luck, which depends on the trials that the key has had before. */
function withoutTrials(name: string, value: unknown): unknown {
  return name === "luck" || name === "verdict" ? undefined : value;
}

/** A hostile key: two of the heaviest searches at all times, and floods of everything else. */
export async function hostile(party: Party): Promise<void> {
  const search = async (): Promise<void> => {
    while (!party.isOver()) {
      const { searchId } = await party.ask(
        "start",
        () => party.client().startSearch({ plan: HOSTILE }),
      );
      const lastsMs = 20_000 * Math.random();
      await new Promise((resolve) => setTimeout(resolve, lastsMs));
      await party.ask("cancel", () => party.client().cancelSearch(searchId));
    }
  };
  const flood = async (path: string): Promise<void> => {
    while (!party.isOver()) {
      const bodies = Array.from({ length: 8 }, () => read(party, path).catch(() => {}));
      await Promise.all([...bodies, new Promise((resolve) => setTimeout(resolve, 250))]);
    }
  };
  const { searchId } = await searched(party, { plan: SMALL, points: "all" });
  const paths = ["", searchId, `${searchId}/events`, `${searchId}/points.parquet`];
  await Promise.all([search(), search(), ...paths.map(flood)]);
}

/** A refusal, with the status that `ask` waits for. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

async function read(party: Party, path: string): Promise<void> {
  const response = await fetch(`${party.origin()}${SEARCHES}/${path}`, {
    headers: { "x-api-key": party.key },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Refused(response.status);
}
