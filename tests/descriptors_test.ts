import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { freePort } from "../server/testing/free_port.ts";
import { inTurn } from "../server/testing/in_turn.ts";
import { Home } from "../server/testing/server_process.ts";
import { needing } from "../server/testing/tools.ts";
import { until } from "../server/testing/until.ts";
import { CANDIDATE } from "../server/testing/arena.ts";
import { assertPublicPages } from "../server/testing/public_pages.ts";
import { SEARCH_PLAN } from "../server/testing/searches.ts";
import { headOf, post, send, write } from "../server/testing/wire.ts";

const OK = new Set(["HTTP/1.1 200 OK"]);

/** Hard limits of a process; with the last, more connections come than a first measurement admits. */
const LIMITS = [160, 256, 1_024];
const CONNECTIONS = 1_100;
/** Descriptors that a running server is left with. */
const LEFT = 20;

/** Opens idle connections until all are open or the server accepts no more. */
async function openIdle(port: number): Promise<readonly Deno.TcpConn[]> {
  const tried = await inTurn(Array.from({ length: CONNECTIONS }), async () => {
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
  const idle = await openIdle(server.port);
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
  const { stdout } = await new Deno.Command("ls", { args: [`/proc/${server.pid}/fd`] }).output();
  const used = new TextDecoder().decode(stdout).trim().split("\n").length;
  const lowered = await new Deno.Command("prlimit", {
    args: ["--pid", String(server.pid), `--nofile=${used + LEFT}:${used + LEFT}`],
  }).output();
  assert(lowered.success);
  const open = await openIdle(server.port);
  const line = '"event":"not accepting"';
  await until(() => server.log.includes(line), line);
  for (const connection of open) connection.close();
  await until(() => isOk(`${server.origin}/readyz`), "/readyz");
  const { code, stderr } = await server.stop();
  assertEquals(code, 0);
  assertStringIncludes(stderr, '"event":"accepting"');
}

for (const limit of LIMITS) {
  Deno.test({
    ...needing(["prlimit"], `idle connections leave a server with ${limit} descriptors enough`),
    fn: () => holds(limit),
  });
}

Deno.test({
  ...needing(["prlimit", "/proc"], "a server recovers after running out of file descriptors"),
  fn: recovers,
});
