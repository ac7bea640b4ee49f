// This module is browser compatible.

import type { VNode } from "preact";
import { type DataColumn, DataTable } from "../../../components/data_table.tsx";
import type { SweepPoint } from "../../../engine/messages.ts";
import { fixed, money, percent } from "../../../model/format.ts";
import { isPoint } from "../../../sweep/run.ts";
import type { Sweep } from "../../../sweep/session.ts";
import { placeText, shortPlaceText, unitsText } from "../../../sweep/texts.ts";

interface TopTableProps {
  readonly sweep: Sweep;
  load(place: number): void;
}

interface Placed {
  readonly point: SweepPoint;
  readonly place: number;
}

const ROWS_MAX = 10;

/** The best cells by score. */
export function TopTable({ sweep: { plan, outcomes }, load }: TopTableProps): VNode {
  const points = outcomes.flatMap((point, place) => isPoint(point) ? [{ point, place }] : []);
  const top = points.toSorted((a, b) => b.point.score - a.point.score).slice(0, ROWS_MAX);
  const units = unitsText(plan);
  const columns: readonly DataColumn<Placed>[] = [
    ...FIGURES,
    {
      title: "Load",
      isTitleUnseen: true,
      cell: ({ place }) => (
        <button
          type="button"
          class="quiet"
          aria-label={`Load ${placeText(plan, place)}`}
          onClick={() => load(place)}
        >
          Load
        </button>
      ),
    },
  ];
  return (
    <section>
      <h2 id="top-title">The best {top.length}</h2>
      {units !== "" && <p class="aside">{units}</p>}
      <DataTable
        label={{ headingId: "top-title" }}
        head={{ title: "Parameters", cell: ({ place }) => shortPlaceText(plan, place) }}
        columns={columns}
        rows={top}
        keyOf={({ place }) => place}
      />
    </section>
  );
}

const FIGURES: readonly DataColumn<Placed>[] = [
  { title: "Score", tone: () => "strong", cell: ({ point }) => fixed(point.score, 1) },
  {
    title: "Carry",
    cell: ({ point }) => percent(point.probabilisticSharpe, 1),
  },
  { title: "Return", cell: ({ point }) => percent(point.annualizedMeanReturn) },
  { title: "Drawdown", cell: ({ point }) => percent(point.maxDrawdown) },
  { title: "Turnover", cell: ({ point }) => percent(point.turnover) },
  { title: "Fills", cell: ({ point }) => money(point.fills) },
];
