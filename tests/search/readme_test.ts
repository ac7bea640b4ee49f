import { assert, assertEquals } from "@std/assert";
import { ROOT } from "../../server/testing/root.ts";
import { needing } from "../../server/testing/tools.ts";

/** Where the README puts it. */
const FOLDER = "data/searches/rsi";
const readme = await Deno.readTextFile(`${ROOT}README.md`);
const section = readme.split(/^## /m).find((text) => text.startsWith("Search\n")) ?? "";

/**
 * Runs the search of the README with fewer candidates, into a folder of its own beside that of the
 * README, since the task may write nowhere else.
 */
async function withSearch(work: (out: string) => Promise<void>): Promise<void> {
  const [, script = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  const out = `${FOLDER}-${crypto.randomUUID()}`;
  try {
    await run(["bash", "-euo", "pipefail", "-c", script.replace(FOLDER, out).replace(":28", ":4")]);
    await work(out);
  } finally {
    await Deno.remove(`${ROOT}${out}`, { recursive: true });
  }
}

async function run([program = "", ...args]: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, cwd: ROOT }).output();
  assert(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("the search of the README runs, and leaves the files that it names", async () => {
  await withSearch(async (out) => {
    const files = (await Array.fromAsync(Deno.readDir(`${ROOT}${out}`))).map(({ name }) => name);
    const named = ["points.parquet", "report.html", "report.json", "top.json"];
    const missing = named.filter((name) => !files.includes(name) || !section.includes(name));
    assertEquals(missing, []);
  });
});

for (const library of ["pandas", "duckdb", "polars"] as const) {
  Deno.test({
    ...needing([library], `${library} reads the points as the README says`),
    fn: async () => {
      const blocks = [...section.matchAll(/```python\n([\s\S]*?)```/g)].map(([, text]) =>
        text ?? ""
      );
      const program = blocks.find((text) => text.startsWith(`import ${library}`)) ?? "";
      await withSearch(async (out) => {
        const text = await run(["python3", "-c", program.replace(FOLDER, out)]);
        const periods = ["period", "3.0", "12.0", "21.0", "30.0"];
        assertEquals(periods.filter((each) => !text.includes(each)), []);
        assert(!/nan/i.test(text), text);
      });
    },
  });
}
