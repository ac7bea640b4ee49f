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
export const EQUIVALENT: readonly Equivalent[] = [
  {
    path: "server/auth/api_key.ts",
    code: "byte = 255",
    label: "255 -> 256",
    reason: "only for the compiler: an array of one byte has a first one",
  },
  {
    path: "server/auth/api_key.ts",
    code: "byte = 255",
    label: "255 -> 254",
    reason: "as above",
  },
  {
    path: "server/auth/api_key.ts",
    code: "new Uint8Array(1)",
    label: "1 -> 2",
    reason: "one more byte is drawn and not used",
  },
  {
    path: "server/services/examples.ts",
    code: "marketId: 1",
    label: "1 -> 2",
    reason: "an example that is run, on whichever market",
  },
  {
    path: "server/services/examples.ts",
    code: "oversold: 35",
    label: "35 -> 36",
    reason: "an example that is run, whatever its parameter",
  },
  {
    path: "server/services/examples.ts",
    code: "oversold: 35",
    label: "35 -> 34",
    reason: "as above",
  },
  {
    path: "server/limits/unit_budget.ts",
    code: "this.#charged === 0 || newest === undefined",
    label: "|| -> &&",
    reason: "nothing is charged exactly when nothing is in the list",
  },
  {
    path: "server/limits/unit_budget.ts",
    code: "this.#charges.length / 2",
    label: "/ -> *",
    reason: "what has left is thrown away later, which nobody sees but the memory",
  },
  {
    path: "server/limits/unit_budget.ts",
    code: "this.#first > this.#charges.length / 2",
    label: "> -> <=",
    reason: "as above",
  },
  {
    path: "server/limits/limiter.ts",
    code: "SWEPT_PER_NEW_ACCOUNT = 4",
    label: "4 -> 5",
    reason: "any number above one will do",
  },
];
