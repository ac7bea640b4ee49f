// This module is browser compatible.

import type { VNode } from "preact";
import { Dots } from "../../components/dots.tsx";
import type { Evaluation } from "../../engine/messages.ts";
import { fixed, money, percent } from "../../model/format.ts";
import { arena } from "../../state.ts";

type Scenario = NonNullable<Evaluation["scenarios"]>[number];

/** The candidate on twelve variations of the dataset, each beside the two lines to beat. */
export function Scenarios({ evaluation }: { readonly evaluation: Evaluation }): VNode | null {
  const { scenarios = [] } = evaluation;
  if (scenarios.length === 0) return null;
  const marks = scenarios.flatMap((one) => [
    one.utility - one.idleUtility,
    one.benchmarkUtility - one.idleUtility,
  ]);
  const [min, max] = [Math.min(0, ...marks), Math.max(0, ...marks)];
  const rules = new Map(
    arena.value.answer?.profile.scenarios?.list.map(({ id, rule }) => [id, rule]),
  );
  return (
    <section>
      <h2 id="scenarios-title">Twelve scenarios</h2>
      <p class="legend">
        Utility over idle, from {fixed(min, 3)} to {fixed(max, 3)}: <i class="mark strategy" />
        Strategy <i class="mark hold" />Hold <i class="mark idle" />Idle SY, at 0
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="scenarios-title">
        <table class="figures short">
          <thead>
            <tr>
              <th scope="col">Scenario</th>
              <th scope="col">Utility</th>
              <th scope="col" class="wide">
                <span class="unseen">Utility over idle, drawn</span>
              </th>
              <th scope="col">Over idle</th>
              <th scope="col">Over Hold</th>
              <th scope="col">Return</th>
              <th scope="col">Drawdown</th>
              <th scope="col">CVaR</th>
              <th scope="col">Turnover</th>
              <th scope="col">Cost</th>
              <th scope="col">Fills</th>
            </tr>
          </thead>
          <tbody>
            {scenarios.map((one) => (
              <Row key={one.id} scenario={one} rule={rules.get(one.id)} min={min} max={max} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface RowProps {
  readonly scenario: Scenario;
  readonly rule: string | undefined;
  readonly min: number;
  readonly max: number;
}

function Row({ scenario, rule, min, max }: RowProps): VNode {
  const { utility, benchmarkUtility, idleUtility } = scenario;
  return (
    <tr>
      <th scope="row" title={rule}>{scenario.id}</th>
      <td class="number strong">{fixed(utility, 4)}</td>
      <td class="wide">
        <Dots
          min={min}
          max={max}
          dots={[
            { value: 0, kind: "idle" },
            { value: benchmarkUtility - idleUtility, kind: "hold" },
            { value: utility - idleUtility, kind: "strategy" },
          ]}
        />
      </td>
      <Over value={utility - idleUtility} />
      <Over value={utility - benchmarkUtility} />
      <td class="number">{percent(scenario.annualizedMeanReturn)}</td>
      <td class="number">{percent(scenario.maxDrawdown)}</td>
      <td class="number">{percent(scenario.cvar, 3)}</td>
      <td class="number">{percent(scenario.turnover)}</td>
      <td class="number">{percent(scenario.executionCost, 4)}</td>
      <td class="number">{money(scenario.fills)}</td>
    </tr>
  );
}

function Over({ value }: { readonly value: number }): VNode {
  const sign = value > 0 ? "+" : "";
  return <td class={value < 0 ? "number bad" : "number"}>{sign}{fixed(value, 4)}</td>;
}
