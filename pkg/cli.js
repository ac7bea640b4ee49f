#!/usr/bin/env node
/**
 * The engine on the command line of Node: JSON in, JSON out, without a server.
 *
 *   arena simulate [--view full|summary|trades] < candidate.json
 *   arena evaluate < simulation.json
 *   arena check < candidate.json
 *   arena sweep < plan.json
 *
 * @module
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { json } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { Arena, ArenaError } from "./arena.js";
const USAGE = `Usage: arena COMMAND [OPTIONS] < input.json

Commands:
  simulate   Runs a candidate; --view full, summary (default) or trades
  evaluate   Scores a simulation: its score, and the verdict on fresh paths
  check      Checks a candidate: all errors, or its hash and what it reads
  sweep      Runs a plan of candidates ({base, axes, method}): columns and rows

Options:
  --datasets FOLDER   More markets, as datasets:import writes them
  --help

Nothing is counted here: every evaluation is judged as a first try.
`;
/** Candidates of a plan that are run at once. */
const RANGE = 4096;
/** Beside this module in the package; in a checkout beside its folder. */
const OFFICIAL = ["datasets/", "../datasets/"].map((path) => new URL(path, import.meta.url));
async function main(words) {
  const { values, positionals: [command, ...rest] } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      view: { type: "string", default: "summary" },
      datasets: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help || command === "help") {
    return print(USAGE);
  }
  const run = command === undefined ? undefined : COMMANDS[command];
  if (run === undefined || rest.length > 0) {
    throw new UsageError(`Cannot run ${[command, ...rest].join(" ")}: there is no such command`);
  }
  const arena = await open(values.datasets);
  const answer = run(arena, await json(process.stdin), values.view);
  print(`${JSON.stringify(answer)}\n`);
}
class UsageError extends Error {
}
// deno-lint-ignore no-explicit-any -- the engine checks the input
const COMMANDS = {
  simulate: (arena, candidate, view) => arena.simulate(candidate, toView(view)),
  evaluate: (arena, simulation) => arena.evaluate(simulation),
  check: (arena, candidate) => arena.check(candidate),
  sweep,
};
function toView(text) {
  if (text === "full" || text === "summary" || text === "trades") {
    return text;
  }
  throw new UsageError(`Cannot simulate: --view is "${text}", must be full, summary or trades`);
}
/** Runs a plan range by range; returns a row per candidate. */
function sweep(arena, plan) {
  const { columns, count, statuses } = arena.describePlan(plan);
  const rows = [];
  for (let from = 0; from < count; from += RANGE) {
    const found = arena.plan(plan, { from, count: Math.min(RANGE, count - from) });
    const values = columns.map((name) => found[name] ?? new Float64Array());
    values[0]?.forEach((_, row) => rows.push(values.map((column) => column[row] ?? NaN)));
  }
  return { columns, statuses, rows };
}
async function open(folders) {
  const arena = await Arena.open();
  const official = OFFICIAL.find((folder) => existsSync(new URL("manifest.json", folder)));
  const places = folders.map((folder) => new URL(`${folder}/`, `file://${process.cwd()}/`));
  for (const folder of official === undefined ? places : [official, ...places]) {
    const read = (file) => readFile(new URL(file, folder), "utf8");
    const manifest = JSON.parse(await read("manifest.json"));
    for (const { file } of manifest.datasets) {
      arena.addMarket(manifest, file, await read(file));
    }
  }
  return arena;
}
function print(text) {
  process.stdout.write(text);
}
main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
function explain(error) {
  if (error instanceof ArenaError) {
    const fields = error.fieldErrors.map(({ path, message }) => `  ${path} ${message}`);
    return [`${error.code}: ${error.message}`, ...fields].join("\n");
  }
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof UsageError ? `${message}\n\n${USAGE}` : message;
}
