import { assert, assertEquals } from "@std/assert";
import { readConfig } from "../server/process/config.ts";
import { needing } from "./support/tools.ts";

const unit = await Deno.readTextFile(new URL("../server/deploy/arena.service", import.meta.url));
const PROGRAM = "/usr/local/bin/arena";

function valueOf(name: string): string | undefined {
  return new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];
}

Deno.test({
  ...needing(["systemd-analyze"], "systemd takes the unit file, without a warning"),
  async fn(): Promise<void> {
    const folder = await Deno.makeTempDir();
    const file = `${folder}/arena.service`;
    // The program is not installed here; systemd asks whether it is.
    await Deno.writeTextFile(file, unit.replace(PROGRAM, Deno.execPath()));
    const { success, stderr } = await new Deno.Command("systemd-analyze", {
      args: ["verify", "--man=no", file],
    }).output();
    await Deno.remove(folder, { recursive: true });
    // It names an unknown setting, and is content.
    assertEquals([new TextDecoder().decode(stderr), success], ["", true]);
  },
});

Deno.test("a unit gets up again, and has the time to finish what runs", () => {
  assertEquals(valueOf("ExecStart"), `${PROGRAM} serve`);
  assertEquals([valueOf("Restart"), valueOf("StartLimitIntervalSec")], ["always", "0"]);
  const { drainMs } = readConfig(() => undefined);
  assert(Number(valueOf("TimeoutStopSec")) * 1000 > drainMs, "TimeoutStopSec");
  assert(Number(valueOf("LimitNOFILE")) >= 65_536, "LimitNOFILE");
});
