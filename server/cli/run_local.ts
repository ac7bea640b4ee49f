import { systemClock } from "../base/clock.ts";
import { UNCOUNTED } from "../contracts/trial.ts";
import { readConfig } from "../process/config.ts";
import type { Evaluation } from "../contracts/types.ts";
import { type Engine, type View, VIEWS } from "../engine/engine.ts";
import { uncountedText } from "../wording/verdict.ts";
import { InlineRunner } from "../engine/inline_runner.ts";
import { reloadEngine } from "../engine/load.ts";
import { LocalEngine } from "../engine/local_engine.ts";
import { ApiError, StartError } from "../base/errors.ts";
import { Evaluations } from "../services/evaluations.ts";
import { Simulations } from "../services/simulations.ts";
import type { TrialStore } from "../store/trial_store.ts";
import { printBytes, printError } from "../process/output.ts";
import { type Command, readCommand, usageLine } from "./command_line.ts";
import { option } from "./option.ts";
import { openEngine } from "./open_engine.ts";

const COMMANDS = {
  simulate: {
    name: "simulate",
    summary: "Runs a candidate without a server: candidate.json on standard input, the `data` of " +
      "the answer on standard output.",
    options: {
      view: option(VIEWS.join("|"), "Which parts of the run to print; summary by default"),
      check: {
        type: "boolean",
        help: "Check the candidate without running it; print its price, hash and weights",
      },
    },
    examples: [
      "simulate < candidate.json > simulation.json",
      "simulate --check < candidate.json",
    ],
  },
  evaluate: {
    name: "evaluate",
    summary: "Evaluates a simulation without a server: simulation.json on standard input, the " +
      "`data` of the answer on standard output.",
    options: {},
    examples: ["evaluate < simulation.json"],
  },
} as const satisfies Readonly<Record<string, Command>>;

/** The command line has no keys and no log, so runs are neither charged nor recorded. */
const UNMETERED = {
  keyId: "",
  charge: (): void => {},
  bill: (): void => {},
  onRun: (): void => {},
};
const NO_TRIALS: Pick<TrialStore, "record" | "count"> = {
  record: () => {},
  count: (_, trial) => UNCOUNTED.count(trial),
};

/** The tries for which the line of an evaluation says the edge that would pass. */
const TRIES = 100;

/**
 * Runs a candidate, or evaluates a simulation, without a server: reads the request body from standard
 * input and writes the `data` of the response to standard output.
 *
 * @param command `simulate` or `evaluate`
 * @param words arguments after the command
 * @throws {StartError} that states the fault and the accepted values
 */
export async function runLocal(
  command: "simulate" | "evaluate",
  words: readonly string[],
): Promise<void> {
  const task = readTask(command, words);
  const config = readConfig((name) => Deno.env.get(name));
  const [{ module, engine, datasets }, body] = await Promise.all([
    openEngine(config),
    new Response(Deno.stdin.readable).bytes(),
  ]);
  const parts = {
    local: new LocalEngine(engine, {
      datasets,
      prepare: () => {},
      reload: (generation) => reloadEngine(module, generation),
      onLost: printError,
    }),
    runner: new InlineRunner(engine, systemClock),
    datasets,
    trials: NO_TRIALS,
    signer: null,
    clock: systemClock,
    makeId: () => crypto.randomUUID(),
  };
  try {
    const simulations = new Simulations(parts);
    const answer = task === "evaluate"
      ? await new Evaluations(parts).evaluate({ body, componentsMax: null, ...UNMETERED })
      : task === "check"
      ? simulations.check(body)
      : await simulations.simulate({ body, view: task, ...UNMETERED });
    printBytes(answer);
    if (task === "evaluate") printError(notCounted(engine, answer));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new StartError(toText(error), { cause: error });
  }
}

/** Returns the view of a simulation, or the other work that was asked for. */
function readTask(
  name: keyof typeof COMMANDS,
  words: readonly string[],
): View | "check" | "evaluate" {
  const command: Command = COMMANDS[name];
  const { view: given = "summary", check } = readCommand(command, words).values;
  if (name === "evaluate") return "evaluate";
  if (check) return "check";
  const view = VIEWS.find((known) => known === given);
  if (view !== undefined) return view;
  throw new StartError(
    `Cannot simulate: --view is "${given}", must be ${VIEWS.join(", ")}\n${usageLine(command)}`,
  );
}

/** Formats an error as one line, followed by one line per wrong field. */
function toText({ code, message, context }: ApiError): string {
  const fields = (context.fieldErrors ?? []).map(({ path, message }) => `  ${path} ${message}`);
  return [`${code}: ${message}`, ...fields].join("\n");
}

/** Returns the line that is printed with every evaluation. */
function notCounted(engine: Engine, evaluation: Uint8Array): string {
  const { verdict }: Pick<Evaluation, "verdict"> = JSON.parse(new TextDecoder().decode(evaluation));
  const { edgeStandardError: error, paths } = verdict;
  const requiredEdge = error === null ? null : engine.requiredEdge(error, TRIES, paths);
  return uncountedText("a single try", TRIES, requiredEdge);
}
