// This module is browser compatible.

import type { VNode } from "preact";
import type { Verdict } from "../../../../contracts/types.ts";
import { headline } from "../../../../contracts/words/verdict.ts";
import { Term } from "../../../components/term.tsx";
import { fixed, money, NONE, percent } from "../../../model/format.ts";
import type { Sweep } from "../../../sweep/session.ts";
import { placeText } from "../../../sweep/texts.ts";

interface BestProps {
  readonly sweep: Sweep;
  load(place: number): void;
}

/** The best cell by score, with its verdict. */
export function Best({ sweep: { plan, best, bestScored, ranCount }, load }: BestProps): VNode {
  const place = best ?? 0;
  const luck = bestScored?.evaluation.luck;
  const [low, high] = luck?.scoreInterval ?? [null, null];
  const verdict = bestScored?.evaluation.verdict;
  return (
    <section>
      <h2>Best of {money(ranCount)}: {placeText(plan, place)}</h2>
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
          label="Carry"
          value={percent(luck?.probabilisticSharpe ?? null, 1)}
          note="chance that it earns more than SY at all; Hold has it too"
        />
      </dl>
      {verdict !== undefined && <p class="aside">{verdictText(verdict)}</p>}
      <p class="go">
        <button type="button" onClick={() => load(place)}>Load the best</button>
      </p>
    </section>
  );
}

/** Returns what the best of a search is worth where the search has not looked. */
function verdictText(verdict: Verdict): string {
  const chosen = "It was chosen by this very path, so its score looks better than it is.";
  return verdict.method === "rotation"
    ? `${chosen} There is no other path to hold it against: ${headline(verdict)}.`
    : `${chosen} On fresh half-years, which the sweep has not seen: ${headline(verdict)}.`;
}
