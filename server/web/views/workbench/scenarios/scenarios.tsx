import type { VNode } from "preact";
import { METRICS } from "../../../../contracts/metric_table.ts";
import {
  type DataColumn,
  DataTable,
  figureColumn,
  textColumn,
} from "../../../components/data_table.tsx";
import type { Evaluation } from "../../../engine/messages.ts";
import { fixed, money, percent, signed } from "../../../model/format.ts";
import { scoreBase } from "../../../model/score.ts";
import { arena } from "../../../state/state.ts";

type Scenario = Evaluation["scenarios"][number];

/** The candidate on the official path and its variations, each beside the two passive lines. */
export function Scenarios({ evaluation }: { readonly evaluation: Evaluation }): VNode {
  const { scenarios, benchmarkUtility } = evaluation;
  const { profile } = arena.value.answer ?? {};
  const point = (profile ? scoreBase(profile, benchmarkUtility) : benchmarkUtility) / 100;
  const rules = new Map(
    arena.value.answer?.profile.scenarios?.list.map(({ id, rule }) => [id, rule]),
  );
  return (
    <details class="more">
      <summary>{summarize(evaluation)}</summary>
      <p class="aside">{countedText(evaluation)}</p>
      <DataTable
        label="Scenarios"
        head={{
          title: "Scenario",
          value: ({ id }) => id,
          cell: ({ id }) => id,
          hint: ({ id }) => rules.get(id),
        }}
        columns={scenarioColumns(point)}
        rows={scenarios}
      />
    </details>
  );
}

/** Summarizes the table: "This path and its stresses: above Hold in 2 of 11; deepest fall 3.1 %, in par-break". */
function summarize({ scenarios }: Evaluation): string {
  const above = scenarios.filter(({ utility, benchmarkUtility }) => utility > benchmarkUtility);
  const deepest = scenarios.toSorted((one, other) => other.maxDrawdown - one.maxDrawdown)[0];
  const fall = deepest === undefined
    ? ""
    : `; deepest fall ${percent(deepest.maxDrawdown)}, in ${deepest.id}`;
  return `This path and its stresses: above Hold in ${above.length} of ${scenarios.length}${fall}`;
}

/** Says which paths the cautious score counts. */
function countedText({ scenarios, capitalScore, verdict }: Evaluation): string {
  const here = scenarios.filter(({ inCapitalScore }) => inCapitalScore).length;
  const others = verdict.method === "rotation"
    ? ""
    : ` and the ${capitalScore.scenarios - here} fresh half-years of the verdict`;
  return "The cautious score, an average less for its spread and for few days, is over " +
    `${here} of these${others}. par-break is left out: idle SY falls with it, so it measures only ` +
    "how much PT is held on one date.";
}

/** Returns the columns. @param point the utility of one point of the score */
function scenarioColumns(point: number): readonly DataColumn<Scenario>[] {
  return [
    figureColumn("Points", ({ utility }) => utility / point, (value) => fixed(value, 1), {
      tone: () => "strong",
    }),
    difference("Over idle", ({ utility, idleUtility }) => (utility - idleUtility) / point),
    difference(
      "Over Hold",
      ({ utility, benchmarkUtility }) => (utility - benchmarkUtility) / point,
    ),
    figureColumn(
      METRICS.annualizedMeanReturn.label,
      ({ annualizedMeanReturn }) => annualizedMeanReturn,
      percent,
    ),
    figureColumn("Drawdown", ({ maxDrawdown }) => maxDrawdown, percent),
    figureColumn("Average bad day", ({ cvar }) => cvar, (value) => percent(value, 3)),
    figureColumn("Turnover", ({ turnover }) => turnover, percent),
    figureColumn("Cost", ({ executionCost }) => executionCost, (value) => percent(value, 4)),
    figureColumn("Fills", ({ fills }) => fills, money),
    textColumn("In cautious score", ({ inCapitalScore }) => inCapitalScore ? "yes" : "no"),
  ];
}

function difference(title: string, value: (scenario: Scenario) => number): DataColumn<Scenario> {
  return figureColumn(title, value, (points) => signed(points, 1), {
    tone: (scenario) => value(scenario) < 0 ? "bad" : null,
  });
}
