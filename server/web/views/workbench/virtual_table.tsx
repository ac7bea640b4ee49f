import type { VNode } from "preact";
import { Quiet } from "../../components/quiet.tsx";
import { useRef, useState } from "preact/hooks";

const ROW_HEIGHT = 26;
/** Height of a wordy row on a narrow screen: one line, and two for the last column. */
const WORDY_HEIGHT = 66;
/** Number of text columns that makes a table wordy. */
const WORDY_MIN = 3;
/** The screens on which `styles/tables.css` shows wordy rows as blocks. */
const NARROW = "(width < 40rem)";
const HEIGHT = 420;
/** Rows rendered outside the visible range, so that scrolling shows no gaps. */
const SPARE = 8;

interface VirtualTableProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly rowCount: number;
  /** Names of text columns, which are aligned left. */
  isText(column: number): boolean;
  cell(row: number, column: number): string;
  /** Points the charts at a row; the first cell becomes a button. */
  point?(row: number): void;
}

/** A table of any length that renders only the visible rows. */
export function VirtualTable(props: VirtualTableProps): VNode {
  const { label, names, rowCount, isText, cell, point } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isWordy = names.filter((_, column) => isText(column)).length >= WORDY_MIN;
  const height = isWordy && matchMedia(NARROW).matches ? WORDY_HEIGHT : ROW_HEIGHT;
  const first = Math.max(0, Math.floor(top / height) - SPARE);
  const last = Math.min(rowCount, Math.ceil((top + HEIGHT) / height) + SPARE);
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
      <table role="table" class={isWordy ? "wordy" : undefined} aria-rowcount={rowCount + 1}>
        <thead role="rowgroup" class={isWordy ? "unseen-narrow" : undefined}>
          <tr role="row" aria-rowindex={1}>
            {names.map((name, column) => (
              <th key={name} scope="col" role="columnheader" class={isText(column) ? "text" : ""}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <Gap columns={names.length} height={first * height} />
          {rows.map((row) => (
            <tr key={row} role="row" aria-rowindex={row + 2}>
              {names.map((name, column) => (
                <td key={name} role="cell" class={isText(column) ? "text" : ""}>
                  {column === 0 && point
                    ? (
                      <Quiet run={() => point(row)}>
                        {cell(row, column)}
                      </Quiet>
                    )
                    : cell(row, column)}
                </td>
              ))}
            </tr>
          ))}
          <Gap columns={names.length} height={(rowCount - last) * height} />
        </tbody>
      </table>
    </div>
  );
}

/** A placeholder with the height of rows that are not rendered. */
function Gap({ columns, height }: { columns: number; height: number }): VNode | null {
  if (height <= 0) return null;
  return (
    <tr class="gap" aria-hidden="true" style={{ height: `${height}px` }}>
      <td colSpan={columns} />
    </tr>
  );
}
