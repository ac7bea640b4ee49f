// This module is browser compatible.

/** Shown in place of a missing value. */
export const NONE = "–";

/** Formats a fraction in percent: `0.0581` is "5.81 %". */
export function percent(fraction: number | null, digits = 2): string {
  if (fraction === null) return NONE;
  return `${fixed(fraction * 100, digits)} %`;
}

/** Formats a number with a fixed number of decimals and a minus sign (U+2212). */
export function fixed(value: number | null, digits = 2): string {
  if (value === null) return NONE;
  // Not with Intl, whose first format costs a page several milliseconds before its first chart.
  const text = grouped(value.toFixed(digits));
  // A value that rounds to zero has no sign.
  return /^-[0.,]+$/.test(text) ? text.slice(1) : text.replace("-", "−");
}

/** Formats a number with its sign: "+0.66", "−0.10", and "0.00". */
export function signed(value: number, digits = 2): string {
  const text = fixed(value, digits);
  return /[1-9]/.test(text) && value > 0 ? `+${text}` : text;
}

/** Formats a utility, decimal per year, in percentage points: `0.0066` is "+0.66 %/y". */
export function perYear(utility: number, digits = 2): string {
  return `${signed(100 * utility, digits)} %/y`;
}

/**
 * Formats a chance of luck in percent, without the certainty of 0 and 100: "1.4 %", "over 99 %".
 *
 * @param level largest chance that passes; another one that rounds to it gets more digits
 */
export function chance(p: number, level = 0.05): string {
  if (p < 0.001) return "under 0.1 %";
  if (p > 0.99) return "over 99 %";
  const text = percent(p, p < 0.1 ? 1 : 0);
  return text === percent(level, 1) && p !== level ? toldApart(p, level, percent) : text;
}

/** Formats a count with its noun: "1 bar", "3 bars". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${fixed(count, 0)} ${count === 1 ? noun : plural}`;
}

/**
 * Formats a value with enough decimals to distinguish it from a threshold.
 *
 * @param write formats a number with a given number of decimals
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(toldApart(0.0611, 0.05, percent), "6.11 %");
 * assertEquals(toldApart(0.0500001, 0.05, percent), "5.00001 %");
 * ```
 */
export function toldApart(
  value: number,
  threshold: number,
  write: (value: number, digits: number) => string,
): string {
  for (let digits = 2; digits < 15; digits++) {
    const text = write(value, digits);
    if (value === threshold || text !== write(threshold, digits)) return text;
  }
  return String(value);
}

/** Writes the whole part of a decimal number with commas: "1234.5" is "1,234.5". */
function grouped(decimal: string): string {
  const [whole = "", ...rest] = decimal.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
}
