/** A measured figure and its target. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: string;
  readonly reached: boolean;
}

/** Returns a figure with an upper bound. */
export function atMost(name: string, value: number, unit: string, target: number): Figure {
  return { name, value, unit, target: `<= ${target}`, reached: value <= target };
}

/** Returns a figure with a lower bound. */
export function atLeast(name: string, value: number, unit: string, target: number): Figure {
  return { name, value, unit, target: `>= ${target}`, reached: value >= target };
}
