/**
 * The engine on the command line of Node: JSON in, JSON out, without a server. `arena help` lists the
 * commands.
 *
 * @module
 */
// deno-lint-ignore-file no-external-import -- a program for Node
import "./uint8array_text.ts";
import process from "node:process";
import { text } from "node:stream/consumers";
import { HelpRequest, messageOf, StartError } from "../../server/base/errors.ts";
import {
  type Command,
  type CommandGroup,
  type Option,
  pickCommand,
  readCommand,
  type Values,
} from "../../server/cli/command_line.ts";
import { VERIFY, verifyGiven } from "../../server/season/command/verify/verify_given.ts";
import type { VerifyEngine } from "../../server/season/verify/ports.ts";
import { Arena, ArenaError, type Plan, type View } from "./arena.ts";
import { readMarkets } from "./markets.ts";
import { openVerifyEngine } from "./verify.ts";

const DATASETS = {
  type: "string",
  multiple: true,
  value: "FOLDER",
  help: "More markets, as `datasets import` of the server writes them",
} as const satisfies Option;

const VIEW = {
  type: "string",
  value: "full|summary|trades",
  help: "Which parts of the run to print; summary by default",
} as const satisfies Option;

/** The options of commands that read JSON; only some have a view. */
type JsonOptions = Values<{ view: typeof VIEW; datasets: typeof DATASETS }>;

/** A command that turns a JSON value of standard input into another. */
interface JsonCommand extends Command {
  // deno-lint-ignore no-explicit-any -- the engine checks the input
  run(arena: Arena, input: any, view: string): unknown;
}

const JSON_COMMANDS: readonly JsonCommand[] = [
  {
    name: "arena simulate",
    summary: "Runs a candidate: JSON on standard input, the simulation on standard output.",
    options: { view: VIEW, datasets: DATASETS },
    examples: ["arena simulate < candidate.json > simulation.json"],
    run: (arena, candidate, view) => arena.simulate(candidate, toView(view)),
  },
  {
    name: "arena evaluate",
    summary: "Scores a simulation: its score, and the verdict on fresh paths. Tries are not " +
      "counted here: every evaluation is judged as a first one.",
    options: { datasets: DATASETS },
    examples: ["arena simulate < candidate.json | arena evaluate"],
    run: (arena, simulation) => arena.evaluate(simulation),
  },
  {
    name: "arena check",
    summary:
      "Checks a candidate without running it: all its errors, or its hash, its weights and " +
      "the features that it reads.",
    options: { datasets: DATASETS },
    examples: ["arena check < candidate.json"],
    run: (arena, candidate) => arena.check(candidate),
  },
  {
    name: "arena sweep",
    summary: "Runs a plan of candidates ({base, axes, method}): columns and rows.",
    options: { datasets: DATASETS },
    examples: ["arena sweep < plan.json"],
    run: sweep,
  },
];

const VERIFY_COMMAND = {
  ...VERIFY,
  name: "arena verify",
  options: { ...VERIFY.options, datasets: DATASETS },
  examples: VERIFY.examples.map((example) => `arena ${example}`),
} as const satisfies Command;

const COMMANDS: CommandGroup<Command> = {
  name: "arena",
  summary: "The engine of the strategy arena: runs, scores and verifies without a server.",
  commands: [...JSON_COMMANDS, VERIFY_COMMAND],
};

/** Candidates of a plan that are run at once. */
const RANGE = 4096;

async function main([word, ...words]: readonly string[]): Promise<void> {
  if (word === "help" && words.length > 0) return await main([...words, "--help"]);
  const { name } = pickCommand(COMMANDS, word);
  const command = JSON_COMMANDS.find((one) => one.name === name);
  if (command === undefined) return await verify(words);
  const { view = "summary", datasets = [] }: JsonOptions = readCommand(command, words).values;
  const arena = await Arena.open();
  for (const { manifest, file, csv, served } of await readMarkets(datasets)) {
    if (served) arena.addMarket(manifest, file, csv);
    else arena.addReal(manifest, file, csv);
  }
  print(JSON.stringify(command.run(arena, await readInput(), view)));
}

/** @throws {StartError} when standard input is not JSON */
async function readInput(): Promise<unknown> {
  const input = await text(process.stdin);
  try {
    return JSON.parse(input);
  } catch (cause) {
    throw new StartError(`Cannot read standard input: ${messageOf(cause)}`, { cause });
  }
}

async function verify(words: readonly string[]): Promise<void> {
  const { values, operands: [given = ""] } = readCommand(VERIFY_COMMAND, words);
  const openEngine = async (): Promise<VerifyEngine> =>
    await openVerifyEngine(await Arena.open(), await readMarkets(values.datasets ?? []));
  await verifyGiven(given, values, { openEngine, print, printError });
}

function toView(given: string): View {
  if (given === "full" || given === "summary" || given === "trades") return given;
  throw new StartError(
    `Cannot simulate: --view is "${given}", must be full, summary or trades`,
  );
}

/** Runs a plan range by range; returns a row per candidate. */
function sweep(arena: Arena, plan: Plan): unknown {
  const { columns, count, statuses } = arena.describePlan(plan);
  const rows: number[][] = [];
  for (let from = 0; from < count; from += RANGE) {
    const found = arena.plan(plan, { from, count: Math.min(RANGE, count - from) });
    const values = columns.map((name) => found[name] ?? new Float64Array());
    values[0]?.forEach((_, row) => rows.push(values.map((column) => column[row] ?? NaN)));
  }
  return { columns, statuses, rows };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof HelpRequest) return print(error.message);
  printError(explain(error));
  process.exitCode = 1;
});

/** Returns an expected error without its stack, which a defect keeps. */
function explain(error: unknown): string {
  if (error instanceof ArenaError) {
    const fields = error.fieldErrors.map(({ path, message }) => `  ${path} ${message}`);
    return [`${error.code}: ${error.message}`, ...fields].join("\n");
  }
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? `${error.stack}` : String(error);
}
