import { assert, assertEquals } from "@std/assert";
import { SEASON_COMMANDS } from "../server/season/command/commands.ts";
import { SETTING_ROWS } from "../server/process/config.ts";
import { Metrics } from "../server/process/telemetry/metrics.ts";
import { ERROR_CODES } from "../server/contracts/error_codes.ts";
import { copyStage } from "../server/testing/container.ts";
import { inTurn } from "../server/testing/in_turn.ts";
import { ServerProcess } from "../server/testing/server_process.ts";

const ROOT = new URL("../", import.meta.url);
const [readme, several, seasons] = await Promise.all(
  ["README.md", "SEVERAL.md", "SEASONS.md"].map((name) =>
    Deno.readTextFile(new URL(`server/deploy/${name}`, ROOT))
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
    const child = new Deno.Command("bash", {
      args: ["-c", command.replace("deno task", "exec deno task")],
      cwd: folder,
      env: { ARENA_PORT: "0" },
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    await using server = await ServerProcess.of(child);
    const response = await fetch(`http://127.0.0.1:${server.port}/healthz`);
    assertEquals(response.status, 200, await response.text());
    assertEquals((await server.stop()).code, 0, command);
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the other commands name existing tasks, permission sets and files", async () => {
  const { tasks, permissions } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
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
    if (file !== undefined) await Deno.stat(new URL(file, ROOT));
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
