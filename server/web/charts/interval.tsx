import type { ComponentChildren, VNode } from "preact";
import { Meaning } from "../components/meaning.tsx";
import { signed } from "../../wording/numbers.ts";
import type { Scale } from "./number_line.ts";

interface IntervalProps {
  readonly scale: Scale;
  readonly edge: number;
  readonly span: readonly [number, number] | null;
}

/** Smallest distance of a mark from the ends of the line, percent. */
const END = 3;

/** An edge on the number line of all rows. An arrow says that a mark lies beyond the line's end. */
export function Interval({ scale, edge, span }: IntervalProps): VNode {
  const at = (value: number): string => toPlace(value, scale);
  const [low, high] = span ?? [edge, edge];
  return (
    <svg aria-hidden="true">
      <Rivals scale={scale} />
      {span && <line class="span" x1={at(low)} x2={at(high)} y1="50%" y2="50%" />}
      {edge >= scale.min && edge <= scale.max && <circle cx={at(edge)} cy="50%" r="4" />}
      {low < scale.min && <text x="0" y="50%" dominant-baseline="central">◂</text>}
      {high > scale.max && (
        <text x="100%" y="50%" text-anchor="end" dominant-baseline="central">▸</text>
      )}
    </svg>
  );
}

/** The passive lines, across a row. */
function Rivals({ scale }: Pick<IntervalProps, "scale">): VNode {
  const { line, other } = scale.rivals;
  const place = (value: number): { x1: string; x2: string } => {
    const x = toPlace(value, scale);
    return { x1: x, x2: x };
  };
  return (
    <>
      <line class={line === "hold" ? "idle" : "hold"} {...place(other)} y1="0" y2="100%" />
      <line class={line} {...place(0)} y1="0" y2="100%" />
    </>
  );
}

/** The numbers of the axis, in the head of the column. */
export function Axis({ scale }: Pick<IntervalProps, "scale">): VNode {
  return (
    <span class="axis">
      {scale.ticks.map((value) => (
        <i key={value} style={{ left: toPlace(value, scale) }}>
          {signed(100 * value, Number.isInteger(Math.round(1000 * value) / 10) ? 0 : 1)}
        </i>
      ))}
    </span>
  );
}

function toPlace(value: number, { min, max }: Scale): string {
  const share = (value - min) / (max - min || 1);
  return `${Math.min(100 - END, Math.max(END, 100 * share)).toFixed(2)}%`;
}

interface HeadProps {
  readonly class: string;
  readonly title: string;
  readonly note?: ComponentChildren;
  /** The explanation of the title, shown on hover and on focus. */
  readonly meaning?: string;
}

/** The head of a column of a board. */
export function Head({ class: look, title, note, meaning }: HeadProps): VNode {
  return (
    <th scope="col" role="columnheader" class={look}>
      {meaning === undefined ? title : <Meaning text={meaning}>{title}</Meaning>}
      {note && <small>{note}</small>}
    </th>
  );
}
