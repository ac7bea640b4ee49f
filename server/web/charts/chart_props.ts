import type uPlot from "uplot";
import type { ChartGroup } from "./group.ts";
import type { Look } from "./options.ts";
import type { Colour } from "./theme.ts";

/** Values of a line; null marks a gap. */
export type Column = Float64Array | readonly (number | null)[];

/** Properties of a chart. */
export interface ChartProps {
  /** Title, also for screen readers. */
  readonly title: string;
  readonly look: Look;
  /** Times in milliseconds, then the values of each line. A chart is drawn again for a new array. */
  readonly columns: readonly Column[];
  readonly group: ChartGroup;
  readonly scoredFrom: number | null;
  /** Returns a note to show beside the values, on one bar or (null) on the whole chart. */
  note?(index: number | null): string | null;
  /** Additional entries of the legend, shown while there is no crosshair. */
  readonly keys?: readonly { readonly label: string; readonly colour: Colour }[];
  /** Draws on top of the lines. */
  draw?(chart: uPlot): void;
  /** Whether this chart has the buttons for the zoom of the group. */
  readonly hasRanges?: boolean;
  /** Called when these columns have been drawn. */
  drawn?(): void;
}
