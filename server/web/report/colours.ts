/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

const R = [-4.54, -35.34, 2381.73, -6402.7, 7024.72, -2710.57];
const G = [32.49, 170.73, 52.82, -131.46, 176.58, -67.37];
const B = [81.24, 442.36, -2482.43, 6167.24, -6614.94, 2475.67];

/**
 * Returns the colour of a share of the scale: cividis (Nuñez, Anderton, Renslow 2018), in the
 * polynomials of d3-scale-chromatic. The scale goes from dark blue to bright yellow, looks the same to
 * colour-blind readers, and works on light and dark pages.
 *
 * @param share 0 to 1; clamped
 */
export function cividis(share: number): Rgb {
  const t = Math.min(Math.max(share, 0), 1);
  return [polynomial(R, t), polynomial(G, t), polynomial(B, t)];
}

function polynomial(factors: readonly number[], t: number): number {
  const value = factors.reduceRight((sum, factor) => sum * t + factor, 0);
  return Math.round(Math.min(Math.max(value, 0), 255));
}

/** A scale from values to colours. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  /** Values at which the colour jumps, ascending, within the scale. */
  readonly cuts: readonly number[];
  /** Returns the share of a value in the scale, 0 to 1. */
  share(value: number): number;
}

interface ScaleOptions {
  /** Values at which the colour jumps, ascending; cuts outside the values have no effect. */
  readonly cuts?: readonly number[];
  /** Ends of the scale, instead of those of the values. */
  readonly ends?: readonly [number, number] | undefined;
}

/** Share of the lowest values that get the darkest colour, so that one bad corner does not flatten the rest. */
const LOW_PART = 0.05;
/** Jump of the colour at a cut. */
const JUMP = 0.2;

/**
 * Returns a scale from the 5th percentile of values to their maximum; null without values. The colour
 * jumps at each cut, which shows on which side of the cut a value is.
 */
export function colourScale(
  values: readonly number[],
  { cuts = [], ends }: ScaleOptions = {},
): Scale | null {
  const sorted = Float64Array.from(values).sort();
  const low = sorted[Math.floor(LOW_PART * (sorted.length - 1))];
  const high = sorted.at(-1);
  if (low === undefined || high === undefined) return null;
  const [min, max] = ends ?? [low, high];
  const inside = cuts.filter((cut) => cut > min && cut < max);
  const smooth = 1 - JUMP * inside.length;
  const share = (value: number): number => {
    if (max <= min) return 1;
    const passed = inside.filter((cut) => value >= cut).length;
    return smooth * (value - min) / (max - min) + JUMP * passed;
  };
  return { min, max, cuts: inside, share };
}
