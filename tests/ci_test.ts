import { assert, assertEquals, assertMatch } from "@std/assert";
import { withFolder } from "../server/testing/folder.ts";
import { run } from "../server/testing/programs.ts";
import { ROOT } from "../server/testing/root.ts";
import { importsOf, readSources } from "../server/testing/sources.ts";
import { testWith } from "../server/testing/tools.ts";
import { quickTests } from "./quick/quick.ts";

/** Runs a program of `.ci`; returns its exit status and all that it prints. */
async function ofCi(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly [code: number, text: string]> {
  const all = { NO_COLOR: "1", ...env };
  const { code, stdout, stderr } = await run("bash", [`${ROOT}.ci/${program}`, ...words], {
    env: all,
  });
  return [code, stdout + stderr];
}

testWith(
  ["bash"],
  ".ci/limit ends a test that hangs, and names it among the processes",
  async () =>
    await withFolder(async (folder) => {
      const started = `${folder}/started`;
      await Deno.writeTextFile(
        `${folder}/hanging_test.ts`,
        `Deno.test("waits for ever", async () => {
          await Deno.writeTextFile("${started}", "");
          await new Promise(() => setInterval(() => {}, 1000));
        });`,
      );
      // The minutes of the limit are over when the test has started, on the slowest machine.
      await Deno.mkdir(`${folder}/bin`);
      await Deno.writeTextFile(
        `${folder}/bin/sleep`,
        `#!/bin/sh
        [ "$1" = 60 ] && exec /bin/sleep 60
        until [ -e ${started} ]; do /bin/sleep 0.1; done`,
        { mode: 0o755 },
      );
      const test = `${Deno.execPath()} test --no-config --no-check -A ${folder} | cat`;
      const [code, text] = await ofCi("limit", ["0.1", "sh", "-c", test], {
        GRACE: "60",
        PATH: `${folder}/bin:${Deno.env.get("PATH")}`,
      });
      assertEquals(code, 124, text);
      assertMatch(
        text,
        /not ended after 0\.1 minutes: sh -c .*\n[^]*PID[^]*pending:\n+waits for ever/,
      );
    }),
);

testWith(
  ["bash"],
  ".ci/limit passes on the exit status of a command that ends",
  async () => assertEquals(await ofCi("limit", ["9", "sh", "-c", "echo a; exit 3"]), [3, "a\n"]),
);

testWith(
  ["bash"],
  ".ci/count sums the closing lines of Deno and of cargo, and no others",
  async () =>
    await withFolder(async (folder) => {
      const lines = [
        "ok | 7 passed (3 steps) | 0 failed | 2 ignored (1s)",
        "test result: ok. 12 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out",
        "FAILED | 2 passed | 4 failed (1 step) (2s)",
        "a line with 5 passed",
      ];
      await Deno.writeTextFile(`${folder}/a.log`, lines.join("\n"));
      await Deno.writeTextFile(`${folder}/b.log`, "ok | 100 passed | 0 failed (1s)\n");
      const files = ["a.log", "b.log"].map((name) => `${folder}/${name}`);
      const count = async (word: string): Promise<string> =>
        (await ofCi("count", [word, ...files]))[1];
      assertEquals(await count("passed"), "121\n");
      assertEquals(await count("failed"), "5\n");
      assertEquals(await count("ignored"), "3\n");
    }),
);

testWith(
  ["bash"],
  ".ci/busy stops at the first run that fails",
  async () =>
    await withFolder(async (folder) => {
      const script = `echo run >> ${folder}/runs; test $(wc -l < ${folder}/runs) -lt 3`;
      const [code, text] = await ofCi("busy", ["sh", "-c", script], { BUSY: "1", TIMES: "9" });
      assertEquals([code, text], [1, ".ci/busy: failed in run 3 of 9 beside 1 busy loops\n"]);
    }),
);

testWith(["bash"], ".ci/needing names every quick test that can ask for a program", async () => {
  const imports = new Map((await readSources()).map((file) => [file.path, importsOf(file)]));
  const reaching = new Set(["server/testing/tools.ts"]);
  // A set that grows is visited to its end.
  for (const tool of reaching) {
    for (const [path, names] of imports) if (names.includes(tool)) reaching.add(path);
  }
  const wanted = (await quickTests()).filter((path) => reaching.has(path));
  const [code, text] = await ofCi("needing", []);
  assertEquals([code, text.trim().split("\n").toSorted()], [0, wanted]);
  assert(wanted.includes("tests/stores/postgres_test.ts"));
});
