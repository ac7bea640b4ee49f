import type { VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import { METRICS } from "../../../contracts/metric_table.ts";
import type { Evaluation } from "../../../contracts/types.ts";
import { chance, signed } from "../../../wording/numbers.ts";
import { type Outcome, outcomeOf } from "../../../wording/verdict.ts";
import { Swatch } from "../../charts/swatch.tsx";
import { candidateText } from "../../components/candidate_text.ts";
import {
  type DataColumn,
  DataTable,
  figureColumn,
  textColumn,
} from "../../components/data_table.tsx";
import { PathLink } from "../../components/path_link.tsx";
import { describeFailure } from "../../model/field_messages.ts";
import { counted, fixed, money, NONE, percent } from "../../model/format.ts";
import type { PairedDifference } from "./difference.ts";
import { OUTCOME_TONES } from "../../model/standing.ts";
import { isPinned, unpin } from "../../state/pins.ts";
import type { CompareRow, Figures } from "./compare_rows.ts";

interface CompareTableProps {
  readonly rows: readonly CompareRow[];
  readonly differences: ReadonlyMap<CompareRow, PairedDifference | null>;
  /** Name of the base of the differences: "Hold". */
  readonly baseName: string;
}

/** The verdict and the figures of all lines. */
export function CompareTable({ rows, differences, baseName }: CompareTableProps): VNode {
  // A name has its market where another line would have the same name.
  const isPlaced = new Set(rows.map(({ place }) => place)).size > 1 &&
    !rows.every(({ name, place }) => name.includes(place.split(",")[0] ?? ""));
  return (
    <DataTable
      label="Comparison"
      rows={rows}
      keyOf={({ name }) => name}
      head={{
        title: "Line",
        isLong: true,
        value: ({ name }) => name,
        hint: ({ candidate }) => candidate === null ? undefined : candidateText(candidate),
        cell: ({ name, colour, dash, candidate }) => (
          <>
            <Swatch colour={colour} form={dash === null ? "" : "dashed"} />
            {candidate === null ? name : <PathLink to="workbench" of={candidate}>{name}</PathLink>}
          </>
        ),
      }}
      columns={[
        ...VERDICT,
        differenceColumn(baseName, (row) => differences.get(row) ?? null),
        ...FIGURES,
        ...isPlaced ? [textColumn("On", ({ place }: CompareRow) => place)] : [],
        { title: "Actions", isTitleUnseen: true, cell: (row) => <Actions row={row} /> },
      ]}
      message={({ figures, failure }) => figures ? null : failure ? describeFailure(failure) : ""}
    />
  );
}

const VERDICT: readonly DataColumn<CompareRow>[] = [
  {
    title: "Edge on new data, %/y",
    kind: "words",
    value: ({ evaluation }) => evaluation?.verdict.edge ?? null,
    tone: ({ evaluation }) => evaluation && (OUTCOME_TONES[outcomeOfRow(evaluation)] || null),
    cell: ({ evaluation }) => {
      if (evaluation === null) return NONE;
      return `${signed(100 * evaluation.verdict.edge)}, ${outcomeOfRow(evaluation)}`;
    },
  },
  {
    title: "By luck",
    value: ({ evaluation }) => evaluation?.verdict.pAdjusted ?? null,
    cell: ({ evaluation }) => {
      if (evaluation === null) return NONE;
      const { pAdjusted, trials: { count } } = evaluation.verdict;
      return `${chance(pAdjusted)} (${counted(count, "try", "tries")})`;
    },
  },
];

const FIGURES: readonly DataColumn<CompareRow>[] = [
  figure(METRICS.annualizedMeanReturn.label, "annualizedMeanReturn", percent),
  figure("Drawdown", "maxDrawdown", percent),
  figure("Sharpe", "sharpe", fixed),
  figure("Trades", "fills", money),
  figure("Score", "score", (value) => fixed(value, 1)),
];

function differenceColumn(
  baseName: string,
  differenceOf: (row: CompareRow) => PairedDifference | null,
): DataColumn<CompareRow> {
  return {
    title: `Return over ${baseName}, %/y (90 %)`,
    value: (row) => differenceOf(row)?.mean ?? null,
    tone: (row) => differenceTone(differenceOf(row)),
    cell: (row) => differenceText(differenceOf(row)),
  };
}

function outcomeOfRow({ verdict, eligibility }: Evaluation): Outcome {
  return outcomeOf(verdict, eligibility.eligible);
}

function figure(
  title: string,
  name: keyof Figures,
  write: (value: number) => string,
): DataColumn<CompareRow> {
  const value = ({ figures }: CompareRow): number | null => {
    const found = figures?.[name] ?? null;
    return found !== null && Number.isFinite(found) ? found : null;
  };
  return figureColumn(title, value, write);
}

/** Formats a difference per year with its interval: "+1.20 (+0.31 to +2.05)". */
function differenceText(difference: PairedDifference | null): string {
  if (difference === null) return NONE;
  const [low, high] = difference.interval.map((end) => signed(100 * end));
  return `${signed(100 * difference.mean)} (${low} to ${high})`;
}

/** A difference is good or bad only if its interval excludes 0. */
function differenceTone(difference: PairedDifference | null): "good" | "bad" | null {
  const [low = 0, high = 0] = difference?.interval ?? [];
  return low > 0 ? "good" : high < 0 ? "bad" : null;
}

function Actions({ row: { candidate, name } }: { readonly row: CompareRow }): VNode | null {
  if (candidate === null || !isPinned(candidate)) return null;
  return <Quiet label={`Unpin ${name}`} run={() => unpin(candidate)}>Unpin</Quiet>;
}
