// Starts a server process: its limits of descriptors and its outputs are those of a process.
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { freePort } from "../../server/testing/free_port.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { Home, type ServerProcess } from "../../server/testing/server_process.ts";
import { testWith } from "../../server/testing/tools.ts";
import { until } from "../../server/testing/until.ts";
import { CANDIDATE } from "../../server/testing/arena.ts";
import { outputOf } from "../../server/testing/programs.ts";
import { assertPublicPages } from "../../server/testing/public_pages.ts";
import { SEARCH_PLAN } from "../../server/testing/searches.ts";
import { headOf, post, send, write } from "../../server/testing/wire.ts";

const OK = new Set(["HTTP/1.1 200 OK"]);

/** Hard limits of a process; with the last, more connections come than a first measurement admits. */
const LIMITS = [160, 1_024];
/** Connections beyond a limit. */
const MORE = 80;
/** Descriptors that a running server is left with. */
const LEFT = 20;

/** Opens idle connections, or as many of them as the server accepts. */
async function openIdle(port: number, length: number): Promise<readonly Deno.TcpConn[]> {
  const tried = await inTurn(Array.from({ length }), async () => {
    return await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => null);
  });
  return tried.filter((connection) => connection !== null);
}

/** Whether the response on a new connection is 200. */
async function isOk(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(1_000);
    const response = await fetch(url, { signal, headers: { connection: "close" } });
    await response.text();
    return response.ok;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    return false;
  }
}

/** Sends a request on an open connection; returns the first line of the answer. */
async function ask(connection: Deno.TcpConn, request: string): Promise<string> {
  await write(connection, request);
  const answer = new Uint8Array(4_096);
  const length = await connection.read(answer) ?? 0;
  return new TextDecoder().decode(answer.subarray(0, length)).split("\r\n")[0] ?? "";
}

async function holds(limit: number): Promise<void> {
  await using home = await Home.make();
  await using server = await home.serve({}, ["prlimit", `--nofile=${limit}:${limit}`]);
  const get = (path: string): string =>
    `GET ${path} HTTP/1.1\r\nHost: arena\r\nAccept-Encoding: br\r\n\r\n`;
  const postOf = (path: string, body: unknown): string => {
    const text = JSON.stringify(body);
    return headOf(server, path, text.length) + text;
  };
  // Requests that load modules or start threads: documents, compression, workers, and the store thread.
  const paths = ["/llms.txt", "/docs", "/docs/style.css", "/", "/docs/errors/NOT_FOUND"];
  const requests = [
    ...paths.map(get),
    postOf("/simulations", CANDIDATE),
    postOf("/simulations/summary", CANDIDATE),
    postOf("/searches", { plan: SEARCH_PLAN }),
  ];
  const early = await inTurn(requests, async (request) => ({
    request,
    connection: await send(server.port, ""),
  }));
  const idle = await openIdle(server.port, limit + MORE);
  const lines = await inTurn(early, ({ connection, request }) => ask(connection, request));
  assertEquals(new Set(lines.map((line) => line.replace("202 Accepted", "200 OK"))), OK);
  for (const connection of [...early.map((each) => each.connection), ...idle]) connection.close();
  await until(() => isOk(`${server.origin}/readyz`), "/readyz");
  const { code, stderr } = await server.stop();
  assertEquals([code, stderr.includes("Too many open files")], [0, false], stderr);
}

/** A process whose limit is lowered while it runs has no reserve left. */
async function recovers(): Promise<void> {
  await using home = await Home.make();
  const metricsPort = freePort();
  await using server = await home.serve({
    ARENA_METRICS_PORT: String(metricsPort),
    ARENA_WORKERS: "1",
    ARENA_LOG: "json",
  });
  // Then the only worker runs, and the modules of a start are loaded.
  const simulated = await post(server, "/simulations", JSON.stringify(CANDIDATE), server.key);
  assertEquals(simulated.status, 200, await simulated.text());
  await assertPublicPages(server.origin);
  await until(() => isOk(`http://127.0.0.1:${metricsPort}/metrics`), "/metrics");
  // Reading /proc itself takes all permissions.
  const listed = await outputOf("ls", [`/proc/${server.pid}/fd`]);
  const most = listed.trim().split("\n").length + LEFT;
  await outputOf("prlimit", ["--pid", String(server.pid), `--nofile=${most}:${most}`]);
  const open = await openIdle(server.port, LEFT + MORE);
  const line = '"event":"not accepting"';
  await until(() => server.log.includes(line), line);
  for (const connection of open) connection.close();
  await until(() => isOk(`${server.origin}/readyz`), "/readyz");
  const { code, stderr } = await server.stop();
  assertEquals(code, 0);
  assertStringIncludes(stderr, '"event":"accepting"');
}

for (const limit of LIMITS) {
  testWith(
    ["prlimit"],
    `idle connections leave a server with ${limit} descriptors enough`,
    () => holds(limit),
  );
}

testWith(["prlimit", "/proc"], "a server recovers after running out of file descriptors", recovers);

const PIPES = ["bash", "mkfifo", "/dev/full"] as const;
const PIPELINED = 500;
const LINE = '{"time":';

/** Returns a command that starts another one with its standard error, or output, in a file. */
function into(file: string, stream: 1 | 2 = 2): readonly string[] {
  return ["bash", "-c", `exec "$@" ${stream}>"$0"`, file];
}

/** Sends requests and reads their responses. */
async function flood({ port }: Pick<ServerProcess, "port">, count: number): Promise<void> {
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
  await outputOf("mkfifo", [path]);
  return path;
}

testWith(PIPES, "a log on a full disk does not stop the server", async () => {
  await using home = await Home.make();
  await using server = await home.serve({}, into("/dev/full"));
  await flood(server, 2 * PIPELINED);
  assertEquals((await server.stop()).code, 0);
});

testWith(PIPES, "a greeting that cannot be printed does not stop the server", async () => {
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
});

testWith(
  PIPES,
  "a log that is not read delays no request, and lost lines are counted",
  async () => {
    await using home = await Home.make();
    const path = await makePipe(home.folder);
    // Opening the pipe waits until the server opens the other end.
    const opening = Deno.open(path, { read: true });
    await using server = await home.serve({ ARENA_LOG: "json" }, into(path));
    const pipe = await opening;
    const asked = 16 * PIPELINED;
    await flood(server, asked);
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
);

testWith(
  PIPES,
  "a log whose reader is gone stops nothing, and SIGTERM works with one that is stuck",
  async () => {
    await using home = await Home.make();
    const path = await makePipe(home.folder);
    const gone = Deno.open(path, { read: true });
    await using first = await home.serve({ ARENA_LOG: "json" }, into(path));
    (await gone).close();
    await flood(first, 2 * PIPELINED);
    assertEquals((await first.stop()).code, 0);
    const stuck = Deno.open(path, { read: true });
    await using second = await home.serve({ ARENA_LOG: "json" }, into(path));
    using _ = await stuck;
    await flood(second, 4 * PIPELINED);
    assertEquals((await second.stop()).code, 0);
  },
);
