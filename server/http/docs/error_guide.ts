// This module is browser compatible.

import type { ErrorContext } from "../../base/errors.ts";

/** The guide on the page of a code. */
export interface ErrorGuide {
  /** Explanation of the problem, longer than its title. */
  readonly meaning: string;
  /** Remedies, the most likely first. */
  readonly remedies: readonly string[];
  /** Detail and context of an example problem. */
  readonly example: Omit<ErrorContext, "cause"> & {
    readonly detail: string;
    /** Path of the example's request; by default a summary simulation. */
    readonly path?: string;
  };
}
