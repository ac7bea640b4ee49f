import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { cividis, type Scale } from "../sweep/colours.ts";

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
export function Legend({ scale, cuts, write }: LegendProps): VNode | null {
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
