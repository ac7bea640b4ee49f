// This module is browser compatible.

const number = (digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const formats = [0, 1, 2, 3, 4].map(number);
const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const exact = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });
const minute = new Intl.DateTimeFormat("en-GB", {
  ...{ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  timeZone: "UTC",
});
const day = new Intl.DateTimeFormat("en-GB", {
  ...{ day: "numeric", month: "short", year: "numeric" },
  timeZone: "UTC",
});

/** Shown where there is no value. */
export const NONE = "–";

/** Returns a fraction in percent: `0.0581` is "5.81 %". */
export function percent(fraction: number | null, digits = 2): string {
  if (fraction === null) return NONE;
  return `${fixed(fraction * 100, digits)} %`;
}

/** Returns a number with so many decimals, and a true minus. */
export function fixed(value: number | null, digits = 2): string {
  if (value === null) return NONE;
  const text = (formats[digits] ?? number(digits)).format(value);
  // What rounds to zero has no sign.
  return /^-[0.,]+$/.test(text) ? text.slice(1) : text.replace("-", "−");
}

/** Returns money in whole units: "100,482". */
export function money(amount: number): string {
  return fixed(amount, 0);
}

/** Returns a large amount in three digits: "84.2M". */
export function compact(amount: number): string {
  return short.format(amount);
}

/** Returns a number as exactly as a reader wants it: six digits. */
export function precise(value: number): string {
  return exact.format(value).replace("-", "−");
}

/** Returns a time with its hour, UTC. */
export function time(ms: number): string {
  return minute.format(ms);
}

/** Returns a day, UTC. */
export function date(ms: number): string {
  return day.format(ms);
}

/** Returns a count with its noun: "1 bar", "3 bars". */
export function counted(count: number, noun: string): string {
  return `${money(count)} ${noun}${count === 1 ? "" : "s"}`;
}
