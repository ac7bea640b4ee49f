import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { signed } from "../../wording/numbers.ts";
import { lineName } from "../../wording/season.ts";
import type { PathDots, Strip } from "./dots.ts";

/** Heights of a strip, and of a level of dots where there is room for it, pixels. */
const [STRIP_HEIGHT, STRIP_HEIGHT_MAX] = [72, 160];
const LEVEL_HEIGHT = 7;
const DOT_RADIUS = 3;

interface DotStripsProps {
  readonly title: string;
  /** Shown until a dot is pointed at. */
  readonly hint: string;
  readonly dots: PathDots;
  /** Describes a path, without its name. */
  describe(path: number): string;
  /** Opens a path, by a click on its dot or by Enter; undefined: no path can be opened. */
  open?(path: number): void;
}

/** Paths as dots on one scale, a strip for each kind; the arrow keys go from the worst to the best. */
export function DotStrips({ title, hint, dots, describe, open }: DotStripsProps): VNode {
  const order = (dots.strips[0]?.dots ?? []).map(({ path }) => path);
  const [active, setActive] = useState<number | null>(null);
  const place = active === null ? -1 : order.indexOf(active);
  const named = (path: number): string => `${dots.noun} ${path + 1}: ${describe(path)}`;
  return (
    <figure class="path-strips">
      <figcaption>
        <span class="chart-title">{title}</span>
        <span class="readout">{active === null ? hint : named(active)}</span>
      </figcaption>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${title}: paths from the worst to the best`}
        aria-valuemin={1}
        aria-valuemax={order.length}
        aria-valuenow={Math.max(place, 0) + 1}
        aria-valuetext={named(active ?? order[0] ?? 0)}
        onFocus={() => active === null && setActive(order[0] ?? null)}
        class={open && "opens"}
        onClick={({ target }) => {
          const { path } = (target as SVGElement).dataset;
          if (path !== undefined) open?.(Number(path));
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && active !== null) open?.(active);
          const next = placeAfter(event.key, place, order.length);
          if (next === null) return;
          event.preventDefault();
          setActive(order[next] ?? null);
        }}
        onPointerMove={({ target }) => {
          const { path } = (target as SVGElement).dataset;
          if (path !== undefined) setActive(Number(path));
        }}
      >
        {dots.strips.map((strip) => (
          <StripLine key={strip.kind} strip={strip} dots={dots} active={active} />
        ))}
        <Axis dots={dots} />
      </div>
    </figure>
  );
}

interface StripLineProps {
  readonly strip: Strip;
  readonly dots: PathDots;
  readonly active: number | null;
}

function StripLine({ strip, dots: scale, active }: StripLineProps): VNode {
  const { title, kind, meaning, dots, mark } = strip;
  const highest = Math.max(...dots.map(({ level }) => Math.abs(level ?? 0)), 0);
  const wanted = 2 * (highest * LEVEL_HEIGHT + 3 * DOT_RADIUS);
  const height = Math.max(STRIP_HEIGHT, Math.min(wanted, STRIP_HEIGHT_MAX));
  // A pile that is too high is dense: the rare paths beside it stay in sight.
  const step = Math.min(LEVEL_HEIGHT, (height / 2 - 3 * DOT_RADIUS) / Math.max(highest, 1));
  const x = (value: number): string => `${at(value, scale)}%`;
  return (
    <div class="strip">
      <p>
        {title}
        <small>{`${mark.title} ${signed(100 * mark.value)}`}</small>
        {meaning !== undefined && <small>{meaning}</small>}
      </p>
      <svg style={{ height: `${height}px` }} aria-hidden="true">
        <line class="zero" x1={x(0)} x2={x(0)} y1="0" y2="100%" />
        <line class={`mean ${kind}`} x1={x(mark.value)} x2={x(mark.value)} y1="0" y2="100%" />
        <Ties
          strip={strip}
          x={x(0)}
          isRight={at(0, scale) < 50}
          line={scale.line}
          height={height}
          active={active}
        />
        {dots.map(({ path, difference, level }) =>
          level !== null && (
            <circle
              key={path}
              data-path={path}
              class={path === active ? `${kind} active` : kind}
              cx={x(difference)}
              cy={height / 2 - level * step}
              r={path === active ? 2 * DOT_RADIUS : DOT_RADIUS}
            />
          )
        )}
      </svg>
    </div>
  );
}

interface TiesProps {
  readonly strip: Strip;
  readonly line: PathDots["line"];
  /** Place of the line at 0, and whether there is more room to its right. */
  readonly x: string;
  readonly isRight: boolean;
  /** Height of the strip, pixels. */
  readonly height: number;
  readonly active: number | null;
}

/** The paths that end like the line, as one bar, whose height is their share. */
function Ties(
  { strip: { kind, dots }, line, x, isRight, height, active }: TiesProps,
): VNode | null {
  const ties = dots.filter(({ level }) => level === null);
  const [first] = ties;
  if (first === undefined) return null;
  const high = height * ties.length / dots.length;
  const isActive = ties.some(({ path }) => path === active);
  return (
    <>
      <line
        data-path={first.path}
        class={`ties ${kind} ${isActive ? "active" : ""}`}
        x1={x}
        x2={x}
        y1={(height - high) / 2}
        y2={(height + high) / 2}
      />
      <text x={x} y="14" dx={isRight ? 10 : -10} text-anchor={isRight ? "start" : "end"}>
        same as {lineName(line)}: {ties.length}
      </text>
    </>
  );
}

function Axis({ dots }: { readonly dots: PathDots }): VNode {
  return (
    <div class="strip path-scale" aria-hidden="true">
      <p />
      <div>
        {dots.ticks.map((tick) => (
          <span key={tick} style={{ left: `${at(tick, dots)}%` }}>{signed(100 * tick, 1)}</span>
        ))}
      </div>
    </div>
  );
}

/** Returns a position in percent of the width, with room for the dots at both ends. */
function at(value: number, { min, max }: PathDots): number {
  return 2 + 96 * (value - min) / (max - min || 1);
}

/** Returns the place to which a key leads; null for other keys. */
function placeAfter(key: string, place: number, count: number): number | null {
  const last = count - 1;
  const [next, before] = [Math.min(place + 1, last), Math.max(place - 1, 0)];
  const places: Readonly<Record<string, number>> = {
    ArrowRight: next,
    ArrowUp: next,
    ArrowLeft: before,
    ArrowDown: before,
    Home: 0,
    End: last,
  };
  return places[key] ?? null;
}
