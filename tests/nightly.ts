/**
 * Runs what is slow by nature, one part after the other: `deno task nightly [PART...]`, all of it in some
 * hours. Random parts draw another sample each night, with seeds that they print. The last line says how
 * many parts passed and failed; `.ci/run` has a short part of each, with fixed seeds.
 *
 * @module
 */
import { print } from "../server/process/output.ts";
import { ROOT } from "../server/testing/root.ts";
import { NIGHT } from "../server/testing/nightly.ts";
import { succeeds } from "../server/testing/programs.ts";

const deno = Deno.execPath();
const soak = [deno, "run", "-A", "tests/soak/soak.ts"];
const test = [deno, "test", "-A", "--no-check"];

/** The parts by name: what each finds, and its command. */
const PARTS: Readonly<Record<string, readonly [what: string, command: readonly string[]]>> = {
  soak: ["200,000 requests and searches beside them, with flat memory", soak],
  kills: ["ten kills under load, for about ten minutes", [
    ...soak,
    "--requests",
    "400000",
    "--kill",
    "10",
  ]],
  api: ["30,000 hostile and random requests", [
    deno,
    "run",
    "-A",
    "tests/fuzz/api.ts",
    "--seed",
    String(NIGHT),
  ]],
  engine: ["a million hostile inputs of the engine", [
    "cargo",
    "test",
    "--manifest-path",
    "engine-rs/Cargo.toml",
    "--release",
    "--test",
    "all",
    "fuzz::",
  ]],
  browsers: ["the page at thirteen sizes", [...test, "tests/browser/all.ts"]],
  recomputation: ["large samples: native against WebAssembly, figures from answers, properties", [
    ...test,
    "tests/parity",
    "tests/recompute",
    "tests/property",
    "tests/stores/failures_test.ts",
    "tests/search/best_edge_test.ts",
    "tests/search/planted_test.ts",
    "tests/season/verify_files_test.ts",
  ]],
};

const ENV = {
  ARENA_NIGHTLY: "yes",
  ARENA_FUZZ_RUNS: "1000000",
  ARENA_FUZZ_SEED: String(NIGHT),
};

const unknown = Deno.args.filter((name) => !(name in PARTS));
const names = Deno.args.length > 0 ? Deno.args : Object.keys(PARTS);
const failed = unknown.map((name) => `${name} (no such part)`);
for (const name of names.filter((name) => name in PARTS)) {
  const [what, [program = "", ...args]] = PARTS[name] ?? ["", []];
  print(`\n== ${name}: ${what}`);
  if (!await succeeds(program, args, { cwd: ROOT, env: ENV })) failed.push(name);
}
for (const name of failed) print(`nightly: failed: ${name}`);
print(`nightly: ${names.length - failed.length} passed, ${failed.length} failed`);
Deno.exit(failed.length === 0 ? 0 : 1);
