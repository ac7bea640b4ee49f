import { assertEquals } from "@std/assert";
import { assertPublicPages } from "../server/testing/public_pages.ts";
import { ROOT } from "../server/testing/root.ts";
import { ServerProcess } from "../server/testing/server_process.ts";
import { untilReadyz } from "../server/testing/wire.ts";

Deno.test("the start task serves every public page and every link of every page", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`));
  // The task's own permissions, without a folder of the test's: they have no other folder for keys.
  const folder = `data/test-${crypto.randomUUID()}`;
  const command = new Deno.Command(Deno.execPath(), {
    args: String(tasks.start.command).split(" ").slice(1),
    cwd: ROOT,
    env: { ARENA_PORT: "0", ARENA_KEYS: `${folder}/keys.sqlite` },
    stdout: "piped",
    stderr: "piped",
  });
  try {
    await using server = await ServerProcess.of(command.spawn());
    await untilReadyz(server, '"ready"');
    await assertPublicPages(server.origin);
    // Agents read the same modules and files; the protocol is loaded with its first message.
    const response = await fetch(`${server.origin}/mcp`, {
      method: "POST",
      headers: {
        "authorization": `Bearer ${server.key}`,
        "content-type": "application/json",
        "accept": "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    assertEquals(response.status, 200, await response.text());
  } finally {
    await Deno.remove(ROOT + folder, { recursive: true });
  }
});
