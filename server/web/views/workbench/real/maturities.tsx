import type { VNode } from "preact";
import type { Real } from "../../../../contracts/real.ts";
import { perYear } from "../../../../wording/numbers.ts";
import {
  type DataColumn,
  DataTable,
  figureColumn,
  textColumn,
} from "../../../components/data_table.tsx";
import { money, NONE } from "../../../model/format.ts";
import { markets } from "../../../state/state.ts";

type Row = Real["rows"][number];

/** A figure of a maturity that ran. */
function column(title: string, value: (row: Row) => number): DataColumn<Row> {
  return figureColumn(title, value, perYear, {
    cell: (row) => row.status === "ran" ? perYear(value(row)) : NONE,
    tone: (row) => value(row) < 0 ? "bad" : null,
  });
}

const COLUMNS: readonly DataColumn<Row>[] = [
  { title: "Days", cell: ({ scoredDays }) => scoredDays === null ? NONE : money(scoredDays) },
  column("After penalties", ({ utility }) => utility ?? 0),
  column("Over Hold", ({ utility, holdUtility }) => (utility ?? 0) - (holdUtility ?? 0)),
  column("Over idle", ({ utility, idleUtility }) => (utility ?? 0) - (idleUtility ?? 0)),
  { title: "Fills", cell: ({ fills }) => fills === null ? NONE : money(fills) },
];

const WHY_NOT = textColumn<Row>(
  "Why not",
  ({ missing }) => missing.length === 0 ? "" : `has no ${missing.join(", ")}`,
);

/** Returns the columns of maturities: why one did not run only if there is such a one. */
export function realColumns(rows: readonly Row[]): readonly DataColumn<Row>[] {
  return rows.some(({ missing }) => missing.length > 0) ? [...COLUMNS, WHY_NOT] : COLUMNS;
}

/** The figures of a candidate on each of the real maturities of its market. */
export function RealMaturities({ real }: { readonly real: Real }): VNode {
  return (
    <DataTable
      label="Real maturities"
      head={{
        title: "Maturity",
        cell: ({ marketKey, expiry }) =>
          markets.value.find(({ key }) => key === marketKey)?.name ?? expiry.slice(0, 10),
      }}
      columns={realColumns(real.rows)}
      rows={real.rows}
      keyOf={({ marketKey }) => marketKey}
    />
  );
}
