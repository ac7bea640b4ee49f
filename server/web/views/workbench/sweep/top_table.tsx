// This module is browser compatible.

import type { VNode } from "preact";
import { chooserOf } from "../../../../contracts/figures.ts";
import { aimOf, type ReportEntry, type SearchReport } from "../../../../search/report.ts";
import { type DataColumn, DataTable } from "../../../components/data_table.tsx";
import { fixed, NONE } from "../../../model/format.ts";
import { coordinatesText, FIGURE_NAMES, figureText, unitsText } from "../../../sweep/texts.ts";

interface TopTableProps {
  readonly report: SearchReport;
  readonly units: readonly (string | null)[];
  load(coordinates: readonly number[]): void;
}

const SHOWN = [
  "score",
  "probabilisticSharpe",
  "annualizedMeanReturn",
  "maxDrawdown",
  "turnover",
  "fills",
] as const;

/** The best candidates by the aim. */
export function TopTable({ report, units, load }: TopTableProps): VNode {
  const { plan, top } = report;
  const named = unitsText(plan, units);
  const isTested = top.some(({ tested }) => tested !== null);
  const isAimShown = (SHOWN as readonly string[]).includes(plan.aim);
  const columns: readonly DataColumn<ReportEntry>[] = [
    ...isAimShown ? [] : [aimColumn(report)],
    ...SHOWN.map((figure): DataColumn<ReportEntry> => ({
      title: FIGURE_NAMES[figure][0],
      ...figure === chooserOf(plan) && { tone: () => "strong" as const },
      value: ({ figures }) => figures[figure],
      cell: ({ figures }) => figureText(figure, figures[figure]),
    })),
    ...isTested ? [TESTED] : [],
    ELIGIBLE,
    {
      title: "Load",
      isTitleUnseen: true,
      cell: ({ coordinates }) => (
        <button
          type="button"
          class="quiet"
          aria-label={`Load ${coordinatesText(plan, coordinates, units)}`}
          onClick={() => load(coordinates)}
        >
          Load
        </button>
      ),
    },
  ];
  return (
    <section>
      <h2 id="top-title">The best {top.length}</h2>
      {named !== "" && <p class="aside">{named}</p>}
      <DataTable
        label={{ headingId: "top-title" }}
        head={{
          title: "Parameters",
          cell: ({ coordinates }) => coordinatesText(plan, coordinates),
        }}
        columns={columns}
        rows={top}
        keyOf={({ coordinates }) => coordinates.join()}
      />
    </section>
  );
}

function aimColumn({ plan }: SearchReport): DataColumn<ReportEntry> {
  return {
    title: FIGURE_NAMES[plan.aim][0],
    tone: () => "strong",
    value: (entry) => aimOf(entry, plan),
    cell: (entry) => figureText(plan.aim, aimOf(entry, plan)),
  };
}

const TESTED: DataColumn<ReportEntry> = {
  title: "Score tested",
  value: ({ tested }) => tested?.score ?? null,
  cell: ({ tested }) => fixed(tested?.score ?? null, 1),
};

const ELIGIBLE: DataColumn<ReportEntry> = {
  title: "Eligible",
  kind: "words",
  value: ({ evaluation }) => evaluation === null ? null : evaluation.eligible ? "yes" : "no",
  cell: ({ evaluation }) => {
    if (evaluation === null) return NONE;
    return evaluation.eligible ? "yes" : `no: ${evaluation.failed.join(", ")}`;
  },
};
