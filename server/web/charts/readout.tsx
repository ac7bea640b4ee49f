// This module is browser compatible.

import type { VNode } from "preact";
import { time } from "../model/format.ts";
import type { ChartProps } from "./chart_props.ts";
import { Swatch } from "./swatch.tsx";

interface ReadoutProps extends ChartProps {
  /** The bar under the crosshair. */
  readonly index: number | null;
  /** Labels of hidden lines. */
  readonly hidden: ReadonlySet<string>;
  toggle(label: string): void;
}

/** The legend, with the values under the crosshair. A click on a line toggles it. */
export function Readout(props: ReadoutProps): VNode {
  const { look, columns, keys, note, index, hidden, toggle } = props;
  const at = index === null ? null : columns[0]?.[index] ?? null;
  const remark = note?.(index) ?? null;
  const isLegend = look.lines.length > 1;
  return (
    <span class="readout">
      {at !== null && <span class="at">{(look.time ?? time)(at)}</span>}
      {look.lines.map(({ label, colour, dash }, line) => (
        <span key={label} class="reading">
          {isLegend && (
            <button
              type="button"
              class="legend-line"
              aria-pressed={!hidden.has(label)}
              title={hidden.has(label) ? "Show this line" : "Hide this line"}
              onClick={() => toggle(label)}
            >
              <Swatch colour={colour} form={dash ? "dashed" : ""} />
              {label}
            </button>
          )}
          {at !== null && index !== null && <b>{look.value(columns[line + 1]?.[index] ?? NaN)}</b>}
        </span>
      ))}
      {at === null && keys?.map(({ label, colour }) => (
        <span key={label} class="reading">
          <Swatch colour={colour} form="block" />
          {label}
        </span>
      ))}
      {remark !== null && <span class="remark">{remark}</span>}
    </span>
  );
}
