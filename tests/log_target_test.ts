import { assert, assertEquals } from "@std/assert";
import { inTurn } from "../server/testing/in_turn.ts";
import { Home, type ServerProcess } from "../server/testing/server_process.ts";
import { needing } from "../server/testing/tools.ts";
import { until } from "../server/testing/until.ts";
import { send } from "../server/testing/wire.ts";

const TOOLS = ["bash", "mkfifo", "/dev/full"] as const;
const PIPELINED = 500;
const LINE = '{"time":';

/** Returns a command that starts another one with its standard error, or output, in a file. */
function into(file: string, stream: 1 | 2 = 2): readonly string[] {
  return ["bash", "-c", `exec "$@" ${stream}>"$0"`, file];
}

/** Sends requests and reads their responses. */
async function ask({ port }: Pick<ServerProcess, "port">, count: number): Promise<void> {
  const request = "GET /healthz HTTP/1.1\r\nHost: arena\r\n\r\n".repeat(PIPELINED);
  await inTurn(Array.from({ length: count / PIPELINED }), async () => {
    const connection = await send(port, request);
    let text = "";
    const reading = (async (): Promise<void> => {
      for await (const part of connection.readable.pipeThrough(new TextDecoderStream())) {
        text += part;
      }
    })();
    const isAnswered = (): boolean => text.split("HTTP/1.1 200 OK").length > PIPELINED;
    await until(isAnswered, `${PIPELINED} answers`).finally(() => connection.close());
    await reading.catch(() => {});
  });
}

async function makePipe(folder: string): Promise<string> {
  const path = `${folder}/log`;
  assert((await new Deno.Command("mkfifo", { args: [path] }).output()).success);
  return path;
}

Deno.test({
  ...needing(TOOLS, "a log on a full disk does not stop the server"),
  async fn(): Promise<void> {
    await using home = await Home.make();
    await using server = await home.serve({}, into("/dev/full"));
    await ask(server, 2 * PIPELINED);
    assertEquals((await server.stop()).code, 0);
  },
});

Deno.test({
  ...needing(TOOLS, "a greeting that cannot be printed does not stop the server"),
  async fn(): Promise<void> {
    await using home = await Home.make();
    using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = taken.addr;
    taken.close();
    const environment = { ARENA_PORT: String(port) };
    const child = await home.spawn("start", [], environment, { prefix: into("/dev/full", 1) });
    const outcome = child.output();
    await until(async () => {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      await response?.body?.cancel();
      return response?.ok ?? false;
    }, "an answer");
    child.kill("SIGTERM");
    const { code, stderr } = await outcome;
    assertEquals(code, 0, new TextDecoder().decode(stderr));
  },
});

Deno.test({
  ...needing(TOOLS, "a log that is not read delays no request, and lost lines are counted"),
  async fn(): Promise<void> {
    await using home = await Home.make();
    const path = await makePipe(home.folder);
    // Opening the pipe waits until the server opens the other end.
    const opening = Deno.open(path, { read: true });
    await using server = await home.serve({ ARENA_LOG: "json" }, into(path));
    const pipe = await opening;
    const asked = 30 * PIPELINED;
    await ask(server, asked);
    const healthy = await fetch(`${server.origin}/healthz`);
    assertEquals(healthy.status, 200, await healthy.text());
    // The log is read again.
    let text = "";
    const reading = (async (): Promise<void> => {
      for await (const part of pipe.readable.pipeThrough(new TextDecoderStream())) text += part;
    })();
    let again = 0;
    await until(async () => {
      again++;
      await (await fetch(`${server.origin}/healthz`)).text();
      return text.includes("log lines were lost");
    }, "a line that says how many were lost");
    assertEquals((await server.stop()).code, 0);
    await reading;
    const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
    const lost = lines.flatMap(({ reason }) => {
      const [, count] = /^(\d+) log lines were lost: they are not read/.exec(reason ?? "") ?? [];
      return count === undefined ? [] : [Number(count)];
    });
    const written = lines.filter(({ route }) => route === "/healthz").length;
    assertEquals(written + lost.reduce((sum, count) => sum + count, 0), asked + 1 + again);
    assert(text.startsWith(LINE));
  },
});

Deno.test({
  ...needing(
    TOOLS,
    "a log whose reader is gone stops nothing, and SIGTERM works with one that is stuck",
  ),
  async fn(): Promise<void> {
    await using home = await Home.make();
    const path = await makePipe(home.folder);
    const gone = Deno.open(path, { read: true });
    await using first = await home.serve({ ARENA_LOG: "json" }, into(path));
    (await gone).close();
    await ask(first, 2 * PIPELINED);
    assertEquals((await first.stop()).code, 0);
    const stuck = Deno.open(path, { read: true });
    await using second = await home.serve({ ARENA_LOG: "json" }, into(path));
    using _ = await stuck;
    await ask(second, 4 * PIPELINED);
    assertEquals((await second.stop()).code, 0);
  },
});
