// This module is browser compatible.

import { StartError } from "../../base/errors.ts";

/** A place in a source, for people: `rates.csv, line 12, column 3 (impliedApy)`. */
export type Place = string;

/** Returns the error of something wrong at one place of a source. */
export function faultAt(place: Place, reason: string): StartError {
  return new StartError(`Cannot import ${place}: ${reason}`);
}

/** Returns the error of something that is wrong with the sources as a whole. */
export function refusal(reason: string): StartError {
  return new StartError(`Cannot import: ${reason}`);
}

/** Returns an instant as a dataset writes it. */
export function isoOf(instant: number): string {
  return new Date(instant).toISOString().replace(/\.000Z$/, "Z");
}
