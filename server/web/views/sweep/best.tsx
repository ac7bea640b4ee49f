// This module is browser compatible.

import type { VNode } from "preact";
import { Term } from "../../components/term.tsx";
import { fixed, money, NONE, percent } from "../../model/format.ts";
import type { Sweep } from "../../sweep/session.ts";
import { placeText } from "../../sweep/texts.ts";

interface BestProps {
  readonly sweep: Sweep;
  load(place: number): void;
}

/** The best cell, scored as if it were the only one. */
export function Best({ sweep: { plan, best, bestScored, ranCount }, load }: BestProps): VNode {
  const place = best ?? 0;
  const luck = bestScored?.evaluation.luck;
  const [low, high] = luck?.scoreInterval ?? [null, null];
  const tries = money(ranCount);
  return (
    <section>
      <h2>Best of {tries}: {placeText(plan, place)}</h2>
      <dl class="terms large">
        <Term
          label="Score"
          value={fixed(bestScored?.evaluation.score ?? null, 1)}
          note="100 is what Hold earns"
        />
        <Term
          label="90 % interval"
          value={low === null ? NONE : `${fixed(low, 1)} to ${fixed(high, 1)}`}
          note="of 1,000 resampled histories"
        />
        <Term
          label="Not luck, as the only try"
          value={percent(luck?.probabilisticSharpe ?? null, 1)}
          note="chance that its Sharpe ratio is above 0"
        />
      </dl>
      <p class="go">
        <button type="button" onClick={() => load(place)}>Load the best</button>
      </p>
    </section>
  );
}
