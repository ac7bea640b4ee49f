import { assert, assertEquals } from "@std/assert";
import { readConfig } from "../server/process/config.ts";
import { run } from "../server/testing/programs.ts";
import { testWith } from "../server/testing/tools.ts";

const [unit, worker] = await Promise.all(
  ["arena.service", "arena-worker.service"].map((name) =>
    Deno.readTextFile(new URL(`../server/deploy/${name}`, import.meta.url))
  ),
) as [string, string];
const PROGRAM = "/usr/local/bin/arena";

function valueOf(name: string, of = unit): string | undefined {
  return new RegExp(`^${name}=(.*)$`, "m").exec(of)?.[1];
}

testWith(["systemd-analyze"], "systemd accepts the unit files without a warning", async () => {
  const folder = await Deno.makeTempDir();
  const files = [`${folder}/arena.service`, `${folder}/arena-worker.service`];
  // systemd checks that the program is installed, which it is not.
  await Promise.all(
    [unit, worker].map((text, index) =>
      Deno.writeTextFile(files[index] ?? "", text.replace(PROGRAM, Deno.execPath()))
    ),
  );
  const { code, stderr } = await run("systemd-analyze", ["verify", "--man=no", ...files]);
  await Deno.remove(folder, { recursive: true });
  // systemd only warns about an unknown setting.
  assertEquals([stderr, code], ["", 0]);
});

Deno.test("a unit restarts, and has time to finish running requests", () => {
  assertEquals(valueOf("ExecStart"), `${PROGRAM} serve`);
  assertEquals([valueOf("Restart"), valueOf("StartLimitIntervalSec")], ["always", "0"]);
  const { drainMs } = readConfig(() => undefined);
  assert(Number(valueOf("TimeoutStopSec")) * 1000 > drainMs, "TimeoutStopSec");
  assert(Number(valueOf("LimitNOFILE")) >= 65_536, "LimitNOFILE");
});

Deno.test("the units of a worker and a server differ only where they must", () => {
  assertEquals(valueOf("ExecStart", worker), `${PROGRAM} worker`);
  assertEquals(valueOf("EnvironmentFile", worker), "/etc/arena.env", "it needs a database");
  const settings = (text: string): readonly string[] =>
    text.split("\n").filter((line) => /^\w+=/.test(line));
  const own = /^(?:Description|ExecStart|EnvironmentFile|Environment|LimitNOFILE|CPUWeight)=/;
  const shared = (text: string): readonly string[] =>
    settings(text).filter((line) => !own.test(line));
  assertEquals(shared(worker), shared(unit));
  const weights = [worker, unit].map((text) => Number(valueOf("CPUWeight", text)));
  assertEquals(weights, [20, 100], "a server gets a core before a worker on its machine");
});
