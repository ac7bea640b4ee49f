// This module is browser compatible.

import type { VNode } from "preact";
import type { Evaluation } from "../../engine/messages.ts";
import { NONE, precise } from "../../model/format.ts";
import { arena } from "../../state.ts";

/** The rules of eligibility, each with how far it is passed or failed. */
export function Gates({ evaluation }: { readonly evaluation: Evaluation }): VNode {
  const { gates, eligible } = evaluation.eligibility;
  const rules = new Map(
    arena.value.answer?.profile.gates?.map(({ gate, rule }) => [gate, rule]),
  );
  return (
    <section>
      <h2 id="gates-title">Gates</h2>
      <p class="aside">
        {eligible
          ? "All pass, so it may be reviewed. That promises no capital."
          : "A gate fails, so it is not reviewed."}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="gates-title">
        <table class="figures short">
          <thead>
            <tr>
              <th scope="col">Gate</th>
              <th scope="col" class="words">Passes</th>
              <th scope="col" class="words">Rule</th>
              <th scope="col">Threshold</th>
              <th scope="col">Value</th>
              <th scope="col">Margin</th>
            </tr>
          </thead>
          <tbody>
            {gates.map(({ gate, passed, value, threshold, margin }) => (
              <tr key={gate}>
                <th scope="row">
                  <code>{gate}</code>
                </th>
                <td class={passed ? "words good" : "words bad"}>{passed ? "yes" : "no"}</td>
                <td class="words">{rules.get(gate)}</td>
                <td class="number">{shown(threshold)}</td>
                <td class="number">{shown(value)}</td>
                <td class={margin !== null && margin < 0 ? "number bad" : "number"}>
                  {margin === null ? NONE : precise(margin)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function shown(value: number | boolean): string {
  return typeof value === "number" ? precise(value) : value ? "yes" : "no";
}
