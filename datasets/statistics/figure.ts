/** A measured number of a dataset beside what it should be. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  /** What `RULES.md` 1 says, in its words. */
  readonly target: string;
  /** Lowest and highest number that a chosen seed may give. */
  readonly accepted: readonly [number, number];
  readonly measured: number;
}

/** Says whether a figure is what it should be. */
export function isAccepted({ accepted: [low, high], measured }: Figure): boolean {
  return measured >= low && measured <= high;
}

/** Numbers within a share of a target: `around(20, 0.1)` is 18 to 22. */
export function around(target: number, share: number): [number, number] {
  return [target - share * Math.abs(target), target + share * Math.abs(target)];
}

/** Numbers from half of a target to twice it, as far as a half-life can be read from one path. */
export function withinTwice(target: number): [number, number] {
  return [target / 2, target * 2];
}
