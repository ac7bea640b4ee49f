import { assert, assertEquals } from "@std/assert";
import { lazy } from "../../server/base/lazy.ts";
import { readExample } from "../../server/testing/examples.ts";
import { outputOf } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";
import { testWith } from "../../server/testing/tools.ts";

/** The output folder of the examples. */
const FOLDER = "data/searches/rsi";
const PAGE = "server/search/README.md";

/**
 * Runs a search of the documentation in an output folder beside its own, because the task may write
 * nowhere else; returns the folder and what it writes to both outputs.
 */
async function searched(script: string): Promise<{ out: string; printed: string }> {
  const out = `${FOLDER}-${crypto.randomUUID()}`;
  const command = `${script.trimEnd().replace(FOLDER, out)} 2>&1`;
  return { out, printed: await run(["bash", "-euo", "pipefail", "-c", command]) };
}

function removed(out: string): Promise<void> {
  return Deno.remove(`${ROOT}${out}`, { recursive: true });
}

/** The search of the page with fewer candidates, which its first reader makes. */
const small = lazy(async () => searched((await readExample(PAGE, "sh")).replace(":28", ":4")));
Deno.test.afterAll(async () => await removed((await small()).out));

async function run([program = "", ...args]: readonly string[]): Promise<string> {
  return await outputOf(program, args, { cwd: ROOT });
}

Deno.test("the search of the README prints the lines that the README shows", async () => {
  const shown = (await readExample("README.md", "text")).trimEnd().split("\n");
  const plain = (line: string): string => line.replace(/in \S+ s on \d+ workers?/, "in ...");
  const { out, printed } = await searched(await readExample("README.md", "sh", 3));
  await removed(out);
  const lines = printed.split("\n").map(plain);
  assertEquals(shown.length, 4);
  assertEquals(shown.map(plain).filter((line) => !lines.includes(line)), []);
});

Deno.test("the search of server/search/README.md leaves the files that the page names", async () => {
  const page = await Deno.readTextFile(ROOT + PAGE);
  const { out } = await small();
  const files = (await Array.fromAsync(Deno.readDir(`${ROOT}${out}`))).map(({ name }) => name);
  const named = ["points.parquet", "report.html", "report.json", "top.json"];
  const missing = named.filter((name) => !files.includes(name) || !page.includes(name));
  assertEquals(missing, []);
});

for (const [place, library] of (["pandas", "duckdb", "polars"] as const).entries()) {
  testWith([library], `${library} reads the points as the page says`, async () => {
    const program = await readExample(PAGE, "python", place);
    assert(program.startsWith(`import ${library}`));
    const text = await run(["python3", "-c", program.replace(FOLDER, (await small()).out)]);
    const periods = ["period", "3.0", "12.0", "21.0", "30.0"];
    assertEquals(periods.filter((each) => !text.includes(each)), []);
    assert(!/nan/i.test(text), text);
  });
}
