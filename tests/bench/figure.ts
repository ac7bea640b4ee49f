/** One measured figure against what it is to reach. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: string;
  readonly reached: boolean;
}

/** Returns a figure that is good when it is small. */
export function atMost(name: string, value: number, unit: string, target: number): Figure {
  return { name, value, unit, target: `<= ${target}`, reached: value <= target };
}

/** Returns a figure that is good when it is large. */
export function atLeast(name: string, value: number, unit: string, target: number): Figure {
  return { name, value, unit, target: `>= ${target}`, reached: value >= target };
}
