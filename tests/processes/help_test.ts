import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { HelpRequest } from "../../server/base/errors.ts";
import { DATASET_COMMANDS } from "../../server/cli/datasets/commands.ts";
import { FILE_COMMANDS } from "../../server/cli/file_command.ts";
import { KEY_COMMANDS } from "../../server/cli/key_options.ts";
import { SEASON_COMMANDS } from "../../server/season/command/commands.ts";
import { type Command, readCommand } from "../../server/cli/command_line.ts";
import { SIGNING_COMMANDS } from "../../server/season/command/signing/commands.ts";
import { VERIFY } from "../../server/season/command/verify/verify_given.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { type Outcome, run } from "../../server/testing/programs.ts";
import { ROOT } from "../../server/testing/root.ts";

/** Runs the program without any permission but to read its own modules. */
async function bare(...words: string[]): Promise<Outcome> {
  const args = ["run", "--quiet", "--no-prompt", "--allow-read=server,pkg", "main.ts", ...words];
  return await run(Deno.execPath(), args, { cwd: ROOT, env: { NO_COLOR: "1" } });
}

const COMMANDS: readonly Command[] = [
  KEY_COMMANDS,
  FILE_COMMANDS,
  DATASET_COMMANDS,
  SEASON_COMMANDS,
  SIGNING_COMMANDS,
  { VERIFY },
]
  .flatMap((table) => Object.values<Command>(table));

Deno.test("the help explains every option of a command, with an example", async () => {
  for (const command of COMMANDS) {
    const { name, options, examples } = command;
    const { message: out } = assertThrows(() => readCommand(command, ["--help"]), HelpRequest);
    for (const option of Object.keys(options)) {
      assertMatch(out, new RegExp(`^ {2}--${option} .*\\w`, "m"));
    }
    assert(examples.length > 0 && examples.every((example) => out.includes(example)), name);
    assert(out.split("\n").every((line) => line.length <= 100), name);
  }
  const { code, stdout: out, stderr: err } = await bare("keys", "update", "--help");
  assertEquals([code, err], [0, ""]);
  assertMatch(out, /^ {2}--expires .*\w/m);
});

Deno.test("help lists every command, and help COMMAND is its help", async () => {
  const { code, stdout: out } = await bare("help");
  assertEquals([code, (await bare("--help")).stdout], [0, out]);
  const names = [...out.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name = ""]) => name);
  assert(names.length >= 10 && names.includes("worker"));
  assertEquals(await bare("worker", "--help"), await bare("help", "worker"));
  await inTurn(names, async (name) => {
    const help = await bare("help", name);
    assertEquals([help.code, help.stderr], [0, ""], name);
    assertMatch(help.stdout, /\n(Options|Commands):\n/, name);
  });
});

Deno.test("the task for operators alone lists the commands, and starts no server", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  assertMatch(tasks.admin.command, / main\.ts admin$/);
  assertEquals(await bare("admin"), await bare("help"));
  assertEquals(await bare("admin", "keys", "--help"), await bare("keys", "--help"));
});

Deno.test("a wrong word is named, with the words that are right", async () => {
  const cases = [
    [["surch"], "Cannot run surch: there is no such command\nUsage: main.ts"],
    [["keys", "make"], "Cannot run keys make: keys has no such command\nUsage: keys COMMAND\n"],
    [["keys", "show"], "Cannot run keys show: ID is missing\nUsage: keys show ID [--json]\n"],
    [["keys", "create"], "Cannot run keys create: --name and --scopes are missing\nUsage: keys cr"],
    [["keys", "show", "a", "b"], "Cannot run keys show: b is one word too many\n"],
    [["probe", "--url"], "Cannot read --url: its value is missing"],
    [["probe", "--ready=1"], "Cannot read --ready: it is a switch and takes no value\n"],
  ] as const;
  await inTurn(cases, async ([words, message]) => {
    const { code, stdout: out, stderr: err } = await bare(...words);
    assertEquals([code, out], [1, ""]);
    assertStringIncludes(err, message);
  });
});

Deno.test("every task has a description", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  for (const [name, task] of Object.entries<{ description?: string }>(tasks)) {
    assertMatch(task.description ?? "", /^[A-Z].*[^.]$/, name);
  }
});
