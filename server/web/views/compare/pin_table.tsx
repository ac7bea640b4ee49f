// This module is browser compatible.

import type { VNode } from "preact";
import { candidateText } from "../../components/candidate_line.tsx";
import { reasonOf } from "../../model/faults.ts";
import { fixed, money, percent } from "../../model/format.ts";
import { unpin } from "../../pins.ts";
import { commit } from "../../state.ts";
import { type Compared, PIN_COLOURS } from "./compared.ts";

const FIGURE_COUNT = 9;

/** The figures of the pinned candidates. */
export function PinTable({ compared }: { readonly compared: readonly Compared[] }): VNode {
  return (
    <section>
      <h2 id="pins-title">Pinned</h2>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="pins-title">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">Candidate</th>
              <th scope="col">Score</th>
              <th scope="col">90 % interval</th>
              <th scope="col">Not luck</th>
              <th scope="col">Return</th>
              <th scope="col">Drawdown</th>
              <th scope="col">Sharpe</th>
              <th scope="col">Turnover</th>
              <th scope="col">Fills</th>
              <th scope="col">Eligible</th>
              <th scope="col">
                <span class="unseen">Load or unpin</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {compared.map((one, index) => <Row key={index} compared={one} index={index} />)}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface RowProps {
  readonly compared: Compared;
  readonly index: number;
}

function Row({ compared: { candidate, outcome, failure }, index }: RowProps): VNode {
  const name = `${index + 1}. ${candidateText(candidate)}`;
  return (
    <tr>
      <th scope="row">
        <i class={`swatch ${PIN_COLOURS[index]}`} />
        {name}
      </th>
      {outcome === null
        ? <td class="reason" colSpan={FIGURE_COUNT}>{failure && reasonOf(failure)}</td>
        : <Figures outcome={outcome} />}
      <td class="number">
        <button
          type="button"
          class="quiet"
          aria-label={`Load ${name}`}
          onClick={() => commit(candidate)}
        >
          Load
        </button>{" "}
        <button
          type="button"
          class="quiet"
          aria-label={`Unpin ${name}`}
          onClick={() => unpin(index)}
        >
          Unpin
        </button>
      </td>
    </tr>
  );
}

function Figures({ outcome }: { readonly outcome: NonNullable<Compared["outcome"]> }): VNode {
  const { run: { metrics }, evaluation: { score, luck, eligibility } } = outcome;
  const [low, high] = luck.scoreInterval;
  return (
    <>
      <td class="number strong">{fixed(score, 1)}</td>
      <td class="number">{fixed(low, 1)} to {fixed(high, 1)}</td>
      <td class="number">{percent(luck.probabilisticSharpe, 1)}</td>
      <td class="number">{percent(metrics.annualizedMeanReturn)}</td>
      <td class="number">{percent(metrics.maxDrawdown)}</td>
      <td class="number">{fixed(metrics.sharpe)}</td>
      <td class="number">{percent(metrics.turnover)}</td>
      <td class="number">{money(metrics.fills)}</td>
      <td class={eligibility.eligible ? "number good" : "number bad"}>
        {eligibility.eligible ? "yes" : "no"}
      </td>
    </>
  );
}
