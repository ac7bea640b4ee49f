import { assertEquals, assertStringIncludes } from "@std/assert";
import { CANDIDATE, FAMILY } from "../server/testing/arena.ts";
import { expectProblem } from "../server/testing/expect.ts";
import { Home, type ServerProcess } from "../server/testing/server_process.ts";
import { until } from "../server/testing/until.ts";
import {
  connect,
  largePath,
  post,
  send,
  sendUnread,
  untilReadyz,
  write,
} from "../server/testing/wire.ts";

const BODY = JSON.stringify(CANDIDATE);
const HEALTH = "GET /healthz HTTP/1.1\r\nHost: arena\r\n\r\n";

/** Connections that a client may have open when the server stops. */
const CONNECTIONS: Readonly<Record<string, (server: ServerProcess) => Promise<Deno.TcpConn>>> = {
  "connected, nothing sent": ({ port }) => send(port, ""),
  "half a head": ({ port }) => send(port, HEALTH.slice(0, 20)),
  "kept alive after a response": async ({ port }) => {
    const connection = await send(port, HEALTH);
    await connection.read(new Uint8Array(1024));
    return connection;
  },
  "unread responses": async (server) => await sendUnread(server, await largePath(server)),
  "a body without a key that does not arrive": async ({ port }) => {
    const head =
      `POST ${FAMILY}/simulations HTTP/1.1\r\nHost: arena\r\nContent-Length: 500\r\n\r\n`;
    const connection = await send(port, `${head}{`);
    await connection.read(new Uint8Array(1));
    return connection;
  },
  "a body with a key that does not arrive": async (server) => {
    const connection = await connect(server, "/simulations/summary", BODY.length);
    await write(connection, BODY.slice(0, 10));
    return connection;
  },
};

for (const [name, open] of Object.entries(CONNECTIONS)) {
  Deno.test(`a stop with one connection (${name}) ends with 0`, async () => {
    await using home = await Home.make();
    await using server = await home.serve({
      ARENA_BODY_DEADLINE_MS: "500",
      ARENA_DRAIN_MS: "10000",
    });
    const connection = await open(server);
    // This response shows that the server has accepted the other connection.
    await (await fetch(`${server.origin}/healthz`)).text();
    const { code, stderr } = await server.stop();
    connection.close();
    assertEquals(code, 0, stderr);
  });
}

Deno.test("a run that does not end in time is cut off, and the exit code is 1", async () => {
  await using home = await Home.make();
  await using server = await home.serve({ ARENA_DRAIN_MS: "300" });
  const connection = await connect(server, "/simulations/summary", BODY.length);
  await write(connection, BODY.slice(0, 10));
  await (await fetch(`${server.origin}/healthz`)).text();
  const { code, stderr } = await server.stop();
  connection.close();
  assertEquals(code, 1);
  assertStringIncludes(stderr, "Stopped before the end: requests cut off: 1");
});

Deno.test("requests are accepted during the drain notice; a second signal exits at once", async () => {
  await using home = await Home.make();
  await using server = await home.serve({
    ARENA_DRAIN_NOTICE_MS: "600000",
    ARENA_DRAIN_MS: "600000",
  });
  let isOver = false;
  const stopped = server.stop().finally(() => isOver = true);
  // New connections show that the port stays open.
  await untilReadyz(server, "SHUTTING_DOWN");
  const headers = { connection: "close" };
  const refused = await fetch(`${server.origin}/readyz`, { headers });
  await expectProblem(refused, "SHUTTING_DOWN");
  const taken = await post(server, "/simulations/summary", BODY, server.key);
  assertEquals(taken.status, 200, await taken.text());
  await until(() => {
    if (!isOver) interrupt(server);
    return isOver;
  }, "the end");
  const { code, stderr } = await stopped;
  assertEquals(code, 1);
  assertStringIncludes(
    stderr,
    '"stopped at once","reason":"a second signal came, requests cut off: 0"',
  );
});

function interrupt({ pid }: ServerProcess): void {
  try {
    Deno.kill(pid, "SIGINT");
  } catch (error) {
    // The server has ended, and its status is still on the way to this process.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
