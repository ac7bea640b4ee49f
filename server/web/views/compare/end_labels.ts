import type uPlot from "uplot";
import { cut, type Label, spread } from "../../charts/labels.ts";
import type { Look } from "../../charts/options.ts";
import { colour } from "../../charts/theme.ts";

const FONT_SIZE = 11;
const GAP = 14;
const DISTANCE = 8;
/** With less room to the right, a label is on the left of the end of its line. */
const ROOM_MIN = 120;
const ON_CANVAS = true;

interface End extends Label {
  /** End of the line, pixels from the left. */
  readonly x: number;
}

/** Labels the end of each line with its name and last value. */
export function labelEnds(chart: uPlot, look: Look): void {
  const ratio = devicePixelRatio;
  const { ctx, bbox } = chart;
  const ends = look.lines.flatMap((_, index) =>
    chart.series[index + 1]?.show === false ? [] : endOf(chart, look, index)
  );
  const [top, bottom] = [bbox.top / ratio, (bbox.top + bbox.height) / ratio];
  ctx.save();
  ctx.font = `500 ${FONT_SIZE * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = "middle";
  // Only labels of lines with the same end can overlap.
  for (const x of new Set(ends.map((end) => end.x))) {
    const together = ends.filter((end) => end.x === x);
    for (const { text, colour: ink, y } of spread(together, GAP, top, bottom)) {
      const room = ctx.canvas.width / ratio - x - DISTANCE;
      const fitted = cut(text, room, (one) => ctx.measureText(one).width / ratio);
      const hasRoom = fitted === text || room >= ROOM_MIN;
      ctx.textAlign = hasRoom ? "left" : "right";
      ctx.fillStyle = ink;
      ctx.fillText(
        hasRoom ? fitted : text,
        (hasRoom ? x + DISTANCE : x - DISTANCE) * ratio,
        y * ratio,
      );
    }
  }
  ctx.restore();
}

/** Returns the label at the last visible value of a line. */
function endOf(chart: uPlot, { lines, value }: Look, index: number): readonly End[] {
  const [times, values] = [chart.data[0], chart.data[index + 1]];
  const [first = 0, last = 0] = chart.series[0]?.idxs ?? [];
  const line = lines[index];
  for (let at = last; values && line && at >= first; at--) {
    const [shown, time] = [values[at], times[at]];
    if (shown === null || shown === undefined || time === undefined) continue;
    return [{
      text: `${line.label}: ${value(shown)}`,
      colour: colour(line.colour),
      x: Math.round(chart.valToPos(time, "x", ON_CANVAS) / devicePixelRatio),
      y: chart.valToPos(shown, "y", ON_CANVAS) / devicePixelRatio,
    }];
  }
  return [];
}
