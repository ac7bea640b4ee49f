/** A mutant that does what the product does. */
interface Equivalent {
  readonly path: string;
  /** The first line of what is changed, and the change, as the command prints them. */
  readonly code: string;
  readonly label: string;
  /** Why no test can tell it from the product. */
  readonly reason: string;
}

/** Mutants that no test can catch. One that the sources do not have any more fails the command. */
export const EQUIVALENT: readonly Equivalent[] = [];
