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

/** The best cell, and what its carry is worth when every run of the sweep counts. */
export function Best({ sweep: { plan, best, bestScored, ranCount }, load }: BestProps): VNode {
  const place = best ?? 0;
  const luck = bestScored?.evaluation.luck;
  const [low, high] = luck?.scoreInterval ?? [null, null];
  const tries = money(luck?.trials ?? ranCount);
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
          note="strategy and Hold over the same days of the path, resampled 1,000 times"
        />
        <Term
          label="Carry, as the only try"
          value={percent(luck?.probabilisticSharpe ?? null, 1)}
          note="chance that it earns more than SY at all; Hold has it too"
        />
        <Term
          label={`Carry, as the best of ${tries}`}
          value={percent(luck?.deflatedSharpe ?? null, 1)}
          note="the same against the best that so many tries find by chance"
          {...(luck?.deflatedSharpe ?? 1) < 0.95 && { tone: "bad" as const }}
        />
      </dl>
      <p class="aside">
        The best of a search looks better than it is. Its verdict on fresh half-years stands under
        Evaluation, where this search is not counted.
      </p>
      <p class="go">
        <button type="button" onClick={() => load(place)}>Load the best</button>
      </p>
    </section>
  );
}
