/**
 * Sends the service what its own document allows, and what it forbids: schemathesis over the whole
 * document, against a server of its own, with a key of its own and limits that do not get in the way;
 * before it bodies that no schema would make (`bodies.ts`), the same from the same `--seed`.
 *
 * `deno task fuzz:api` sends at least 20,000 requests, with `--short` a few thousand for every commit.
 * schemathesis needs Python 3.10 or newer; it is installed once, into a folder for temporary files.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { Home, type Outcome } from "../../server/testing/server_process.ts";
import { sendHostile } from "./hostile.ts";

const SCHEMATHESIS = "4.32.5";
const VENV = `${Deno.env.get("TMPDIR") ?? "/tmp"}/arena-schemathesis-${SCHEMATHESIS}`;

/** Cases of an operation in each phase. */
const CASES = { short: 30, full: 1000 };
const REQUESTS_MIN = { short: 1000, full: 20_000 };

/** Bodies of our own making, over all operations that take one. */
const HOSTILE_BODIES = { short: 400, full: 10_000 };
const FAULTS_SHOWN_MAX = 20;

const LIMITS = {
  ARENA_LOG: "json",
  ARENA_BUDGET_UNITS: "1000000000",
  ARENA_SIMULATIONS_IN_FLIGHT: "1000",
  ARENA_EVALUATIONS_IN_FLIGHT: "1000",
  ARENA_AUTH_FAILURES_PER_MINUTE: "1000000",
};

/**
 * Returns the settings of schemathesis. The ids of strategies are given to it, or nearly every
 * candidate would fail at the first look. A candidate can be well formed and still make no sense
 * (weights that do not sum, a parameter that no strategy has, an edited payload): no schema says so.
 * A plan can be too much for the quota, and its points may not have been kept. A search that was
 * deleted is cancelled: what it found can be read.
 */
function settings(strategyIds: readonly string[]): string {
  const bodies = '[[operations]]\ninclude-tag = ["simulations", "evaluations"]';
  return `
color = false
[warnings]
display = []
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "304", "404"]
[dictionaries]
strategies = { values = ${JSON.stringify(strategyIds)} }
weights = { values = [10000, 5000, 3333] }
[parameters]
"path.strategyId" = { dictionary = "strategies", probability = 0.5 }
"body.components[*].strategyId" = { dictionary = "strategies", probability = 0.9 }
"body.components[*].weightBps" = { dictionary = "weights", probability = 0.8 }
${bodies}
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "409", "422"]
[[operations]]
include-tag = ["searches"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "400", "404", "409", "422", "429"]
checks.use_after_free.enabled = false
`;
}

async function run(command: string, words: readonly string[], cwd = Deno.cwd()): Promise<boolean> {
  const child = new Deno.Command(command, {
    args: [...words],
    cwd,
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  });
  return (await child.spawn().status).success;
}

/** Returns the Python that has schemathesis, made on first use; null when that cannot be. */
async function python(): Promise<string | null> {
  const command = `${VENV}/bin/python3`;
  if (await exists(command)) return command;
  const making = `${VENV}-${Deno.pid}`;
  try {
    const isMade = await run("python3", ["-m", "venv", making]) &&
      await run(`${making}/bin/pip`, ["install", "--quiet", `schemathesis==${SCHEMATHESIS}`]);
    // Whole or not at all, also when two of these run at once.
    if (isMade && !await exists(command)) await Deno.rename(making, VENV);
    return isMade ? command : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  } finally {
    if (await exists(making)) await Deno.remove(making, { recursive: true });
  }
}

function exists(path: string): Promise<boolean> {
  return Deno.stat(path).then(() => true, () => false);
}

/** Prints how many requests had which status, by the log of the server, and what else it says. */
function report({ code, stderr }: Outcome): { readonly requests: number; readonly faults: number } {
  const lines = stderr.trim().split("\n");
  const statuses = lines.map((line) => Number(/"status":(\d+)/.exec(line)?.[1]));
  const counts = [...Map.groupBy(statuses, (status) => status)]
    .toSorted(([left], [right]) => left - right)
    .map(([status, each]) => `${status}: ${each.length}`);
  print(`${lines.length} requests (${counts.join(", ")})`);
  const faults = lines.filter((_, index) => !((statuses[index] ?? NaN) < 500));
  for (const line of faults) print(line);
  if (code !== 0) print(`The server ended with ${code}`);
  return { requests: lines.length, faults: faults.length + code };
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

async function fuzz(size: keyof typeof CASES, seed: number): Promise<boolean> {
  const isBorne = await bearsHostile(size, seed);
  return await followsDocument(size) && isBorne;
}

/** Sends bodies that no schema makes: thousands of wrong names, nesting, repetition, broken bytes. */
async function bearsHostile(size: keyof typeof CASES, seed: number): Promise<boolean> {
  await using home = await Home.make();
  await using server = await home.serve(LIMITS);
  const count = HOSTILE_BODIES[size];
  const { statuses, largestRefusalBytes, faults } = await sendHostile(server, { count, seed });
  const { code } = await server.stop();
  print(
    `${count} hostile bodies of seed ${seed} (${JSON.stringify(statuses)}), ` +
      `largest refusal ${largestRefusalBytes} bytes, ${faults.length} faults`,
  );
  for (const fault of faults.slice(0, FAULTS_SHOWN_MAX)) print(fault);
  if (code !== 0) print(`The server ended with ${code}`);
  return faults.length === 0 && code === 0;
}

async function followsDocument(size: keyof typeof CASES): Promise<boolean> {
  const command = await python();
  if (command === null) {
    print("fuzz:api is skipped: it needs Python 3.10 or newer with venv, and PyPI the first time");
    return size === "short";
  }
  await using home = await Home.make();
  await using server = await home.serve(LIMITS);
  const config = `${home.folder}/schemathesis.toml`;
  const strategies = await server.client().listStrategies();
  await Deno.writeTextFile(config, settings(strategies.map(({ strategyId }) => strategyId)));
  const isClean = await run(command, [
    "-c",
    "from schemathesis.cli import schemathesis; schemathesis()",
    "--config-file",
    config,
    "run",
    `${server.origin}/openapi/v1.json`,
    "--header",
    `x-api-key: ${server.key}`,
    "--checks",
    "all",
    // It compares each event with the schema of their text; contract tests read them.
    "--exclude-operation-id",
    "watchSearch",
    "--max-examples",
    String(CASES[size]),
    "--suppress-health-check",
    "all",
    ...size === "short" ? ["--generation-deterministic"] : ["--generation-database", "none"],
  ], home.folder);
  // Whoever ends it from outside ends it in good order: its code does not tell.
  const isThere = await server.client().getHealth().then(() => true, () => false);
  if (!isThere) print("The server had gone before it was stopped: this run is not whole");
  const { requests, faults } = report(await server.stop());
  return isClean && faults === 0 && requests >= REQUESTS_MIN[size];
}

if (import.meta.main) {
  const { values: options } = parseArgs({
    options: { short: { type: "boolean" }, seed: { type: "string", default: "1" } },
  });
  Deno.exit(await fuzz(options.short ? "short" : "full", Number(options.seed)) ? 0 : 1);
}
