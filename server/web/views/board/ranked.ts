// This module is browser compatible.

import type { Candidate } from "../../../contracts/candidate.ts";
import type { Arena, SweepPoint } from "../../engine/messages.ts";
import { engine } from "../../state.ts";
import { isPoint } from "../../sweep/run.ts";

/** A strategy with its defaults, and the figures of its run. */
export interface Ranked {
  readonly name: string;
  readonly candidate: Candidate;
  readonly point: SweepPoint;
}

/** Runs every strategy with its defaults on a market, the best first. */
export async function rankDefaults(
  { marketId, timeframe }: Pick<Candidate, "marketId" | "timeframe">,
  known: Arena | null,
): Promise<readonly Ranked[]> {
  const rows = (known?.strategies ?? []).map(({ strategyId, name }) => ({
    name,
    candidate: {
      marketId,
      ...timeframe && { timeframe },
      components: [{ strategyId }],
    },
  }));
  const points = await engine.sweep(rows.map(({ candidate }) => candidate));
  return rows.flatMap((row, index): Ranked[] => {
    const point = points[index];
    return isPoint(point) ? [{ ...row, point }] : [];
  }).toSorted((a, b) => b.point.score - a.point.score);
}
