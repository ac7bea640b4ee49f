// This module is browser compatible.

import type { ErrorContext } from "../../base/errors.ts";

/** The guide on the page of a code. */
export interface ErrorGuide {
  /** What happened, in more words than the title. */
  readonly meaning: string;
  /** What to do, the most likely remedy first. */
  readonly remedies: readonly string[];
  /** Detail and context of an example, as in a real problem. */
  readonly example: Omit<ErrorContext, "cause"> & {
    readonly detail: string;
    /** Path of its request; by default a summary simulation. */
    readonly path?: string;
  };
}
