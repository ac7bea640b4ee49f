// This module is browser compatible.

import type { VNode } from "preact";
import { CandidateLine, candidateText } from "../../../components/candidate_line.tsx";
import { Notice } from "../../../components/notice.tsx";
import { timeframeOf } from "../../../model/candidate.ts";
import { reasonOf } from "../../../model/field_messages.ts";
import { money } from "../../../model/format.ts";
import { arena, candidate } from "../../../state.ts";
import {
  type Choice,
  choiceFor,
  choose,
  firstChoice,
  planOf,
  type Strategy,
} from "../../../sweep/choice.ts";
import { isPlanOf } from "../../../sweep/plan.ts";
import { cancelSweep, startSweep, type Sweep, sweep } from "../../../sweep/session.ts";
import { progressText } from "../../../sweep/texts.ts";
import { AxisFields } from "./controls.tsx";
import { Findings } from "./findings.tsx";

/** One or two parameters of a component, over their ranges. */
export function SweepView(): VNode {
  const strategies = arena.value.answer?.strategies ?? [];
  const base = candidate.value;
  const choice = choiceFor(base, strategies);
  const strategy = strategies.find(({ strategyId }) => strategyId === choice.strategyId);
  return (
    <div class="sweep">
      <CandidateLine candidate={base} />
      {strategy === undefined
        ? <p class="aside">Loading the catalogue</p>
        : <Form choice={choice} strategy={strategy} strategies={strategies} />}
      {sweep.value !== null && <Outcome sweep={sweep.value} />}
    </div>
  );
}

interface FormProps {
  readonly choice: Choice;
  readonly strategy: Strategy;
  readonly strategies: readonly Strategy[];
}

function Form({ choice, strategy, strategies }: FormProps): VNode {
  const base = candidate.value;
  const plan = planOf(base, choice, strategy);
  const count = plan?.cells.length ?? 0;
  const state = sweep.value?.state;
  const isBusy = state === "opening" || state === "running";
  const shared = { parameters: strategy.parameters, timeframe: timeframeOf(base) };
  return (
    <form
      class="sweep-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (plan !== null && count > 0 && !isBusy) startSweep(plan);
      }}
    >
      {base.components.length > 1 && <ComponentField choice={choice} strategies={strategies} />}
      <AxisFields
        {...shared}
        legend="Across"
        choice={choice.columns}
        choose={(columns) => choose({ ...choice, columns })}
      />
      <AxisFields
        {...shared}
        legend="Up"
        isOptional
        parameters={strategy.parameters.filter(({ name }) => name !== choice.columns.name)}
        choice={choice.rows.name === choice.columns.name
          ? { ...choice.rows, name: "" }
          : choice.rows}
        choose={(rows) => choose({ ...choice, rows })}
      />
      <p class="go">
        <button type="submit" class="primary" disabled={isBusy || count === 0}>
          Run {money(count)} candidates
        </button>
        {isBusy && <button type="button" onClick={cancelSweep}>Cancel</button>}
      </p>
    </form>
  );
}

function ComponentField({ choice, strategies }: Omit<FormProps, "strategy">): VNode {
  return (
    <fieldset class="axis">
      <legend>Of</legend>
      <label>
        <span>Component</span>
        <select
          value={choice.component}
          onChange={({ currentTarget }) => {
            const component = Number(currentTarget.value);
            const id = candidate.value.components[component]?.strategyId;
            const strategy = strategies.find(({ strategyId }) => strategyId === id) ?? null;
            choose(firstChoice(component, strategy));
          }}
        >
          {candidate.value.components.map(({ strategyId }, index) => (
            <option key={index} value={index}>{index + 1}. {strategyId}</option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}

function Outcome({ sweep: shown }: { readonly sweep: Sweep }): VNode {
  const again = { label: "Try again", run: () => void startSweep(shown.plan) };
  const isOther = !isPlanOf(shown.plan, candidate.value, arena.value.answer?.strategies ?? []);
  return (
    <div class={isOther ? "of-another" : ""}>
      {isOther && (
        <p class="stale-note">
          {`Swept: ${candidateText(shown.plan.of)}. That is another candidate than the one above.`}
        </p>
      )}
      <p class="progress">
        <progress
          aria-label="Candidates run"
          max={shown.plan.cells.length}
          value={shown.doneCount}
        />
        <span role="status">{progressText(shown)}</span>
      </p>
      {shown.failure !== null && <Notice title={reasonOf(shown.failure)} action={again} />}
      <Findings sweep={shown} />
    </div>
  );
}
