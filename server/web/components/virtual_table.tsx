// This module is browser compatible.

import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";

const ROW_HEIGHT = 26;
const HEIGHT = 420;
/** Rows rendered outside the visible range, so that scrolling shows no gap. */
const SPARE = 8;

interface VirtualTableProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly rowCount: number;
  /** Columns of text, which are aligned left. */
  isText(column: number): boolean;
  cell(row: number, column: number): string;
  /** Points at a row in the charts; its first cell becomes a button. */
  point?(row: number): void;
}

/** A table of any length: only visible rows are rendered. */
export function VirtualTable(props: VirtualTableProps): VNode {
  const { label, names, rowCount, isText, cell, point } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - SPARE);
  const last = Math.min(rowCount, Math.ceil((top + HEIGHT) / ROW_HEIGHT) + SPARE);
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  return (
    <div
      class="table-box"
      ref={box}
      tabIndex={0}
      role="region"
      aria-label={label}
      onScroll={() => setTop(box.current?.scrollTop ?? 0)}
    >
      <table aria-rowcount={rowCount + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {names.map((name, column) => (
              <th key={name} scope="col" class={isText(column) ? "text" : ""}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap columns={names.length} height={first * ROW_HEIGHT} />
          {rows.map((row) => (
            <tr key={row} aria-rowindex={row + 2}>
              {names.map((name, column) => (
                <td key={name} class={isText(column) ? "text" : ""}>
                  {column === 0 && point
                    ? (
                      <button type="button" class="quiet" onClick={() => point(row)}>
                        {cell(row, column)}
                      </button>
                    )
                    : cell(row, column)}
                </td>
              ))}
            </tr>
          ))}
          <Gap columns={names.length} height={(rowCount - last) * ROW_HEIGHT} />
        </tbody>
      </table>
    </div>
  );
}

/** Takes the space of the rows that are not rendered. */
function Gap({ columns, height }: { columns: number; height: number }): VNode | null {
  if (height <= 0) return null;
  return (
    <tr class="gap" aria-hidden="true" style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}
