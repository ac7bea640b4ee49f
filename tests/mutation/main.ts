/**
 * Mutates the product in one place at a time and lists the mutants that no test catches:
 * `deno run -A tests/mutation/main.ts [--folder NAME]... [--file PATH]... [--sample N --seed S] [--resume FILE]
 * [--threshold PERCENT] [--jobs N] [--json]`. A mutant is caught when a test fails or does not end. With
 * `--resume`, caught mutants are recorded in a file and skipped while their source is unchanged;
 * surviving mutants run again. The command fails when a folder is below the threshold (95), when the
 * tests fail without a mutant, and when `equivalent.ts` names a mutant that does not exist.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { toTable } from "../soak/figures.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { shuffled } from "../../server/testing/random.ts";
import { Bench } from "./bench.ts";
import { FOLDERS, listSources, type Mutant, mutantsOf, staleOf } from "./plan.ts";
import { Progress } from "./progress.ts";
import { Trial } from "./trial.ts";

const { values: options } = parseArgs({
  options: {
    folder: { type: "string", multiple: true },
    file: { type: "string", multiple: true },
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    resume: { type: "string" },
    threshold: { type: "string", default: "95" },
    jobs: { type: "string", default: "2" },
    json: { type: "boolean", default: false },
  },
});

const folders = FOLDERS.filter((folder) => options.folder?.includes(folder) ?? true);
if (folders.length < (options.folder?.length ?? 1)) {
  throw new Error(`Cannot mutate ${options.folder}: must be of ${FOLDERS.join(", ")}`);
}
const sources = (await Promise.all(folders.map(listSources))).flat()
  .filter(({ path }) => options.file?.includes(path) ?? true);
const all = sources.flatMap(mutantsOf);
const chosen = options.sample === undefined
  ? all
  : shuffled(all, Number(options.seed)).slice(0, Number(options.sample));
const mutants = chosen.filter(({ reason }) => reason === null);
const progress = await Progress.open(options.resume ?? null, mutants.length);
const waiting = mutants.filter((mutant) => !progress.isCaught(mutant));

const clean = await Bench.make();
const benches = await Promise.all(Array.from({ length: Number(options.jobs) }, () => Bench.make()));
try {
  const trial = new Trial(clean);
  await Promise.all(benches.map(async (bench) => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      await progress.note(mutant, await trial.try(bench, mutant));
    }
  }));
} finally {
  await inTurn([clean, ...benches], (bench) => bench[Symbol.asyncDispose]());
}

const rows = folders.map((folder) => {
  const isOf = ({ source }: Mutant): boolean => source.folder === folder;
  const tried = mutants.filter(isOf);
  const caught = tried.filter((mutant) => progress.isCaught(mutant)).length;
  const percent = tried.length === 0 ? 100 : Math.floor(1000 * caught / tried.length) / 10;
  const equivalent = chosen.filter(isOf).length - tried.length;
  return { folder, tried: tried.length, caught, percent, equivalent };
});
const survivors = mutants.filter((mutant) => !progress.isCaught(mutant))
  .map(({ source: { path }, line, code, label }) => ({ path, line, code, label }));
const stale = staleOf(sources);
// deno-lint-ignore no-console -- the output of the command
console.log(options.json ? JSON.stringify({ rows, survivors, stale }) : toTable(rows));
for (const entry of stale) progress.say(`no such mutant any more: ${entry}`);
const isBelow = rows.some(({ percent }) => percent < Number(options.threshold));
Deno.exitCode = isBelow || stale.length > 0 ? 1 : 0;
