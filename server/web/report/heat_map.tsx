import type { RefObject, VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { themeCount } from "../charts/canvas_colours.ts";
import { choiceName } from "../../wording/knob_names.ts";
import { type AxisValues, short } from "./axis_values.ts";
import type { MapAxes } from "./found.ts";
import { placeText, valueText } from "./texts.ts";
import { type Box, cellBox, drawPicture, type Picture } from "./map_picture.ts";
import { cividis, type Scale } from "./colours.ts";

interface HeatMapProps {
  readonly title: string;
  readonly map: MapAxes;
  readonly picture: Picture;
  /** Cell under the pointer or the keyboard. */
  readonly active: number | null;
  /** Named values at which the colour jumps. */
  readonly cuts?: readonly Cut[];
  /** Describes a cell. */
  describe(place: number): string;
  /** Returns a value of the scale as text. */
  write(value: number): string;
  activate(place: number | null): void;
  /** Loads a cell; a report on its own has nothing to load it into. */
  pick?(place: number): void;
}

const ONE_ROW_HEIGHT = 72;
const HEIGHT_MAX = 338;
const HEIGHT_TO_WIDTH = 0.72;

/** A map with its scale and its axes. */
export function HeatMap(props: HeatMapProps): VNode {
  const { title, map, picture } = props;
  return (
    <figure class="map">
      <figcaption>
        <span class="chart-title">{title}</span>
        <Legend scale={picture.scale} write={props.write} cuts={props.cuts ?? []} />
      </figcaption>
      {map.rows !== null && <Ticks axis={map.rows} isUpright />}
      <Grid {...props} />
      <Ticks axis={map.columns} />
    </figure>
  );
}

/** Draws a map on a canvas of its own height, and again when the width or the theme changes. */
function useDrawing({ map, picture }: HeatMapProps): {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly width: number;
  readonly height: number;
} {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const height = map.rows === null
    ? ONE_ROW_HEIGHT
    : Math.round(Math.min(HEIGHT_MAX, width * HEIGHT_TO_WIDTH));
  const theme = themeCount.value;

  // Before the first frame, so that nothing moves when the width is known.
  useLayoutEffect(() => {
    const box = canvas.current?.parentElement;
    if (!box) return;
    setWidth(box.clientWidth);
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const { current } = canvas;
    if (current === null || width === 0) return;
    current.width = Math.round(width * devicePixelRatio);
    current.height = Math.round(height * devicePixelRatio);
    drawPicture(current, picture);
  }, [picture, width, height, theme]);
  return { canvas, width, height };
}

/** The cells on a canvas, which is a grid for keyboards and screen readers. */
function Grid(props: HeatMapProps): VNode {
  const { title, map, picture, active } = props;
  const { canvas, width, height } = useDrawing(props);
  const [hint, setHint] = useState<"shown" | "hidden">("hidden");
  const id = useId();
  const placeAt = ({ offsetX, offsetY }: MouseEvent): number => {
    const { columnCount, rowCount } = picture;
    const column = Math.floor(clamp(offsetX / width) * columnCount);
    const row = rowCount - 1 - Math.floor(clamp(offsetY / height) * rowCount);
    return row * columnCount + column;
  };

  return (
    <div
      class="map-grid"
      role="grid"
      tabIndex={0}
      aria-label={`${title} by ${axesText(map)}.${props.pick ? " Enter loads a cell." : ""}`}
      aria-rowcount={picture.rowCount}
      aria-colcount={picture.columnCount}
      aria-activedescendant={active === null ? undefined : `${id}-cell`}
      onFocus={() => {
        if (active === null) props.activate(picture.best ?? 0);
        setHint("shown");
      }}
      onBlur={() => setHint("hidden")}
      onKeyDown={(event) => {
        setHint(event.key === "Escape" ? "hidden" : "shown");
        if (key(event.key, props)) event.preventDefault();
      }}
      onPointerMove={(event) => {
        props.activate(placeAt(event));
        setHint("shown");
      }}
      onPointerLeave={() => setHint("hidden")}
      onClick={(event) => props.pick?.(placeAt(event))}
    >
      <canvas ref={canvas} style={{ height: `${height}px` }} aria-hidden="true" />
      {active !== null && width > 0 && (
        <Cell {...props} id={`${id}-cell`} width={width} height={height} />
      )}
      {active !== null && width > 0 && hint === "shown" && (
        <Hint
          text={cellText(props, active)}
          box={cellBox(picture, active, width, height)}
          of={width}
        />
      )}
    </div>
  );
}

/** The active cell, the only cell in the document. */
function Cell(
  props: HeatMapProps & { readonly id: string; readonly width: number; readonly height: number },
): VNode {
  const { picture, id, width, height } = props;
  const active = props.active ?? 0;
  const box = cellBox(picture, active, width, height);
  const row = picture.rowCount - Math.floor(active / picture.columnCount);
  return (
    <div role="row" aria-rowindex={row}>
      <div
        id={id}
        class="map-cell"
        role="gridcell"
        aria-selected="true"
        aria-colindex={active % picture.columnCount + 1}
        aria-label={cellText(props, active)}
        style={{
          transform: `translate(${box.x}px, ${box.y}px)`,
          width: `${box.width}px`,
          height: `${box.height}px`,
        }}
      />
    </div>
  );
}

/** Returns the values of a cell and its place: "period 5 days: best 101.2, mean 99.1 of 12". */
function cellText({ map, describe }: HeatMapProps, place: number): string {
  return `${placeText(map, place)}: ${describe(place)}`;
}

/** Rows of text that fit above a cell, pixels. */
const HINT_HEIGHT = 56;

/** The values of the active cell beside it. It floats, so that nothing moves. */
function Hint(
  { text, box, of }: { readonly text: string; readonly box: Box; readonly of: number },
): VNode {
  const middle = box.x + box.width / 2;
  const isAbove = box.y >= HINT_HEIGHT;
  return (
    <div
      class={isAbove ? "map-hint-box above" : "map-hint-box"}
      aria-hidden="true"
      style={{
        top: `${isAbove ? box.y : box.y + box.height}px`,
        // Its nearer side is at the cell, so that it stays within the map.
        ...middle < of / 2 ? { left: `${box.x}px` } : { right: `${of - box.x - box.width}px` },
        maxWidth: `${Math.max(middle, of - middle)}px`,
      }}
    >
      {text}
    </div>
  );
}

/** Moves or picks the active cell; returns whether the key was handled. */
function key(name: string, { picture, active, activate, pick }: HeatMapProps): boolean {
  const { columnCount, rowCount } = picture;
  const place = active ?? 0;
  const [column, row] = [place % columnCount, Math.floor(place / columnCount)];
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [column - 1, row],
    ArrowRight: [column + 1, row],
    ArrowUp: [column, row + 1],
    ArrowDown: [column, row - 1],
    Home: [0, row],
    End: [columnCount - 1, row],
    PageUp: [column, rowCount - 1],
    PageDown: [column, 0],
  };
  const isPick = name === "Enter" || name === " ";
  if (isPick) pick?.(place);
  const to = steps[name];
  if (to === undefined) return isPick;
  const [across = 0, up = 0] = [[to[0], columnCount], [to[1], rowCount]].map((
    [at = 0, count = 1],
  ) => Math.min(Math.max(at, 0), count - 1));
  activate(up * columnCount + across);
  return true;
}

/** First and last value of an axis, and its name. */
function Ticks(
  { axis, isUpright }: { readonly axis: AxisValues; readonly isUpright?: boolean },
): VNode {
  const { name, unit, values } = axis;
  const [first = "", last = ""] = [values[0], values.at(-1)];
  const write = (value: string | number): string =>
    typeof value === "number" ? short(value) : choiceName(value);
  return (
    <div class={isUpright ? "ticks upright" : "ticks"} aria-hidden="true">
      <span>{write(first)}</span>
      <span>{unit === null ? name : `${name}, ${unit}`}</span>
      <span>{write(last)}</span>
    </div>
  );
}

function axesText({ columns, rows }: MapAxes): string {
  const [first = "", last = ""] = [columns.values[0], columns.values.at(-1)];
  const across = `${columns.name} from ${valueText(columns, first)} to ${valueText(columns, last)}`;
  if (rows === null) return across;
  const [low = "", high = ""] = [rows.values[0], rows.values.at(-1)];
  return `${across} and ${rows.name} from ${valueText(rows, low)} to ${valueText(rows, high)}`;
}

function clamp(share: number): number {
  return Math.min(Math.max(share, 0), 1 - Number.EPSILON);
}

/** A named value at which the colour jumps. */
export interface Cut {
  readonly name: string;
  readonly value: number;
}

interface LegendProps {
  readonly scale: Scale | null;
  readonly cuts: readonly Cut[];
  write(value: number): string;
}

const WIDTH = 96;

/** The scale with its ends, and the values at which it jumps. */
function Legend({ scale, cuts, write }: LegendProps): VNode | null {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || scale === null) return;
    for (let x = 0; x < WIDTH; x++) {
      const value = scale.min + x / (WIDTH - 1) * (scale.max - scale.min);
      context.fillStyle = `rgb(${cividis(scale.share(value)).join(" ")})`;
      context.fillRect(x, 0, 1, 1);
    }
  }, [scale]);
  if (scale === null) return null;
  const shown = cuts.filter(({ value }) => scale.cuts.includes(value));
  return (
    <span class="map-legend">
      {write(scale.min)}
      <canvas ref={canvas} width={WIDTH} height={1} aria-hidden="true" />
      {write(scale.max)}
      {shown.length > 0 && (
        <span>
          jumps at {shown.map(({ name, value }) => `${name} ${write(value)}`).join(" and ")}
        </span>
      )}
    </span>
  );
}
