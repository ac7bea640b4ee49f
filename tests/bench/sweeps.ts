/**
 * Measures runs and sweeps beside the same strategy as one writes it by hand; see `subject.ts`, and
 * `fastest.ts` for the meaning of a figure.
 *
 * @module
 */

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

const ROUNDS = 30;
const SWEPT = 1000;

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
  const ours: Record<PeerWork, Timed> = {
    one: inTurn(RSI_TURNS.map(simulationOf)),
    own: sweepOf(rsiOf),
    shared: sweepOf(sharedRsiOf),
  };
  if (peer === null) {
    const { own, shared } = await fastest(ours, ROUNDS);
    return { own: perSecond(own), shared: perSecond(shared), ofNumba: null };
  }
  const found = await fastest({
    ...ours,
    numbaOne: () => peer.round("one"),
    numbaOwn: () => peer.round("own"),
    numbaShared: () => peer.round("shared"),
  }, ROUNDS);
  return {
    own: perSecond(found.own),
    shared: perSecond(found.shared),
    ofNumba: {
      one: found.numbaOne / found.one,
      own: found.numbaOwn / found.own,
      shared: found.numbaShared / found.shared,
    },
  };
}

function perSecond(nanoseconds: number): number {
  return 1e9 / nanoseconds;
}

/** Returns a sweep, with the time of one of its candidates. */
function sweepOf(component: (index: number) => Component): Timed {
  const axes = [["period", 2, 120], ["overbought", 50, 95]].map(([name, min, max]) => {
    return { path: `/components/0/strategyParams/${name}`, min, max };
  });
  const base = { marketId: 1, components: [RSI] };
  const rows = Array.from({ length: SWEPT }, (_, index) => {
    const { period, overbought } = component(index).strategyParams ?? {};
    return [period, overbought];
  });
  const plan = { base, axes, method: "list", rows };
  const request = encoder.encode(JSON.stringify({ plan, from: 0, count: SWEPT }));
  if (engine.planColumns(request).length === 0) {
    throw new Error("Cannot measure: a plan is wrong");
  }
  const sweep = timed(() => engine.planColumns(request));
  return async () => await sweep() / SWEPT;
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- the output of the command
  console.log(JSON.stringify(await measureSweeps()));
}
