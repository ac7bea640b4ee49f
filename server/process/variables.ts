// This module is browser compatible.

/** Reads the text of a variable, undefined when it is not set; throws `Wrong`. */
export type Reader<T> = (text: string | undefined) => T;

/** Its message says what a variable must be. */
export class Wrong extends Error {}

/** A wrong value that has a password in it, and is not shown. */
export class WrongSecret extends Wrong {}

/** Returns the reader of a variable with a whole number. */
export function whole(fallback: number, min: number, max: number): Reader<number> {
  return (text) => {
    if (text === undefined) return fallback;
    const value = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new Wrong(`must be a whole number from ${min} to ${max}`);
  };
}

/** Returns the reader of a variable with a whole number, or null when it is not set. */
export function wholeOrNull(min: number, max: number): Reader<number | null> {
  return (text) => text === undefined ? null : whole(0, min, max)(text);
}

/** Returns the reader of a variable with a text that is not empty. */
export function text(fallback: string): Reader<string> {
  return (given = fallback) => {
    if (given === "") throw new Wrong("must not be empty");
    return given;
  };
}

/** Reads a variable that may be missing; an empty text is none. */
export function orNull(given = ""): string | null {
  return given || null;
}

/** Reads the address of a PostgreSQL database; null: there is none. */
export function databaseUrl(given = ""): string | null {
  if (given === "") return null;
  const url = URL.parse(given);
  const isAddress = /^postgres(?:ql)?:$/.test(url?.protocol ?? "") && url?.hostname !== "";
  if (isAddress && /^\/[^/]+$/.test(url?.pathname ?? "")) return given;
  throw new WrongSecret("must be postgres://USER:PASSWORD@HOST:PORT/DATABASE");
}

/** Returns the reader of a variable with one of some words. */
export function oneOf<T extends string, F extends T | null>(
  words: readonly T[],
  fallback: F,
): Reader<T | F> {
  return (given) => {
    if (given === undefined) return fallback;
    const word = words.find((known) => known === given);
    if (word === undefined) throw new Wrong(`must be ${words.join(" or ")}`);
    return word;
  };
}

/** Reads a list of addresses and CIDR ranges. */
export function ranges(list = ""): readonly string[] {
  const given = list.split(",").map((range) => range.trim()).filter(Boolean);
  if (given.every(isRange)) return given;
  throw new Wrong("must be addresses and CIDR ranges, separated by commas");
}

/** Whether a text is an address or a CIDR range, of either version. */
function isRange(range: string): boolean {
  const [, address = "", bits] = /^([^/]*)(?:\/(0|[1-9]\d{0,2}))?$/.exec(range) ?? [];
  const isV4 = /^\d+(?:\.\d+){3}$/.test(address) && address.split(".").every(isByte);
  // A URL has nothing else in brackets than an address of version 6.
  const isV6 = /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]`);
  return (isV4 || isV6) && Number(bits ?? 0) <= (isV4 ? 32 : 128);
}

function isByte(digits: string): boolean {
  return /^(?:0|[1-9]\d{0,2})$/.test(digits) && Number(digits) <= 255;
}
