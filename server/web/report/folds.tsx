// This module is browser compatible.

import type { VNode } from "preact";
import type { Days, FoldReport, SearchReport } from "../../search/report.ts";
import { type DataColumn, DataTable } from "../components/data_table.tsx";
import { percent } from "../model/format.ts";

/** Size of the chart, in units of about a pixel. */
const WIDTH = 360;
const LEFT = 64;
const ROW_HEIGHT = 26;
const FOOT = 18;
/** Smallest distance of a label from the label of zero. */
const LABEL_GAP = 48;

/** The best of each fold on later bars, which it was not chosen on. */
export function Folds({ report }: { readonly report: SearchReport }): VNode | null {
  const { folds, plan: { windows } } = report;
  if (windows.kind === "whole" || folds.length === 0) return null;
  const lacking = (windows.kind === "walkForward" ? windows.folds : 1) - folds.length;
  return (
    <section>
      <h2 id="folds-title">On bars it was not chosen on</h2>
      <p class="aside">
        Each row searches its bars and tests the best on later ones, against the passive line that
        was better before. Efficiency is what is left of its daily ratio over that line; the last
        column is the share of the best of the fold above it.
        {lacking > 0 && ` In ${lacking} more no candidate was within the bounds.`}
      </p>
      <div class="fold-pair">
        <FoldChart folds={folds} />
        <DataTable
          label={{ headingId: "folds-title" }}
          fileTitle="folds"
          head={{ title: "Fold", cell: ({ name }) => name }}
          columns={COLUMNS}
          rows={folds}
          keyOf={({ name }) => name}
        />
      </div>
    </section>
  );
}

const COLUMNS: readonly DataColumn<FoldReport>[] = [
  { title: "Searched", kind: "words", cell: ({ dates }) => daysText(dates.search) },
  { title: "Tested", kind: "words", cell: ({ dates }) => daysText(dates.test) },
  { title: "Line", kind: "words", cell: ({ line }) => line },
  {
    title: "A year above it, searched",
    value: ({ excess }) => excess.searched,
    cell: ({ excess }) => percent(excess.searched, 1),
  },
  {
    title: "A year above it, tested",
    tone: ({ excess }) => excess.tested > 0 ? "good" : "bad",
    value: ({ excess }) => excess.tested,
    cell: ({ excess }) => percent(excess.tested, 1),
  },
  {
    title: "Efficiency",
    value: ({ efficiency }) => efficiency,
    cell: ({ efficiency }) => percent(efficiency, 0),
  },
  {
    title: "Best above",
    value: ({ shareAbove }) => shareAbove,
    cell: ({ shareAbove }) => percent(shareAbove, 0),
  },
];

/** Excess of the best of each fold over the line: a ring on searched bars, a dot on tested bars. */
function FoldChart({ folds }: { readonly folds: readonly FoldReport[] }): VNode {
  const all = folds.flatMap(({ excess: { searched, tested } }) => [searched, tested]);
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  const at = (value: number): number =>
    LEFT + 8 + (WIDTH - LEFT - 16) * (value - least) / Math.max(1e-9, most - least);
  const height = ROW_HEIGHT * folds.length;
  const isApart = (value: number): boolean => Math.abs(at(value) - at(0)) > LABEL_GAP;
  const caption = "A year above the passive line: ring searched, dot tested";
  return (
    <figure class="fold-chart">
      <figcaption>{caption}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height + FOOT}`} role="img" aria-label={caption}>
        <rect class="zero" x={at(0) - 0.5} y={0} width={1} height={height} />
        {folds.map((fold, row) => <FoldMarks key={fold.name} fold={fold} row={row} at={at} />)}
        {[0, ...[least, most].filter(isApart)].map((value) => (
          <text key={value} x={at(value)} y={height + 14} text-anchor="middle">
            {percent(value, 0)}
          </text>
        ))}
      </svg>
    </figure>
  );
}

interface FoldMarksProps {
  readonly fold: FoldReport;
  readonly row: number;
  at(value: number): number;
}

function FoldMarks(
  { fold: { name, excess: { searched, tested } }, row, at }: FoldMarksProps,
): VNode {
  const y = (row + 0.5) * ROW_HEIGHT;
  const [left = 0, right = 0] = [at(searched), at(tested)].toSorted((one, other) => one - other);
  return (
    <g>
      <title>
        {`${name}: ${percent(searched, 1)} a year searched, ${percent(tested, 1)} tested`}
      </title>
      <text x={LEFT - 6} y={y + 4} text-anchor="end">{name}</text>
      <rect class="track" x={left} y={y - 1} width={right - left} height={2} />
      <circle class="ring" cx={at(searched)} cy={y} r={4.5} />
      <circle class={tested > 0 ? "dot" : "dot under"} cx={at(tested)} cy={y} r={5} />
    </g>
  );
}

function daysText([first, last]: Days): string {
  return `${first} to ${last}`;
}
