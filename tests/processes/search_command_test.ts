import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { parquetReadObjects } from "hyparquet";
import { StartError } from "../../server/base/errors.ts";
import { lazy } from "../../server/base/lazy.ts";
import { readSearchOptions } from "../../server/cli/search/options.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { type Outcome } from "../../server/testing/programs.ts";
import { poll } from "../../server/testing/until.ts";
import { ROOT } from "../../server/testing/root.ts";
import { command, outcomeOf, planFile, rangesIn, search } from "../search/search_command.ts";

const OWN = "/components/0/strategyParams/";
const PLAN = {
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [
    { path: `${OWN}period`, min: 3, max: 30 },
    { path: `${OWN}overbought`, values: [60, 65, 70, 75] },
    { path: `${OWN}field`, values: ["logYield", "impliedApy"] },
  ],
  method: { kind: "sobol", count: 16_000, seed: 3 },
  constraints: [{ figure: "fills", min: 2 }],
  windows: { kind: "holdout", share: 0.3, purge: 1, embargo: 1 },
};
/** A plan that finishes at once. */
const SMALL = { ...PLAN, method: { kind: "sobol", count: 300 } };

/** A finished search of the small plan, which its first reader runs. */
const finished = lazy(async () => {
  const folder = await Deno.makeTempDir();
  const plan = await planFile(folder, SMALL);
  const words = [plan, "--out", `${folder}/out`, "--top", "5", "--json", "--workers", "1"];
  const said = await search(...words);
  assertEquals(said.code, 0, said.stderr);
  return { folder, plan, out: `${folder}/out`, printed: said.stdout };
});
Deno.test.afterAll(async () => await Deno.remove((await finished()).folder, { recursive: true }));

Deno.test("Ctrl-C stops after the ranges in flight, and says how to resume", async () => {
  await withFolder(async (folder) => {
    const plan = await planFile(folder, PLAN);
    const out = `${folder}/out`;
    const child = command([plan, "--out", out, "--workers", "1"]).spawn();
    await poll("a range", () => Promise.try(rangesIn, out), (found) => found >= 1);
    child.kill("SIGINT");
    const { code, stderr, stdout } = await child.output();
    const err = new TextDecoder().decode(stderr);
    assertEquals([code, stdout.length], [130, 0], err);
    assertStringIncludes(err, `finished ranges are kept in ${out}, the same command resumes`);
    const names = (await Array.fromAsync(Deno.readDir(out))).map(({ name }) => name).sort();
    assertEquals(names, ["lock", "parts", "searches.sqlite"]);
    const resumed = await search(plan, "--out", out);
    assertEquals(resumed.code, 0);
    assertMatch(resumed.stderr, /^Ran [1-9][\d,]* candidates \([1-9][\d,]* were already done\)/mu);
    assertEquals(rangesIn(out), 1, "the results are one");
  });
});

Deno.test("a plan without any runnable candidate has a report that says so", async () => {
  await withFolder(async (folder) => {
    const flags = "--strategy yield-rsi --timeframe daily --axis period=3d..30d:5 " +
      "--where fills>=100000 --folds 2 --workers 1 --out";
    const { code, stdout, stderr: err } = await search(
      ...flags.split(" "),
      `${folder}/out`,
    );
    assertEquals(code, 0, err);
    assertStringIncludes(stdout, "No candidate ran within the constraints");
    const page = await Deno.readTextFile(`${folder}/out/report.html`);
    assertStringIncludes(page, "No candidate ran within the constraints");
  });
});

Deno.test("the files of a search suit people and programs", async () => {
  const { out, printed } = await finished();
  const report = JSON.parse(await Deno.readTextFile(`${out}/report.json`));
  assertEquals(JSON.parse(printed), report);
  assertEquals(report.top.length, 5);
  assertEquals(report.candidates.inWindow, 300);
  assertEquals(report.folds.length, 1);
  assertEquals(JSON.parse(await Deno.readTextFile(`${out}/top.json`)), report.top);
  const { buffer } = await Deno.readFile(`${out}/points.parquet`);
  const rows = await parquetReadObjects({ file: buffer });
  assertEquals(rows.length, 305, "those searched and the five tested");
  const [first] = report.top;
  const row = rows[first.number];
  assertEquals(
    [row?.["number"], row?.["stage"], row?.["score"], row?.["field"], row?.["status"]],
    [
      BigInt(first.number),
      "holdout",
      first.figures.score,
      first.candidate.components[0].strategyParams.field,
      "ran",
    ],
  );
  const page = await Deno.readTextFile(`${out}/report.html`);
  assertStringIncludes(page, report.verdict.sentence);
  assert(!/<script[^>]* src=|<link|url\(/.test(page), "the page needs nothing else");
});

Deno.test("an impossible search is refused with a sentence, and nothing is overwritten", async () => {
  await withFolder(async (folder) => {
    const { plan, out } = await finished();
    const refused = async (words: readonly string[], sentence: string): Promise<void> => {
      const { code, stderr: err } = await search(...words);
      assertEquals(code, 1, err);
      assertStringIncludes(err, sentence);
      assert(!err.includes("    at "), err);
    };
    const grid = ["--strategy", "yield-rsi", "--axis", "period=3d..30d:5"];
    const options: readonly (readonly [words: readonly string[], sentence: string])[] = [
      [[], "Usage:"],
      [[`${folder}/absent.json`], "Cannot read"],
      [["--strategy", "yield-rsi", "--axis", "k"], "Cannot read --axis k"],
      [[plan, "--where", "fills=5"], "Cannot read --where fills=5"],
      [[plan, "--folds", "2", "--holdout", "0.2"], "take --folds or --holdout, not both"],
      [[plan, "--embargo", "2"], "--embargo needs --folds or --holdout"],
      [[plan, "--holdout", "0.2", "--rolling"], "--rolling needs --folds"],
      [[plan, "--method", "grid", "--count", "9"], "leave out --count, --seed and --patience"],
      [[...grid, "--seed", "11"], "--seed needs --count, the number of candidates"],
      [[...grid, "--method", "random"], "--method random needs --count, the number of"],
    ];
    for (const [words, sentence] of options) {
      await assertRejects(() => readSearchOptions(words), StartError, sentence);
    }
    // What a plan may say is tested without a process in bad_plans_test.ts.
    await refused([plan, "--where", "fils>=5"], '/constraints/0/figure is "fils", must be one of');
    const other = await planFile(folder, {
      ...SMALL,
      method: { kind: "sobol", count: 1e12 },
      axes: [{ path: `${OWN}absent`, values: [1] }],
    }, "other.json");
    await refused(
      [other, "--dry-run"],
      "other.json: 1 field is wrong\n  /axes/0/path names no parameter of component 0, must be one of",
    );
    await Deno.mkdir(`${folder}/photos`);
    await Deno.writeTextFile(`${folder}/photos/cat.txt`, "cat");
    await refused([plan, "--out", `${folder}/photos`], "it holds cat.txt and no search");
    const before = await Deno.readFile(`${out}/report.json`);
    await refused(
      [plan, "--out", out, "--top", "5", "--seed", "8"],
      "another search (plan differ)",
    );
    assertEquals(await Deno.readFile(`${out}/report.json`), before);
  });
});

Deno.test("the task may write only to its own folder, and names the command for another", async () => {
  await withFolder(async (folder) => {
    const plan = await planFile(folder, SMALL);
    const out = `${folder}/out`;
    const { tasks, permissions } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
    assertEquals(permissions.local.write, ["data/searches"]);
    const started = (line: string): Promise<Outcome> => outcomeOf(line.split(" ").slice(1));
    const refusal = await started(`${tasks.search.command} ${plan} --out ${out}`);
    assertEquals(refusal.code, 1);
    const [, told = ""] = /for another folder run (.+)/.exec(refusal.stderr) ?? [];
    assertStringIncludes(refusal.stderr, "it may write to data/searches only");
    const { code, stderr: err } = await started(told.replace("...", plan));
    assertEquals(code, 0, err);
    assert((await Deno.stat(`${out}/report.json`)).isFile);
  });
});

Deno.test("a dry run of flags estimates the search, and runs nothing", async () => {
  await withFolder(async (folder) => {
    const flags = "--strategy yield-rsi --market 2 --timeframe daily --where fills>=2 --folds 2 " +
      "--axis period=3d..30d:28 --axis overbought=55..80:11 --dry-run --json --out";
    const { code, stdout, stderr: err } = await search(
      ...flags.split(" "),
      `${folder}/out`,
    );
    assertEquals(code, 0, err);
    const { candidates, evaluations, units, keepsPoints, bytes } = JSON.parse(stdout);
    assertEquals(units, 10 * candidates + 1_000 * evaluations);
    assertEquals([candidates, keepsPoints], [3 * 28 * 11 + 2 * 20, true]);
    assert(bytes > 8 * candidates);
    assertEquals(await Array.fromAsync(Deno.readDir(folder)), []);
  });
});

Deno.test("a search begins with own candidates and the best of another folder", async () => {
  await withFolder(async (folder) => {
    const { plan, out } = await finished();
    const valueOf = (axis: typeof SMALL.axes[number]): unknown =>
      "values" in axis ? axis.values?.[0] : axis.min;
    const own = SMALL.axes.map((axis) => `${axis.path.split("/").at(-1)}=${valueOf(axis)}`).join();
    const words = [plan, "--from", out, "--enqueue", own, "--seed", "9", "--workers", "1"];
    words.push("--patience", "100", "--out", `${folder}/second`, "--json");
    const second = await search(...words);
    assertEquals(second.code, 0, second.stderr);
    const report = JSON.parse(second.stdout);
    assertEquals([report.plan.enqueue.length, report.plan.method.patience], [1 + 5, 100]);
    assertEquals(report.stages[0].count, 6);
    const absent = await search(plan, "--from", `${folder}/absent`, "--out", `${folder}/third`);
    assertEquals(absent.code, 1);
    assertStringIncludes(absent.stderr, "name the folder of a finished search");
  });
});
