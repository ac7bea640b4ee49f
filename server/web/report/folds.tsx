import type { VNode } from "preact";
import {
  type Days,
  type FoldReport,
  foldsByName,
  type SearchReport,
} from "../../search/report/report.ts";
import { type DataColumn, DataTable, figureColumn } from "../components/data_table.tsx";
import { NONE, percent } from "../model/format.ts";

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
  const rows = foldsByName(report);
  if (windows.kind === "whole" || report.best === null) return null;
  return (
    <section>
      <h2>On bars it was not chosen on</h2>
      <p class="aside">
        Each row searches its bars and tests the best on later ones, against the passive line that
        was better before. Efficiency is what is left of its daily ratio over that line; the last
        column is the share of the best of the fold above it.
      </p>
      <div class="fold-pair">
        {folds.length > 0 && <FoldChart folds={folds} />}
        <DataTable
          label="Folds"
          head={{ title: "Fold", cell: ({ name }) => name }}
          columns={COLUMNS}
          rows={rows}
          keyOf={({ name }) => name}
          message={({ name, fold }) =>
            fold === null ? `no candidate kept the constraints in ${name}` : null}
        />
      </div>
    </section>
  );
}

type FoldRow = ReturnType<typeof foldsByName>[number];

const COLUMNS: readonly DataColumn<FoldRow>[] = [
  words("Searched", ({ dates }) => daysText(dates.search)),
  words("Tested", ({ dates }) => daysText(dates.test)),
  words("Line", ({ line }) => line),
  figure("A year above, searched", ({ excess }) => excess.searched, 1),
  {
    ...figure("A year above, tested", ({ excess }) => excess.tested, 1),
    tone: ({ fold }) => fold && (fold.excess.tested > 0 ? "good" : "bad"),
  },
  figure("Efficiency", ({ efficiency }) => efficiency, 0),
  figure("Best above", ({ shareAbove }) => shareAbove, 0),
];

function words(title: string, textOf: (fold: FoldReport) => string): DataColumn<FoldRow> {
  return { title, kind: "words", cell: ({ fold }) => fold === null ? NONE : textOf(fold) };
}

function figure(
  title: string,
  value: (fold: FoldReport) => number | null,
  digits: number,
): DataColumn<FoldRow> {
  return figureColumn(title, ({ fold }) => fold && value(fold), (share) => percent(share, digits));
}

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
      <circle class={tested > 0 ? "strategy" : "under"} cx={at(tested)} cy={y} r={5} />
    </g>
  );
}

function daysText([first, last]: Days): string {
  return `${first} to ${last}`;
}
