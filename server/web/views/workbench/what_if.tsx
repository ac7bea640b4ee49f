import type { VNode } from "preact";
import type { WhatIf as Block } from "../../../contracts/what_if.ts";
import { NONE, percent, perYear } from "../../../wording/numbers.ts";
import { whatIfSentence } from "../../../wording/what_if.ts";
import { DataTable, figureColumn } from "../../components/data_table.tsx";
import type { Simulation } from "../../engine/messages.ts";
import { compact, date, fixed, money } from "../../model/format.ts";
import { evaluationKey, evaluations } from "../../state/evaluations.ts";

/** Size of the chart, in units of about a pixel. */
const WIDTH = 360;
const HEIGHT = 120;
const LEFT = 8;
const FOOT = 18;

/** The run under other conditions, once it is evaluated. */
export function WhatIf({ evidence }: Pick<Simulation, "evidence">): VNode | null {
  const whatIf = evaluations.value.get(evaluationKey(evidence))?.whatIf;
  if (whatIf === undefined) return null;
  const rows: readonly Row[] = [
    ...whatIf.costs.map((one) => ({ ...one, name: COSTS[one.times] ?? `Costs × ${one.times}` })),
    { ...whatIf.nextBar, name: "A bar late" },
  ];
  const alike = alikeText(whatIf);
  return (
    <section aria-labelledby="what-if-title">
      <h2 id="what-if-title">What if</h2>
      <p>{whatIfSentence(whatIf)}</p>
      <div class="beside">
        <DataTable
          label="Other conditions"
          head={{ title: "On this path", cell: ({ name }) => name }}
          columns={COLUMNS}
          rows={rows}
          keyOf={({ name }) => name}
        />
        <CapitalCurve whatIf={whatIf} />
      </div>
      <p class="aside">{calendarText(whatIf)}</p>
      {alike !== null && <p class="aside">{alike}</p>}
    </section>
  );
}

type Row = Block["nextBar"] & { readonly name: string };

const COSTS: Readonly<Record<number, string>> = { 0: "Without costs", 1: "As it ran" };

const COLUMNS = [
  figureColumn<Row>("Score", ({ score }) => score, (score) => fixed(score, 1)),
  figureColumn<Row>("Edge", ({ edge }) => edge, perYear, {
    tone: ({ edge }) => edge > 0 ? "good" : "bad",
  }),
  figureColumn<Row>("Fills", ({ fills }) => fills, money),
  figureColumn<Row>("Filled", ({ filledShare }) => filledShare, (share) => percent(share, 0)),
];

/** How much money the run carries: its edge by capital, on a logarithmic axis. */
function CapitalCurve({ whatIf: { capital } }: { readonly whatIf: Block }): VNode {
  const edges = capital.map(({ edge }) => edge);
  const [low, high] = [Math.min(0, ...edges), Math.max(0, ...edges)];
  const x = (at: number): number => LEFT + at * (WIDTH - 2 * LEFT) / (capital.length - 1);
  const y = (edge: number): number => HEIGHT * (high - edge) / (high - low || 1);
  const caption = "How much money does it carry: edge by capital; the line is no edge";
  return (
    <figure class="capital-curve">
      <figcaption>{caption}</figcaption>
      <svg viewBox={`0 -4 ${WIDTH} ${HEIGHT + FOOT + 4}`} role="img" aria-label={caption}>
        <line class="zero" x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
        <polyline
          class="strategy"
          stroke-width="1.5"
          points={edges.map((edge, at) => `${x(at)},${y(edge).toFixed(1)}`).join(" ")}
        />
        {capital.map(({ capital: amount, edge, filledShare }, at) => (
          <g key={amount}>
            <circle class="strategy" cx={x(at)} cy={y(edge)} r="3">
              <title>
                {`${money(amount)}: ${perYear(edge)}, ${
                  filledShare === null ? "nothing wanted" : `${percent(filledShare, 0)} filled`
                }`}
              </title>
            </circle>
            {at % 2 === 0 && (
              <text x={x(at)} y={HEIGHT + FOOT - 2} text-anchor={anchorOf(at, capital.length)}>
                {compact(amount)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}

function anchorOf(at: number, count: number): "start" | "middle" | "end" {
  if (at === 0) return "start";
  return at === count - 1 ? "end" : "middle";
}

/** Says what each third of the window and the worst days gave. */
function calendarText({ thirds, worstDays }: Block): string {
  const text = (one: Block["thirds"][number]): string =>
    `${percent(one.return)} (Hold ${percent(one.holdReturn)}, idle ${percent(one.idleReturn)})`;
  const parts = thirds.map((one, at) => `${["First", "second", "last"][at]} third ${text(one)}`);
  const worst = worstDays === null ? [] : [
    `worst ${worstDays.days} days, to ${date(Date.parse(worstDays.to))}: ${text(worstDays)}`,
  ];
  return `${[...parts, ...worst].join("; ")}.`;
}

/** Names the two components whose daily excess returns are most alike; null of a single one. */
function alikeText({ correlations }: Block): string | null {
  if (correlations === null) return null;
  const pairs = correlations.flatMap((row, one) =>
    row.slice(0, one).map((correlation, other) => ({ correlation: correlation ?? -2, other, one }))
  ).toSorted((a, b) => b.correlation - a.correlation);
  const [most] = pairs;
  if (most === undefined) return null;
  const text = most.correlation < -1 ? NONE : fixed(most.correlation);
  return `Components ${most.other + 1} and ${
    most.one + 1
  } are the most alike: their daily excess ` +
    `returns correlate by ${text}.`;
}
