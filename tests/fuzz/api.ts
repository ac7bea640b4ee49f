/**
 * Fuzzes the service with requests that its document allows or forbids: schemathesis over the whole
 * document, against a separate server with its own key and generous limits, preceded by bodies that
 * no schema generates (`bodies.ts`). Equal `--seed`s send equal bodies.
 *
 * `deno run -A tests/fuzz/api.ts` sends at least 20,000 requests, with `--short` a few thousand. schemathesis needs
 * Python 3.10 or newer, and is installed once, into a folder for temporary files.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { print } from "../../server/process/output.ts";
import { pythonWith } from "../../server/testing/python_package.ts";
import { Home } from "../../server/testing/server_process.ts";
import { sendHostile } from "./hostile.ts";
import { type Outcome, succeeds } from "../../server/testing/programs.ts";

const SCHEMATHESIS = "4.32.5";

/** Cases per operation and phase. */
const CASES = { short: 30, full: 1000 };
const REQUESTS_MIN = { short: 1000, full: 20_000 };

/** Hostile bodies, over all operations with a body. */
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
 * Returns the settings of schemathesis. It gets the ids of strategies, because nearly every candidate
 * would otherwise fail the first check. A well-formed candidate may still be invalid (wrong sum of
 * weights, an unknown parameter, an edited payload), which no schema expresses. A plan may exceed the
 * quota, and its points may not be stored.
 * A receipt is signed, and a server has the boards of its datasets, at most 200 rows to a page. An
 * Idempotency-Key names one request, and the example of the document comes with several. A batch answers
 * a wrong candidate in its place with 200.
 */
function settings(strategyIds: readonly string[]): string {
  const bodies = '[[operations]]\ninclude-tag = ["simulations", "evaluations"]';
  const refusals = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "429"];
  return `
color = false
[warnings]
display = []
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "304", "404"]
[checks.negative_data_rejection]
expected-statuses = ${JSON.stringify(refusals)}
[dictionaries]
strategies = { values = ${JSON.stringify(strategyIds)} }
weights = { values = [10000, 5000, 3333] }
[parameters]
"path.strategyId" = { dictionary = "strategies", probability = 0.5 }
"body.components[*].strategyId" = { dictionary = "strategies", probability = 0.9 }
"body.components[*].weightBps" = { dictionary = "weights", probability = 0.8 }
[[operations]]
include-operation-id = "simulateBatch"
checks.negative_data_rejection.expected-statuses = ${JSON.stringify(["200", ...refusals])}
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "409", "422"]
${bodies}
checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "409", "422"]
[[operations]]
include-tag = ["searches"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "400", "404", "409", "422", "429"]
[[operations]]
include-tag = ["leaderboard", "seasons"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "400", "404", "409", "422"]
`;
}

/** Prints the number of requests by status, from the server's log, and its other lines. */
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

async function fuzz(size: keyof typeof CASES, seed: number): Promise<boolean> {
  const isBorne = await bearsHostile(size, seed);
  return await followsDocument(size) && isBorne;
}

/** Sends bodies that no schema generates: thousands of wrong names, nesting, repetition, broken bytes. */
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
  const command = await pythonWith("schemathesis", SCHEMATHESIS);
  if (command === null) {
    print(
      "the fuzz of the API is skipped: it needs Python 3.10 or newer with venv, and PyPI the first time",
    );
    return size === "short";
  }
  await using home = await Home.make();
  await using server = await home.serve(LIMITS);
  const config = `${home.folder}/schemathesis.toml`;
  const strategies = await server.client().listStrategies();
  await Deno.writeTextFile(config, settings(strategies.map(({ strategyId }) => strategyId)));
  const isClean = await succeeds(command, [
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
    // A deleted search is cancelled, and stays readable.
    "--exclude-checks",
    "use_after_free",
    // schemathesis compares each event with the schema of the whole text; contract tests read events.
    "--exclude-operation-id",
    "watchSearch",
    "--max-examples",
    String(CASES[size]),
    "--suppress-health-check",
    "all",
    ...size === "short" ? ["--generation-deterministic"] : ["--generation-database", "none"],
  ], { cwd: home.folder });
  // The server is ended from outside, so its exit code has no meaning.
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
