// This module is browser compatible.

import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { cividis, type Scale } from "../../../sweep/colours.ts";

interface LegendProps {
  readonly scale: Scale | null;
  write(value: number): string;
}

const WIDTH = 96;

/** The scale with its ends. */
export function Legend({ scale, write }: LegendProps): VNode | null {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    for (let x = 0; context && x < WIDTH; x++) {
      context.fillStyle = `rgb(${cividis(x / (WIDTH - 1)).join(" ")})`;
      context.fillRect(x, 0, 1, 1);
    }
  }, [scale === null]);
  if (scale === null) return null;
  return (
    <span class="map-legend">
      {write(scale.min)}
      <canvas ref={canvas} width={WIDTH} height={1} aria-hidden="true" />
      {write(scale.max)}
    </span>
  );
}
