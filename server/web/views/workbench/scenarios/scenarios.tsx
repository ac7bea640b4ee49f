import type { VNode } from "preact";
import { METRICS } from "../../../../contracts/metric_table.ts";
import { type DataColumn, DataTable, figureColumn } from "../../../components/data_table.tsx";
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
  const marks = scenarios.flatMap((one) => [
    (one.utility - one.idleUtility) / point,
    (one.benchmarkUtility - one.idleUtility) / point,
  ]);
  const [min, max] = [Math.min(0, ...marks), Math.max(0, ...marks)];
  const rules = new Map(
    arena.value.answer?.profile.scenarios?.list.map(({ id, rule }) => [id, rule]),
  );
  return (
    <details class="more">
      <summary>{summarize(evaluation)}</summary>
      <p class="legend">
        Points over idle, from {fixed(min, 1)} to {fixed(max, 1)}: <i class="mark strategy" />
        Strategy <i class="mark hold" />Hold <i class="mark idle" />Idle SY, at 0
      </p>
      <p class="aside">{countedText(evaluation)}</p>
      <DataTable
        label="Scenarios"
        head={{
          title: "Scenario",
          value: ({ id }) => id,
          cell: ({ id }) => id,
          hint: ({ id }) => rules.get(id),
        }}
        columns={scenarioColumns(min, max, point)}
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

/**
 * Returns the columns; the drawings go from `min` to `max`, points over idle.
 *
 * @param point the utility of one point of the score
 */
function scenarioColumns(min: number, max: number, point: number): readonly DataColumn<Scenario>[] {
  return [
    figureColumn("Points", ({ utility }) => utility / point, (value) => fixed(value, 1), {
      tone: () => "strong",
    }),
    {
      title: "Points over idle, drawn",
      isTitleUnseen: true,
      kind: "wide",
      cell: ({ utility, benchmarkUtility, idleUtility }) => (
        <Dots
          min={min}
          max={max}
          dots={[
            { value: 0, kind: "idle" },
            { value: (benchmarkUtility - idleUtility) / point, kind: "hold" },
            { value: (utility - idleUtility) / point, kind: "strategy" },
          ]}
        />
      ),
    },
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
    {
      title: "In cautious score",
      kind: "words",
      cell: ({ inCapitalScore }) => inCapitalScore ? "yes" : "no",
    },
  ];
}

function difference(title: string, value: (scenario: Scenario) => number): DataColumn<Scenario> {
  return figureColumn(title, value, (points) => signed(points, 1), {
    tone: (scenario) => value(scenario) < 0 ? "bad" : null,
  });
}

/** One mark on a line of numbers. */
interface Dot {
  readonly value: number;
  readonly kind: "strategy" | "hold" | "idle";
}

interface DotsProps {
  readonly dots: readonly Dot[];
  readonly min: number;
  readonly max: number;
  /** A marked part of the line, such as an interval. */
  readonly span?: readonly [number, number];
}

const WIDTH = 100;

/** Marks on a number line; the numbers are beside it as text. */
function Dots({ dots, min, max, span }: DotsProps): VNode {
  const at = (value: number): string => `${WIDTH * share(value, min, max)}%`;
  return (
    <svg class="dots" aria-hidden="true">
      {min < 0 && max > 0 && <line class="zero" x1={at(0)} x2={at(0)} y1="0" y2="100%" />}
      {span && <line class="span" x1={at(span[0])} x2={at(span[1])} y1="50%" y2="50%" />}
      {dots.map(({ value, kind }) =>
        kind === "strategy"
          ? <circle key={kind} class={kind} cx={at(value)} cy="50%" r="4" />
          : <line key={kind} class={kind} x1={at(value)} x2={at(value)} y1="15%" y2="85%" />
      )}
    </svg>
  );
}

/** Returns a position as a share of the width, with room at both ends for the marks. */
function share(value: number, min: number, max: number): number {
  const width = max - min || 1;
  return 0.03 + 0.94 * Math.min(Math.max((value - min) / width, 0), 1);
}
