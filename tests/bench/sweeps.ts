/**
 * Measures runs and sweeps beside the same strategy as one writes it by hand; see `subject.ts`, and
 * `fastest.ts` for the meaning of a figure.
 *
 * @module
 */

import { Arena, type Candidate, type Plan } from "../../engine-rs/package/arena.ts";
import { officialManifest } from "../../server/testing/official.ts";
import { ROOT } from "../../server/testing/root.ts";
import { fastest, inTurn, type Timed, timed } from "./fastest.ts";
import { Peer, type PeerWork } from "./peer.ts";
import {
  type Component,
  engine,
  RSI,
  RSI_TURNS,
  rsiOf,
  sharedRsiOf,
  simulationOf,
} from "./subject.ts";

const ROUNDS = 100;
const RUN_ROUNDS = 1000;
/** After these rounds V8 has optimised the engine; numba compiles before its first round. */
const WARM_UP_ROUNDS = 100;
const SWEPT = 1000;

const FILE = "susde-hourly.csv";

const encoder = new TextEncoder();

/** One-component candidates: in turn, or as a plan of 1,000. */
export interface SweepFigures {
  /** Candidates of a sweep per second and core, each with its own indicator. */
  readonly own: number;
  /** The same with one indicator for all candidates, and a threshold for each. */
  readonly shared: number;
  /** The work of numba over ours, by its name; null where numba cannot be installed. */
  readonly ofNumba: Readonly<Record<PeerWork, number>> | null;
}

/** Measures sweeps, as a search runs them: a range of a plan in, columns out. */
export async function measureSweeps(): Promise<SweepFigures> {
  await using peer = await Peer.start();
  const one = inTurn(RSI_TURNS.map(simulationOf));
  const ours = { own: sweepOf(rsiOf), shared: sweepOf(sharedRsiOf) };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    for (const work of [one, ...Object.values(ours)]) await work();
  }
  if (peer === null) {
    const { own, shared } = await fastest(ours, ROUNDS);
    return { own: perSecond(own), shared: perSecond(shared), ofNumba: null };
  }
  // Runs alternate with runs alone: after milliseconds of a sweep, their caches would be empty.
  const runs = await fastest({ one, numba: () => peer.round("one") }, RUN_ROUNDS);
  const sweeps = await fastest({
    ...ours,
    numbaOwn: () => peer.round("own"),
    numbaShared: () => peer.round("shared"),
  }, ROUNDS);
  return {
    own: perSecond(sweeps.own),
    shared: perSecond(sweeps.shared),
    ofNumba: {
      one: runs.numba / runs.one,
      own: sweeps.numbaOwn / sweeps.own,
      shared: sweeps.numbaShared / sweeps.shared,
    },
  };
}

/** The rate of `Arena.sweep` of `pkg/` over that of `Arena.plan` with the same candidates. */
export async function measureLibrarySweeps(): Promise<{ own: number; shared: number }> {
  const arena = await Arena.open(new URL("../../pkg/arena_engine_bg.wasm", import.meta.url));
  const csv = await Deno.readTextFile(`${ROOT}datasets/${FILE}`);
  arena.addMarket(await officialManifest(), FILE, csv);
  const works = (component: (index: number) => Component) => {
    const plan = planOf(component);
    const candidates = Array.from({ length: SWEPT }, (_, index) => ({
      marketId: 1,
      components: [component(index)],
    })) as Candidate[];
    return [timed(() => arena.sweep(candidates)), timed(() => arena.plan(plan))] as const;
  };
  const [ownSweep, ownPlan] = works(rsiOf);
  const [sharedSweep, sharedPlan] = works(sharedRsiOf);
  const found = await fastest({ ownSweep, ownPlan, sharedSweep, sharedPlan }, ROUNDS);
  return { own: found.ownPlan / found.ownSweep, shared: found.sharedPlan / found.sharedSweep };
}

function perSecond(nanoseconds: number): number {
  return 1e9 / nanoseconds;
}

/** Returns a sweep, with the time of one of its candidates. */
function sweepOf(component: (index: number) => Component): Timed {
  const plan = planOf(component);
  const request = encoder.encode(JSON.stringify({ plan, from: 0, count: SWEPT }));
  if (engine.planColumns(request).length === 0) {
    throw new Error("Cannot measure: a plan is wrong");
  }
  const sweep = timed(() => engine.planColumns(request));
  return async () => await sweep() / SWEPT;
}

function planOf(component: (index: number) => Component): Plan {
  const axes = [["period", 2, 120], ["overbought", 50, 95]].map(([name, min, max]) => {
    return { path: `/components/0/strategyParams/${name}`, min, max };
  });
  const base = { marketId: 1, components: [RSI] } as Candidate;
  const rows = Array.from({ length: SWEPT }, (_, index) => {
    const { period, overbought } = component(index).strategyParams ?? {};
    return [Number(period), Number(overbought)];
  });
  return { base, axes, method: "list", rows };
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- the output of the command
  console.log(JSON.stringify([await measureSweeps(), await measureLibrarySweeps()]));
}
