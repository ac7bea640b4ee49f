import type uPlot from "uplot";
import { type ChartGroup, extent } from "./group.ts";
import { moved, zoomedAbout } from "./zoom.ts";

const ZOOM_STEP = 0.6;
/** Share of the window by which a key moves it. */
const MOVE_STEP = 0.2;

/** Handles a key that moves the crosshair or the window, or zooms; returns whether it had a function. */
export function followKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  chart: uPlot,
  group: ChartGroup,
): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  const [times, whole] = [chart.data[0], extent(chart)];
  const shown = group.span.peek() ?? whole;
  const index = chart.cursor.idx ?? times.length - 1;
  const step = Math.max(1, Math.round(times.length / 200));
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight": {
      const sign = key === "ArrowLeft" ? -1 : 1;
      if (shiftKey) {
        if (group.span.peek() === null) return true;
        group.zoom(moved(shown, whole, sign * MOVE_STEP * (shown.max - shown.min)));
        return true;
      }
      const at = times[Math.min(Math.max(0, index + sign * step), times.length - 1)] ?? shown.min;
      chart.setCursor({ left: chart.valToPos(at, "x"), top: 0 });
      return true;
    }
    case "+":
    case "=":
    case "-": {
      const middle = times[index] ?? (shown.min + shown.max) / 2;
      const factor = key === "-" ? 1 / ZOOM_STEP : ZOOM_STEP;
      group.zoom(zoomedAbout(shown, whole, middle, factor));
      return true;
    }
    case "0":
    case "Escape":
      group.zoom(null);
      return true;
    default:
      return false;
  }
}
