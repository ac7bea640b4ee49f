// This module is browser compatible.

import type { VNode } from "preact";
import { type DataColumn, DataTable } from "../../../components/data_table.tsx";
import { Dots } from "../../../components/dots.tsx";
import type { Evaluation } from "../../../engine/messages.ts";
import { fixed, money, percent } from "../../../model/format.ts";
import { arena } from "../../../state.ts";

type Scenario = Evaluation["scenarios"][number];

/** The candidate on the official path and its variations, each beside the two passive lines. */
export function Scenarios({ evaluation }: { readonly evaluation: Evaluation }): VNode {
  const { scenarios } = evaluation;
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
      <h2 id="scenarios-title">The official path and its stresses</h2>
      <p class="legend">
        Utility over idle, from {fixed(min, 3)} to {fixed(max, 3)}: <i class="mark strategy" />
        Strategy <i class="mark hold" />Hold <i class="mark idle" />Idle SY, at 0
      </p>
      <p class="aside">{countedText(evaluation)}</p>
      <DataTable
        label={{ headingId: "scenarios-title" }}
        head={{ title: "Scenario", cell: ({ id }) => id, hint: ({ id }) => rules.get(id) }}
        columns={columnsOf(min, max)}
        rows={scenarios}
      />
    </section>
  );
}

/** Returns what Capital score counts. */
function countedText({ scenarios, capitalScore, verdict }: Evaluation): string {
  const here = scenarios.filter(({ inCapitalScore }) => inCapitalScore).length;
  const others = verdict.method === "rotation"
    ? ""
    : ` and the ${capitalScore.scenarios - here} fresh half-years of the verdict`;
  return `Capital score is over ${here} of these${others}. par-break is left out: idle SY falls with ` +
    "it, so it measures only how much PT is held on one date.";
}

/** Returns the columns; the drawings go from `min` to `max`, utility over idle. */
function columnsOf(min: number, max: number): readonly DataColumn<Scenario>[] {
  return [
    { title: "Utility", tone: () => "strong", cell: ({ utility }) => fixed(utility, 4) },
    {
      title: "Utility over idle, drawn",
      isTitleUnseen: true,
      kind: "wide",
      cell: ({ utility, benchmarkUtility, idleUtility }) => (
        <Dots
          min={min}
          max={max}
          dots={[
            { value: 0, kind: "idle" },
            { value: benchmarkUtility - idleUtility, kind: "hold" },
            { value: utility - idleUtility, kind: "strategy" },
          ]}
        />
      ),
    },
    difference("Over idle", ({ utility, idleUtility }) => utility - idleUtility),
    difference("Over Hold", ({ utility, benchmarkUtility }) => utility - benchmarkUtility),
    { title: "Return", cell: ({ annualizedMeanReturn }) => percent(annualizedMeanReturn) },
    { title: "Drawdown", cell: ({ maxDrawdown }) => percent(maxDrawdown) },
    { title: "CVaR", cell: ({ cvar }) => percent(cvar, 3) },
    { title: "Turnover", cell: ({ turnover }) => percent(turnover) },
    { title: "Cost", cell: ({ executionCost }) => percent(executionCost, 4) },
    { title: "Fills", cell: ({ fills }) => money(fills) },
    {
      title: "In Capital score",
      kind: "words",
      cell: ({ inCapitalScore }) => inCapitalScore ? "yes" : "no",
    },
  ];
}

function difference(title: string, of: (scenario: Scenario) => number): DataColumn<Scenario> {
  return {
    title,
    tone: (scenario) => of(scenario) < 0 ? "bad" : null,
    cell: (scenario) => `${of(scenario) > 0 ? "+" : ""}${fixed(of(scenario), 4)}`,
  };
}
