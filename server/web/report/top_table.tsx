import type { VNode } from "preact";
import { Quiet } from "../components/quiet.tsx";
import { rankingFigure } from "../../contracts/figures.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import { aimOf, type ReportEntry, type SearchReport } from "../../search/report/report.ts";
import { failureText } from "../../wording/gates.ts";
import { likelihood } from "../../wording/search.ts";
import { type DataColumn, DataTable, figureColumn } from "../components/data_table.tsx";
import { fixed, NONE, percent } from "../model/format.ts";
import { coordinatesText, FIGURE_NAMES, figureText, unitsText } from "./texts.ts";

interface TopTableProps {
  readonly report: SearchReport;
  readonly units: readonly (string | null)[];
  /** Loads a candidate into the workbench; a report on its own has none. */
  load?(coordinates: readonly number[]): void;
}

/** Rows that are shown at first. */
const FOLDED = 5;

const SHOWN = [
  "score",
  "annualizedMeanReturn",
  "maxDrawdown",
  "turnover",
  "fills",
] as const;

/** The best candidates by the aim. */
export function TopTable({ report, units, load }: TopTableProps): VNode | null {
  const { plan, top } = report;
  if (top.length === 0) return null;
  const named = unitsText(plan, units);
  const isTested = top.some(({ tested }) => tested !== null);
  const isEvaluated = top.some(({ evaluation }) => evaluation !== null);
  const isAimShown = (SHOWN as readonly string[]).includes(plan.aim);
  const columns: readonly DataColumn<ReportEntry>[] = [
    ...isEvaluated ? EVALUATED : [],
    ...isAimShown ? [] : [
      figureColumn<ReportEntry>(
        FIGURE_NAMES[plan.aim][0],
        (entry) => aimOf(entry, plan),
        (value) => figureText(plan.aim, value),
        { tone: () => "strong" },
      ),
    ],
    ...SHOWN.map((figure) =>
      figureColumn<ReportEntry>(
        FIGURE_NAMES[figure][0],
        ({ figures }) => figures[figure],
        (value) => figureText(figure, value),
        figure === rankingFigure(plan) ? { tone: () => "strong" } : {},
      )
    ),
    ...isTested ? [TESTED] : [],
    ...load === undefined ? [] : [loadColumn(plan, units, load)],
  ];
  return (
    <section>
      <h2>The best {top.length}</h2>
      {named !== "" && <p class="aside">{named}</p>}
      <DataTable
        label="Best candidates"
        head={{
          title: "Parameters",
          cell: ({ coordinates }) => coordinatesText(plan, coordinates),
        }}
        columns={columns}
        rows={top}
        folded={FOLDED}
        keyOf={({ coordinates }) => coordinates.join()}
      />
    </section>
  );
}

const TESTED = figureColumn<ReportEntry>(
  "Score tested",
  ({ tested }) => tested?.score ?? null,
  (score) => fixed(score, 1),
);

const EVALUATED: readonly DataColumn<ReportEntry>[] = [
  figureColumn(FIGURE_NAMES.edge[0], ({ evaluation }) => evaluation?.figures.edge ?? null, percent),
  figureColumn("By luck", ({ evaluation }) => evaluation?.figures.pAdjusted ?? null, likelihood),
  {
    title: "Passed",
    kind: "words",
    isLong: true,
    value: ({ evaluation }) => evaluation && (evaluation.eligible ? "yes" : "no"),
    cell: ({ evaluation }) => {
      if (evaluation === null) return NONE;
      return evaluation.eligible ? "yes" : evaluation.failed.map(failureText).join(", ");
    },
  },
];

function loadColumn(
  plan: SearchPlan,
  units: readonly (string | null)[],
  load: (coordinates: readonly number[]) => void,
): DataColumn<ReportEntry> {
  return {
    title: "Load",
    isTitleUnseen: true,
    cell: ({ coordinates }) => (
      <Quiet
        label={`Load ${coordinatesText(plan, coordinates, units)}`}
        run={() => load(coordinates)}
      >
        Load
      </Quiet>
    ),
  };
}
