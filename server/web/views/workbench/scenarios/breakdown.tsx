// This module is browser compatible.

import { Fragment, type VNode } from "preact";
import { METRICS } from "../../../../contracts/metric_table.ts";
import { signed } from "../../../../wording/numbers.ts";
import type { Evaluation } from "../../../engine/messages.ts";
import { CsvButton } from "../../../components/csv_button.tsx";
import { fixed } from "../../../model/format.ts";
import { pointsOf, type TermPoints, totalOf } from "../../../model/points.ts";
import { benchmarkFloorOf } from "../../../model/score.ts";
import { arena } from "../../../state.ts";

const SIDES = [
  ["strategy", "Strategy"],
  ["benchmark", "Hold"],
  ["idle", "Idle SY"],
] as const;

/** The score by term, for the strategy and the two passive lines. */
export function Breakdown({ evaluation }: { readonly evaluation: Evaluation }): VNode | null {
  const { profile } = arena.value.answer ?? {};
  if (profile === undefined) return null;
  const points = pointsOf(evaluation, benchmarkFloorOf(profile));
  const total = totalOf(points);
  const reach = Math.max(...points.flatMap((one) => SIDES.map(([side]) => Math.abs(one[side]))));
  return (
    <section>
      <h2 id="breakdown-title">Score, term by term</h2>
      <p class="aside">
        In points of the score, on the official path: each term of the utility times 100, divided by
        the utility of Hold.
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="breakdown-title">
        <table class="figures short">
          <thead>
            <tr>
              <th scope="col">Term</th>
              {SIDES.map(([side, title]) => (
                <Fragment key={side}>
                  <th scope="col">{title}</th>
                  <td />
                </Fragment>
              ))}
              <th scope="col">Over Hold</th>
              <th scope="col">Over idle</th>
            </tr>
          </thead>
          <tbody>
            {points.map((one) => (
              <tr key={one.term}>
                <th scope="row" title={METRICS[one.term].text}>{termTitle(one.term)}</th>
                {SIDES.map(([side]) => (
                  <Term key={side} side={side} reach={reach} value={one[side]} />
                ))}
                <Differences points={one} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Score</th>
              {SIDES.map(([side]) => (
                <Fragment key={side}>
                  <td class="number">{fixed(total[side], 1)}</td>
                  <td />
                </Fragment>
              ))}
              <Differences points={total} />
            </tr>
          </tfoot>
        </table>
      </div>
      <CsvButton title="Score, term by term" />
    </section>
  );
}

function termTitle(term: TermPoints["term"]): string {
  const { label, note } = METRICS[term];
  return note === "" ? label ?? term : `${label}, ${note}`;
}

function Differences({ points }: { readonly points: Omit<TermPoints, "term"> }): VNode {
  const { strategy, benchmark, idle } = points;
  return (
    <>
      {[strategy - benchmark, strategy - idle].map((difference, at) => (
        <td key={at} class={Math.round(10 * difference) < 0 ? "number bad" : "number"}>
          {signed(difference, 1)}
        </td>
      ))}
    </>
  );
}

interface TermProps {
  readonly side: string;
  readonly value: number;
  readonly reach: number;
}

/** A number with a bar, which points to the left for negative numbers. */
function Term({ side, value, reach }: TermProps): VNode {
  const width = 50 * Math.abs(value) / (reach || 1);
  return (
    <>
      <td class="number">{fixed(value, 1)}</td>
      <td class="bar-cell">
        <svg aria-hidden="true">
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
