import type { VNode } from "preact";
import { DAY_MS, time } from "../model/format.ts";
import type { ChartProps } from "./plot_options.ts";
import { Swatch } from "./swatch.tsx";
import { Choice } from "../components/choice.tsx";
import type { ChartGroup, Span } from "./group.ts";

interface ReadoutProps extends ChartProps {
  /** The bar under the crosshair. */
  readonly index: number | null;
  /** Labels of hidden lines. */
  readonly hidden: ReadonlySet<string>;
  toggle(label: string): void;
}

/**
 * The legend; a click on a line toggles it. The values under the crosshair lie over the legend, so that
 * the pointer moves nothing on the page.
 */
export function Readout(props: ReadoutProps): VNode {
  const { look, keys, note, index, hidden, toggle } = props;
  const remark = note?.(null) ?? null;
  return (
    <span class="readout">
      {look.lines.length > 1 && look.lines.map(({ label, colour, dash }) => (
        <button
          key={label}
          type="button"
          class="legend-line"
          aria-pressed={!hidden.has(label)}
          title={hidden.has(label) ? "Show this line" : "Hide this line"}
          onClick={() => toggle(label)}
        >
          <Swatch colour={colour} form={dash ? "dashed" : ""} />
          {label}
        </button>
      ))}
      {keys?.map(({ label, colour }) => (
        <span key={label} class="reading">
          <Swatch colour={colour} form="block" />
          {label}
        </span>
      ))}
      {remark !== null && <span class="remark">{remark}</span>}
      {index !== null && <Values key={index} {...props} index={index} />}
    </span>
  );
}

/** The values at a bar. Its key makes new elements for each bar, because moved ones count as a shift. */
function Values(
  { look, columns, note, index }: ReadoutProps & { readonly index: number },
): VNode | null {
  const at = columns[0]?.[index] ?? null;
  if (at === null) return null;
  const remark = note?.(index) ?? null;
  return (
    <span class="readings">
      <span class="at">{(look.time ?? time)(at)}</span>
      {look.lines.map(({ label, colour, dash }, line) => (
        <span key={label} class="reading">
          {look.lines.length > 1 && (
            <>
              <Swatch colour={colour} form={dash ? "dashed" : ""} />
              {label}
            </>
          )}
          <b>{look.value(columns[line + 1]?.[index] ?? NaN)}</b>
        </span>
      ))}
      {remark !== null && <span class="remark">{remark}</span>}
    </span>
  );
}

interface RangesProps {
  /** Times of the charts, milliseconds. */
  readonly times: ArrayLike<number | null> | undefined;
  readonly group: ChartGroup;
  readonly scoredFrom: number | null;
}

const ALL = "All";

/** Buttons for common spans. After a manual zoom no button is pressed. */
export function Ranges({ times, group, scoredFrom }: RangesProps): VNode | null {
  const [first, last] = [times?.[0], times?.[times.length - 1]];
  if (typeof first !== "number" || typeof last !== "number") return null;
  const from = (min: number): Span => ({ min: Math.max(first, min), max: last });
  const spans: Readonly<Record<string, Span | null>> = {
    [ALL]: null,
    ...scoredFrom !== null && { "Scored": from(scoredFrom) },
    "30 days": from(last - 30 * DAY_MS),
    "7 days": from(last - 7 * DAY_MS),
  };
  const current = group.span.value;
  const chosen = Object.keys(spans).find((name) =>
    spans[name]?.min === current?.min && spans[name]?.max === current?.max
  );
  return (
    <Choice
      legend="Times shown"
      options={Object.keys(spans).map((name) => ({ value: name, label: name }))}
      value={chosen ?? ""}
      choose={(name) => group.zoom(spans[name] ?? null)}
    />
  );
}
