// This module is browser compatible.

import { Fragment, type VNode } from "preact";
import { METRICS, TERMS } from "../../../contracts/metric_table.ts";
import type { Evaluation } from "../../engine/messages.ts";
import { fixed } from "../../model/format.ts";

const SIDES = [
  ["strategy", "Strategy"],
  ["benchmark", "Hold"],
  ["idle", "Idle SY"],
] as const;

const DIGITS = 4;

/** The term of each metric in the utility, for the strategy and the two benchmarks. */
export function Breakdown({ evaluation }: { readonly evaluation: Evaluation }): VNode {
  const { breakdown, scenarioResult, benchmarkUtility, idleUtility } = evaluation;
  const totals = {
    strategy: scenarioResult.utilityScore,
    benchmark: benchmarkUtility,
    idle: idleUtility,
  };
  const reach = Math.max(
    ...SIDES.flatMap(([side]) => TERMS.map((term) => Math.abs(breakdown[side][term]))),
  );
  return (
    <section>
      <h2 id="breakdown-title">Utility, term by term</h2>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="breakdown-title">
        <table class="figures short">
          <thead>
            <tr>
              <th scope="col">Term, weighted</th>
              {SIDES.map(([side, title]) => (
                <Fragment key={side}>
                  <th scope="col">{title}</th>
                  <td />
                </Fragment>
              ))}
            </tr>
          </thead>
          <tbody>
            {TERMS.map((term) => (
              <tr key={term}>
                <th scope="row" title={METRICS[term].text}>{termTitle(term)}</th>
                {SIDES.map(([side]) => (
                  <Term key={side} side={side} reach={reach} value={breakdown[side][term]} />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Utility</th>
              {SIDES.map(([side]) => <Total key={side} value={totals[side]} />)}
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

function termTitle(term: typeof TERMS[number]): string {
  const { label, note } = METRICS[term];
  return note === "" ? label : `${label}, ${note}`;
}

interface TermProps {
  readonly side: string;
  readonly value: number;
  readonly reach: number;
}

/** A number with a bar, to the left when it is negative. */
function Term({ side, value, reach }: TermProps): VNode {
  const width = 50 * Math.abs(value) / (reach || 1);
  return (
    <>
      <td class="number">{fixed(value, DIGITS)}</td>
      <td class="bar-cell">
        <svg class="bar" aria-hidden="true">
          <line class="zero" x1="50%" x2="50%" y1="0" y2="100%" />
          <rect
            class={side}
            x={`${value < 0 ? 50 - width : 50}%`}
            y="4"
            width={`${width}%`}
            height="8"
          />
        </svg>
      </td>
    </>
  );
}

function Total({ value }: { readonly value: number }): VNode {
  return (
    <>
      <td class="number">{fixed(value, DIGITS)}</td>
      <td />
    </>
  );
}
