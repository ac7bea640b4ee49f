import type uPlot from "uplot";
import type { ArenaEvent, SkippedSignal } from "../../engine/messages.ts";
import { REASONS, type SkipReason } from "./skips.ts";
import { ON_CANVAS } from "../../charts/labels.ts";
import { NARROW_WIDTH } from "../../charts/plot_options.ts";
import { colour } from "../../charts/canvas_colours.ts";

/** Height of a lane, pixels. */
export const SKIP_ROW_HEIGHT = 17;

const MARK_SIZE = 4.5;

/** Draws a triangle at the position after each fill: up for a buy, down for a sale. */
export function drawFills(
  chart: uPlot,
  events: readonly ArenaEvent[],
  position: Float64Array,
): void {
  const { ctx, data: [times] } = chart;
  const size = MARK_SIZE * devicePixelRatio;
  clipped(chart, () => {
    for (const event of events) {
      if (event.eventKind !== "executed_trade") continue;
      const x = chart.valToPos(times[event.at] ?? 0, "x", ON_CANVAS);
      const y = chart.valToPos(position[event.at] ?? 0, "y", ON_CANVAS);
      const rise = event.side === "buy" ? size : -size;
      ctx.fillStyle = colour(event.side === "buy" ? "good" : "bad");
      ctx.beginPath();
      ctx.moveTo(x, y - rise);
      ctx.lineTo(x + size, y + rise);
      ctx.lineTo(x - size, y + rise);
      ctx.fill();
    }
  });
}

/**
 * Draws each skip as a bar in the lane of its guardrail.
 *
 * @param step between two bars, milliseconds
 * @param lanes the guardrails with a lane, from the top
 */
export function drawSkips(
  chart: uPlot,
  skips: readonly SkippedSignal[],
  step: number,
  lanes: readonly SkipReason[],
): void {
  const { ctx, bbox, data: [times] } = chart;
  const ratio = devicePixelRatio;
  const height = bbox.height / lanes.length;
  clipped(chart, () => {
    for (const { at, bars, skipReason } of skips) {
      const left = chart.valToPos(times[at] ?? 0, "x", ON_CANVAS);
      const right = chart.valToPos((times[at + bars - 1] ?? 0) + step, "x", ON_CANVAS);
      const top = bbox.top + height * lanes.indexOf(skipReason);
      ctx.fillStyle = colour(REASONS[skipReason].colour);
      ctx.fillRect(left, top + 3 * ratio, Math.max(2 * ratio, right - left), height - 6 * ratio);
    }
  });
  if (chart.width < NARROW_WIDTH) return;
  ctx.save();
  ctx.font = `500 ${11 * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  lanes.forEach((code, lane) => {
    const { label, colour: ink } = REASONS[code];
    ctx.fillStyle = colour(ink);
    ctx.fillText(label, bbox.left + bbox.width + 8 * ratio, bbox.top + height * (lane + 0.5));
  });
  ctx.restore();
}

/** Draws with clipping to the plot. */
function clipped({ ctx, bbox }: uPlot, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw();
  ctx.restore();
}
