import { lazy } from "../../base/lazy.ts";
import { fixed } from "../../wording/numbers.ts";

export { counted, fixed, NONE, percent, signed } from "../../wording/numbers.ts";

const short = lazy(() =>
  new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 })
);
const shortest = lazy(() =>
  new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 5 })
);
const exact = lazy(() => new Intl.NumberFormat("en", { maximumSignificantDigits: 6 }));
const minute = lazy(() =>
  new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
  })
);
const day = lazy(() =>
  new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  })
);

/** Returns money in whole units: "100,482". */
export function money(amount: number): string {
  return fixed(amount, 0);
}

/** Returns an amount for an axis: "102,500", and from a million on "3.105M". */
export function moneyAxis(amount: number): string {
  return Math.abs(amount) < 1e6 ? money(amount) : shortest().format(amount).replace("-", "−");
}

/** Returns a fraction in percent for an axis, with up to two decimals. */
export function percentAxis(fraction: number): string {
  return `${fixed(fraction * 100, 2).replace(/\.?0+$/, "")} %`;
}

/** Returns a large amount in three digits: "84.2M". */
export function compact(amount: number): string {
  return short().format(amount);
}

/** Returns a number with six significant digits. */
export function precise(value: number): string {
  return exact().format(value).replace("-", "−");
}

/** Returns a time with hour and zone: "3 Feb 2026, 14:00 UTC". */
export function time(ms: number): string {
  return `${minute().format(ms)} UTC`;
}

/** Returns a day, UTC. */
export function date(ms: number): string {
  return day().format(ms);
}

/** Returns a time in the format of the service. */
export function iso(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}

/** Returns a message of the engine as a sentence, with a capital letter and a full stop. */
export function sentence(message: string): string {
  return `${message.slice(0, 1).toUpperCase()}${message.slice(1)}${
    /[.!?]$/.test(message) ? "" : "."
  }`;
}

/** A day in milliseconds. */
export const DAY_MS = 86_400_000;
const part = (options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat =>
  lazy(() => new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" }));
const ticks = {
  month: part({ month: "short", year: "numeric" }),
  day: part({ day: "numeric", month: "short" }),
  hour: part({ hour: "2-digit", minute: "2-digit" }),
};

/**
 * Returns a time for the axis of a chart, UTC.
 *
 * @param step distance between two ticks, milliseconds
 */
export function tick(ms: number, step: number): string {
  if (step >= 28 * DAY_MS) return ticks.month().format(ms);
  return (ms % DAY_MS === 0 ? ticks.day : ticks.hour)().format(ms);
}
