// Starts a server process: what a container has and a page says must start one.
import { assert, assertEquals } from "@std/assert";
import { SEASON_COMMANDS } from "../../server/season/command/commands.ts";
import { SETTING_ROWS } from "../../server/process/config.ts";
import { Metrics } from "../../server/process/telemetry/metrics.ts";
import { ERROR_CODES } from "../../server/contracts/error_codes.ts";
import { compileArguments } from "../../server/deploy/compile.ts";
import { commandOf, copyStage, instructions, lastStage } from "../../server/testing/container.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { outputOf, run } from "../../server/testing/programs.ts";
import { assertPublicPages } from "../../server/testing/public_pages.ts";
import { ROOT } from "../../server/testing/root.ts";
import { untilReadyz } from "../../server/testing/wire.ts";
import { ServerProcess } from "../../server/testing/server_process.ts";

const [readme, several, seasons] = await Promise.all(
  ["README.md", "SEVERAL.md", "SEASONS.md"].map((name) =>
    Deno.readTextFile(`${ROOT}server/deploy/${name}`)
  ),
) as [string, string, string];
const commands = commandsOf(readme);
/** Commands that change the machine, which a test must not run. */
const OF_THE_MACHINE =
  /^podman run |^pg_dump |^export DATABASE_URL=|^sudo (install arena|useradd|systemctl|-u \w+) /;

function commandsOf(page: string): readonly string[] {
  return [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = ""]) => block.trim().replaceAll("\\\n", "").split("\n"));
}

Deno.test("every command of the deployment page that starts a server starts one", async () => {
  const folder = await Deno.makeTempDir();
  await copyStage(folder);
  const starts = commands.filter((command) => command.includes("deno task start"));
  assertEquals(starts.length, 3);
  await inTurn(starts, async (command) => {
    const words = ["-c", command.replace("deno task", "exec deno task")];
    const options = { cwd: folder, env: { ARENA_PORT: "0" } };
    await using server = await ServerProcess.start("bash", words, options);
    const response = await fetch(`http://127.0.0.1:${server.port}/healthz`);
    assertEquals(response.status, 200, await response.text());
    assertEquals((await server.stop()).code, 0, command);
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the other commands name existing tasks, permission sets and files", async () => {
  const { tasks, permissions } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  await inTurn([...commands, ...commandsOf(several), ...commandsOf(seasons)], async (command) => {
    const [, task] = /deno task (\S+)/.exec(command) ?? [];
    const [, set] = /deno run .*-P=(\w+)/.exec(command) ?? [];
    const [, file] = /((?:server\/deploy|tests)\/[\w./-]+)/.exec(command) ?? [];
    assert(
      task !== undefined || set !== undefined || file !== undefined || OF_THE_MACHINE.test(command),
      command,
    );
    if (task !== undefined) assert(task in tasks, command);
    const [, action] = /deno task admin season (\w+)/.exec(command) ?? [];
    if (action !== undefined) assert(action in SEASON_COMMANDS, command);
    if (set !== undefined) assert(set in permissions, command);
    if (file !== undefined) await Deno.stat(ROOT + file);
  });
});

const QUEUE = {
  waiting: 1,
  claimed: 2,
  oldestAt: null,
  candidates: 3,
  workers: 4,
  bytes: 5,
  kept: 6,
};

Deno.test("every alarm of the deployment page names an existing metric and code", async () => {
  const metrics = new Metrics({
    versions: { engineVersion: "1", rulesVersion: "1" },
    pool: () => ({ queued: 0, busy: 0, workers: 1, done: 0, replaced: 0, stuck: 0 }),
    bodyBytes: () => 0,
    accounts: () => 0,
    logLinesLost: () => 0,
    searchQueue: () => Promise.resolve(QUEUE),
  });
  const names = [...(await metrics.read()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) =>
    name
  );
  const wanted = [...readme.matchAll(/\b(?:arena|process)_[a-z_]+/g)].map(([name]) => name);
  assertEquals(wanted.filter((name) => !names.includes(name)), []);
  const codes = [...readme.matchAll(/code=~?"([^"]+)"/g)]
    .flatMap(([, list = ""]) => list.split("\\|"));
  assertEquals(codes.filter((code) => !(code in ERROR_CODES)), []);
  assert(wanted.length >= 7 && codes.length >= 5);
});

Deno.test("the deployment page has every setting with its default and meaning", () => {
  const rows = [...readme.matchAll(/^\| `((?:ARENA|DATABASE)_\w+)` +\| (.*?) +\| (.*?) +\|$/gm)];
  assertEquals(
    rows.map(([, ...cells]) => cells),
    SETTING_ROWS.map(([name, { shown }, text]) => [name, shown, text]),
  );
});

Deno.test("a container has every file that its commands need", async () => {
  const folder = await Deno.makeTempDir();
  await copyStage(folder);
  const cached = instructions.find(({ word, rest }) => word === "RUN" && /^deno /.test(rest));
  await outputOf(Deno.execPath(), cached?.rest.split(" ").slice(1) ?? [], { cwd: folder });

  const [, ...args] = commandOf(lastStage("CMD")[0]);
  const options = { cwd: folder, env: { ARENA_PORT: "0", ARENA_HOST: "127.0.0.1" } };
  await using server = await ServerProcess.start(Deno.execPath(), args, options);
  const check = async (port: number): Promise<number> => {
    const [, ...words] = commandOf(lastStage("HEALTHCHECK")[0]);
    const env = { ARENA_PORT: String(port) };
    return (await run(Deno.execPath(), words, { cwd: folder, env })).code;
  };
  await untilReadyz(server, '"ready"');
  assertEquals(await check(server.port), 0);
  await assertPublicPages(server.origin);
  assertEquals((await server.stop()).code, 0);
  assert(await check(server.port) !== 0, "a container without a server is not healthy");
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a container and the single program have the flags of V8 of the start task", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  const [flags = "", values = ""] = /--v8-flags=(\S+)/.exec(tasks.start.command) ?? [];
  assert((await compileArguments("arena")).includes(flags));
  assertEquals(/DENO_V8_FLAGS=(\S+)/.exec(lastStage("ENV").join(" "))?.[1], values);
});

Deno.test("a container runs as an ordinary user with the permissions of the start task and any address", () => {
  const checked = commandOf(lastStage("HEALTHCHECK")[0]).filter((word) =>
    /^-A|^--allow/.test(word)
  );
  assertEquals(checked, [
    "--allow-net=127.0.0.1",
    "--allow-read=server",
    "--allow-env=ARENA_*,DATABASE_URL",
  ]);
  assertEquals(
    commandOf(lastStage("CMD")[0]).join(" "),
    "deno run --cached-only --quiet --no-prompt -P=start --allow-net main.ts serve",
  );
  assertEquals(lastStage("USER"), ["deno"]);
  assertEquals(lastStage("VOLUME"), ["/app/data"]);
});
