// This module is browser compatible.

import { StartError } from "../../base/errors.ts";

/** A place in a source, for messages: `rates.csv, line 12, column 3 (impliedApy)`. */
export type Place = string;

/** Returns the error for a fault at one place of a source. */
export function faultAt(place: Place, reason: string): StartError {
  return new StartError(`Cannot import ${place}: ${reason}`);
}

/** Returns the error for a fault of the sources as a whole. */
export function refusal(reason: string): StartError {
  return new StartError(`Cannot import: ${reason}`);
}

/** Returns a short text of a source for messages, without what would control a terminal. */
export function plainText(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return short.replaceAll(/[\p{Cc}\p{Cf}]/gu, "?");
}

export function isoTime(instant: number): string {
  return new Date(instant).toISOString().replace(/\.000Z$/, "Z");
}
