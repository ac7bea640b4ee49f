// This module is browser compatible.

import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { CsvButton } from "../../components/csv_button.tsx";
import { signed } from "../../model/format.ts";
import { monthsOf, type Year, yearsOf } from "../../model/months.ts";
import type { RunOf } from "../../state.ts";

const NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]
  .concat(["Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]);
const LINES = [
  { title: "return", name: "gain" },
  { title: "over Hold", name: "overHold" },
] as const;

/** The return of every month, and the money made in it beyond Hold. */
export function MonthsTable({ shown: { run, dataset } }: { readonly shown: RunOf }): VNode {
  const years = useMemo(() => {
    const capital = Number(run.candidate.capital);
    const values = run.portfolio.equity.map((equity) => equity / capital);
    const from = dataset.header.tradeStartIndex;
    return yearsOf(monthsOf(dataset.timestamp, values, dataset.hold, from));
  }, [run, dataset]);
  return (
    <div class="months">
      <h2 id="months-title">By month, %</h2>
      <p class="hint">Over Hold is in % of the capital; its months sum to the money over Hold.</p>
      <div class="scroll" tabIndex={0} role="region" aria-labelledby="months-title">
        <table>
          <thead>
            <tr>
              <th scope="col">Year</th>
              {NAMES.map((name) => <th key={name} scope="col">{name}</th>)}
              <th scope="col">Year</th>
            </tr>
          </thead>
          <tbody>
            {years.flatMap((year) =>
              LINES.map((line) => <Row key={`${year.year} ${line.name}`} year={year} line={line} />)
            )}
          </tbody>
        </table>
      </div>
      <CsvButton
        title="Months"
        rows={() => [
          ["year", "month", "return", "overHold"],
          ...years.flatMap(({ months }) => months).flatMap((one) =>
            one === null ? [] : [[one.year, one.month + 1, one.gain, one.overHold]]
          ),
        ]}
      />
    </div>
  );
}

function Row({ year, line: { title, name } }: {
  readonly year: Year;
  readonly line: typeof LINES[number];
}): VNode {
  return (
    <tr class={name}>
      <th scope="row">{year.year} {title}</th>
      {NAMES.map((month, at) => (
        <Cell key={month} title={month} value={year.months[at]?.[name] ?? null} />
      ))}
      <Cell title="Year" value={year[name]} />
    </tr>
  );
}

interface CellProps {
  /** The column, which a phone shows in the cell. */
  readonly title: string;
  readonly value: number | null;
}

function Cell({ title, value }: CellProps): VNode {
  if (value === null) return <td />;
  const text = signed(100 * value);
  const tone = text.startsWith("+") ? "good" : /^−/.test(text) ? "bad" : "";
  return <td class={tone} data-title={title}>{text}</td>;
}
