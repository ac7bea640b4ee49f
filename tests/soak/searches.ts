import { sha256Hex } from "../../server/base/hash.ts";
import { type ArenaClient, ArenaProblem, type SearchRequest } from "../../server/client/client.ts";

type Plan = SearchRequest["plan"];

const OWN = "/components/0/strategyParams/";
const PAUSE_MS = 500;

function planOf(method: Plan["method"], rest: Partial<Plan> = {}): Plan {
  return {
    base: { marketId: 1, timeframe: "hourly", components: [{ strategyId: "yield-rsi" }] },
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

/** Searches of several methods; each is run again and again, and must give the same report. */
const PLANS: Readonly<Record<string, Plan>> = {
  grid: planOf({ kind: "grid" }),
  halving: planOf({ kind: "halving", count: 4_096, seed: 3 }),
  adaptive: planOf({ kind: "adaptive", count: 1_000, seed: 4 }),
  folds: planOf({ kind: "sobol", count: 2_000, seed: 5 }, {
    windows: { kind: "walkForward", folds: 3 },
  }),
};

/** The run that the searches are a part of. */
export interface Surroundings {
  client(): ArenaClient;
  /** Number of the server that runs now, once it runs. */
  life(): Promise<number>;
  isOver(): boolean;
  fault(sentence: string): void;
}

/**
 * Runs each search in turn until the run is over, whatever happens to its server, and compares the
 * reports; returns the number of searches.
 */
export async function searchAgain(around: Surroundings): Promise<number> {
  const reports = new Map<string, string>();
  const plans = Object.entries(PLANS);
  let count = 0;
  while (count < 2 * plans.length || !around.isOver()) {
    const [name, plan] = plans[count % plans.length] ?? ["", planOf({ kind: "grid" })];
    const { status, failure, report } = await ended(around, plan);
    if (status !== "done") around.fault(`the search ${name} is ${status}: ${failure}`);
    const bytes = new TextEncoder().encode(JSON.stringify(report, withoutTrials));
    const [sha256, known] = [await sha256Hex(bytes), reports.get(name)];
    if (known !== undefined && known !== sha256) around.fault(`${name} gives two reports`);
    reports.set(name, sha256);
    count++;
  }
  return count;
}

/** Leaves out what a report says about luck, which depends on the trials that the key has had before. */
function withoutTrials(name: string, value: unknown): unknown {
  return name === "luck" || name === "verdict" ? undefined : value;
}

async function ended(
  around: Surroundings,
  plan: Plan,
): Promise<Awaited<ReturnType<ArenaClient["getSearch"]>>> {
  const { searchId } = await ask(around, (client) => client.startSearch({ plan }));
  for (;;) {
    const view = await ask(around, (client) => client.getSearch(searchId));
    if (view.endedAt !== null) return view;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Asks, and again after a refusal for want of room or after a kill, as a client does. */
async function ask<T>(
  around: Surroundings,
  request: (client: ArenaClient) => Promise<T>,
): Promise<T> {
  for (;;) {
    const life = await around.life();
    try {
      return await request(around.client());
    } catch (error) {
      const isBusy = error instanceof ArenaProblem && [429, 503].includes(error.status);
      if (!isBusy && life === await around.life()) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
