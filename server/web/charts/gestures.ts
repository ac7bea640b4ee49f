import type uPlot from "uplot";
import { type ChartGroup, extent, type Span } from "./group.ts";
import { moved, pinched, zoomedAbout } from "./zoom.ts";

/** Change of scale per pixel of wheel movement. */
const WHEEL_RATE = 0.0016;
/** Pixels per line, for wheels that report lines. */
const LINE_PX = 18;
/** A shorter drag counts as a click. */
const DRAG_MIN_PX = 3;

/**
 * Connects a chart to wheel, mouse and touch. The wheel zooms a chart that was clicked, and with Ctrl (a
 * touchpad pinch) any chart; otherwise it scrolls the page. A drag selects a span of an unzoomed chart
 * and moves a zoomed one; with Shift it always selects. One finger moves the crosshair, two fingers
 * zoom, and vertical moves scroll the page.
 *
 * @returns a function that disconnects the chart
 */
export function followGestures(chart: uPlot, group: ChartGroup): () => void {
  const { over, root } = chart;
  const ending = new AbortController();
  const { signal } = ending;
  const wheel = (event: WheelEvent): void => {
    if (onWheel(event, chart, group)) event.preventDefault();
  };
  over.addEventListener("wheel", wheel, { passive: false, signal });
  // Runs before uPlot, which would start to select a span.
  root.addEventListener("mousedown", (event) => onPress(event, chart, group), {
    capture: true,
    signal,
  });
  followFingers(chart, group, signal);
  return () => ending.abort();
}

/** Zooms; returns whether the chart handled the wheel. */
function onWheel(event: WheelEvent, chart: uPlot, group: ChartGroup): boolean {
  const hasFocus = chart.root.closest("figure")?.contains(document.activeElement) ?? false;
  if (!hasFocus && !event.ctrlKey) return false;
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX;
  const [whole, shown] = [extent(chart), group.span.peek()];
  if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    if (shown === null) return false;
    group.zoom(moved(shown, whole, pixelsToTime(chart, shown, event.deltaX * unit)));
    return true;
  }
  // An unzoomed chart lets the page scroll.
  if (shown === null && event.deltaY > 0) return event.ctrlKey;
  const { left } = chart.over.getBoundingClientRect();
  const at = chart.posToVal(event.clientX - left, "x");
  group.zoom(
    zoomedAbout(shown ?? whole, whole, at, Math.exp(event.deltaY * unit * WHEEL_RATE)),
  );
  return true;
}

/** Starts to move the window, unless the chart is unzoomed. */
function onPress(event: MouseEvent, chart: uPlot, group: ChartGroup): void {
  if (!chart.over.contains(event.target as Node)) return;
  chart.root.closest("figure")?.focus({ preventScroll: true });
  const from = group.span.peek();
  if (from === null || event.shiftKey || event.button !== 0) return;
  event.stopPropagation();
  event.preventDefault();
  const ending = new AbortController();
  const drag = ({ clientX }: MouseEvent): void => {
    const way = event.clientX - clientX;
    if (Math.abs(way) < DRAG_MIN_PX) return;
    chart.over.classList.add("moving");
    group.zoom(moved(from, extent(chart), pixelsToTime(chart, from, way)));
  };
  const end = (): void => {
    ending.abort();
    chart.over.classList.remove("moving");
  };
  document.addEventListener("mousemove", drag, { signal: ending.signal });
  document.addEventListener("mouseup", end, { signal: ending.signal });
}

/** Handles touches with one and two fingers. */
function followFingers(chart: uPlot, group: ChartGroup, signal: AbortSignal): void {
  const { over } = chart;
  const fingers = new Map<number, number>();
  let held: readonly [number, number] | null = null;
  const widthShare = ({ clientX }: PointerEvent): number => {
    const { left, width } = over.getBoundingClientRect();
    return (clientX - left) / width;
  };
  const timeAt = (share: number): number => {
    const { min, max } = group.span.peek() ?? extent(chart);
    return min + share * (max - min);
  };
  const pair = (): readonly [number, number] | null => {
    const [one, other] = [...fingers.values()].toSorted((a, b) => a - b);
    return one === undefined || other === undefined ? null : [one, other];
  };
  const change = (event: PointerEvent): void => {
    if (event.pointerType !== "touch") return;
    const isDown = event.type !== "pointerup" && event.type !== "pointercancel";
    if (isDown && (event.type === "pointerdown" || fingers.has(event.pointerId))) {
      fingers.set(event.pointerId, widthShare(event));
    } else fingers.delete(event.pointerId);
    const shares = pair();
    if (event.type === "pointermove" && shares !== null && held !== null) {
      group.zoom(pinched({ times: held, shares }, extent(chart)));
      return;
    }
    if (event.type !== "pointermove") {
      held = shares && [timeAt(shares[0]), timeAt(shares[1])];
      return;
    }
    chart.setCursor({ left: widthShare(event) * over.clientWidth, top: 0 });
  };
  for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"] as const) {
    over.addEventListener(name, change, { signal });
  }
}

/** Returns the time that a distance in pixels covers. */
function pixelsToTime(chart: uPlot, { min, max }: Span, pixels: number): number {
  return pixels / chart.over.clientWidth * (max - min);
}
