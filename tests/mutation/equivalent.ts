/** A mutant that behaves like the product. */
interface Equivalent {
  readonly path: string;
  /** The first line of the changed code, and the change, as printed by the command. */
  readonly code: string;
  readonly label: string;
  /** The reason why no test can distinguish it from the product. */
  readonly reason: string;
}

/** Mutants that no test can catch. An entry without a matching source fails the command. */
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
    path: "server/limits/unit_budget.ts",
    code: "this.#charged === 0 || newest === undefined",
    label: "|| -> &&",
    reason: "nothing is charged exactly when nothing is in the list",
  },
  {
    path: "server/limits/unit_budget.ts",
    code: "this.#first > this.#charges.length / 2",
    label: "> -> >=",
    reason: "what has left is thrown away one charge sooner, or an empty list again",
  },
  {
    path: "server/limits/unit_budget.ts",
    code: "this.#charges.length / 2",
    label: "2 -> 3",
    reason: "what has left is thrown away when it is a third of the list, sooner than promised",
  },
  {
    path: "server/limits/unit_budget.ts",
    code: "#first = 0;",
    label: "0 -> 1",
    reason: "every method begins with #forget(), which makes it 0 while the list is empty",
  },
  {
    path: "server/limits/unit_budget.ts",
    code: "this.#charges.length > this.#first",
    label: "> -> >=",
    reason: "#forget() has just emptied a list of which all has left: then there is no last charge",
  },
  {
    path: "server/limits/unit_budget.ts",
    code: "this.#first < this.#charges.length",
    label: "< -> <=",
    reason: "behind the last charge there is none, which never leaves: the loop breaks off",
  },
  {
    path: "server/limits/unit_budget.ts",
    code: "units = 0",
    label: "0 -> 1",
    reason: "only for the compiler: the index is in the list",
  },
  {
    path: "server/limits/unit_budget.ts",
    code: "Math.ceil(atMs - nowMs)",
    label: "ceil -> floor",
    reason: "the loop begins a millisecond sooner and ends at the same one",
  },
  {
    path: "server/limits/unit_budget.ts",
    code: "Math.ceil(atMs - nowMs) - 1",
    label: "1 -> 2",
    reason: "as above",
  },
  {
    path: "server/engine/worker_slot.ts",
    code: "#lastProgress = 0;",
    label: "0 -> 1",
    reason: "the constructor begins to watch, which sets it before anything reads it",
  },
  {
    path: "server/engine/worker_slot.ts",
    code: "CHECKS_PER_DEADLINE / 2",
    label: "2 -> 3",
    reason: "checks are whole: the second is the first that is over 4/3",
  },
  {
    path: "server/engine/worker_slot.ts",
    code: "engineMs[index] ?? 0",
    label: "0 -> 1",
    reason: "only for the compiler: a worker gives a time for every answer",
  },
  {
    path: "server/engine/pool.ts",
    code: "weight < BATCH_WEIGHT_MAX",
    label: "< -> <=",
    reason: "a job weighs 1 at least, so the next one is too heavy and stays where it is",
  },
  {
    path: "server/engine/job_service.ts",
    code: "new Int32Array(2)",
    label: "2 -> 3",
    reason: "the start of the worker brings another before anything is counted",
  },
  {
    path: "server/engine/job_service.ts",
    code: "new Int32Array(2)",
    label: "2 -> 1",
    reason: "as above",
  },
  {
    path: "server/engine/worker_shares.ts",
    code: "untilMs <= nowMs",
    label: "<= -> <",
    reason: "who is cleared at this instant is forgotten with the next one; none is suspect for it",
  },
  {
    path: "server/engine/packed.ts",
    code: "ends[index] ?? 0",
    label: "0 -> 1",
    reason: "only for the compiler: there is an end for every piece",
  },
];
