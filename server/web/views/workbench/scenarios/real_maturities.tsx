import type { VNode } from "preact";
import type { Candidate } from "../../../../contracts/candidate.ts";
import type { Real } from "../../../../contracts/real.ts";
import { perYear } from "../../../../wording/numbers.ts";
import { type DataColumn, DataTable, figureColumn } from "../../../components/data_table.tsx";
import { PathLink } from "../../../components/path_link.tsx";
import { withMarket } from "../../../model/candidate.ts";
import { counted, money, NONE } from "../../../model/format.ts";
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
  {
    title: "Why not",
    kind: "words",
    cell: ({ missing }) => missing.length === 0 ? "" : `has no ${missing.join(", ")}`,
  },
];

interface RealMaturitiesProps {
  readonly candidate: Candidate;
  readonly real: Real | null;
}

/** The candidate on each of the real maturities of its market, which decide nothing. */
export function RealMaturities({ candidate, real }: RealMaturitiesProps): VNode | null {
  if (real === null) return null;
  return (
    <details class="more">
      <summary>
        {`${counted(real.rows.length, "real maturity", "real maturities")}, one by one`}
      </summary>
      <DataTable
        label="Real maturities"
        head={{ title: "Maturity", cell: (row) => <Maturity row={row} candidate={candidate} /> }}
        columns={COLUMNS}
        rows={real.rows}
        keyOf={({ marketKey }) => marketKey}
      />
    </details>
  );
}

/** The name of a maturity, which opens the candidate there if it runs on that market of the page. */
function Maturity(
  { row, candidate }: { readonly row: Row; readonly candidate: Candidate },
): VNode {
  const market = markets.value.find(({ key }) => key === row.marketKey);
  const name = market?.name ?? row.expiry.slice(0, 10);
  if (market === undefined || row.status !== "ran") return <>{name}</>;
  const of = withMarket(candidate, market.id, markets.value);
  return <PathLink to="workbench" of={of}>{name}</PathLink>;
}
