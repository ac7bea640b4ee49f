// Starts a server process: its listener replaces globals, and times out by the clock of the system.
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { CANDIDATE, FAMILY } from "../../server/testing/arena.ts";
import { expectOk, expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { Home } from "../../server/testing/server_process.ts";
import { until } from "../../server/testing/until.ts";
import {
  connect,
  largePath,
  post,
  readAnswer,
  send,
  sendUnread,
  untilReadyz,
  write,
} from "../../server/testing/wire.ts";

const BODY = JSON.stringify(CANDIDATE);

Deno.test("the contract holds over the wire", async () => {
  await using home = await Home.make();
  await using server = await home.serve({ ARENA_BUDGET_UNITS: "500" });
  const { origin, key } = server;
  const get = (path: string, init: RequestInit = {}): Promise<Response> => {
    return fetch(origin + path, { headers: { "x-api-key": key }, ...init });
  };
  await expectOk(await get("/healthz"), "getHealth");
  await untilReadyz(server, '"ready"');
  await expectOk(await get("/readyz"), "getReadiness");
  const families = await get("/v1/families");
  const etag = families.headers.get("etag") ?? "";
  await expectOk(families, "listFamilies");
  const known = await get("/v1/families", {
    headers: { "x-api-key": key, "if-none-match": etag },
  });
  assertEquals([known.status, await known.text()], [304, ""]);
  const head = await get("/v1/families", { method: "HEAD" });
  assertEquals([head.status, await head.text()], [200, ""]);
  assert(Number(head.headers.get("content-length")) > 0);
  const preflight = await get(`${FAMILY}/simulations`, { method: "OPTIONS", headers: {} });
  assertEquals([preflight.status, await preflight.text()], [204, ""]);
  await expectProblem(await get("/nope"), "NOT_FOUND");
  await expectProblem(await get("/v1/families", { headers: {} }), "API_KEY_MISSING");
  await expectProblem(await get(`${FAMILY}/evaluations`), "METHOD_NOT_ALLOWED");

  const summary = await post(server, "/simulations/summary", BODY, key);
  const payload = await expectOk(summary, "simulateSummary");
  await expectOk(await post(server, "/evaluations", JSON.stringify(payload), key), "evaluate");
  await expectOk(await post(server, "/simulations", BODY, key), "simulate");
  const streamed = await post(server, "/simulations/trades", new Blob([BODY]).stream(), key);
  await expectOk(streamed, "simulateTrades");
  await expectProblem(await post(server, "/simulations", "{", key), "MALFORMED_JSON");
  await expectProblem(await post(server, "/simulations", "", key), "MALFORMED_JSON");
  await expectProblem(await post(server, "/simulations", "{}", key), "REQUEST_VALIDATION_FAILED");
});

Deno.test("bodies of every awkward size have an answer", async () => {
  await using home = await Home.make();
  const limit = 100_000;
  await using server = await home.serve({
    ARENA_SIMULATION_BODY_BYTES: String(limit),
    ARENA_EVALUATION_BODY_BYTES: String(limit),
    ARENA_BUDGET_UNITS: "500",
  });
  const padded = (length: number): string => BODY + " ".repeat(length - BODY.length);
  const wrong = ["", "1", "{"].map((body) => ({ body, status: 400 }));
  const taken = [65_536, 65_537, limit - 1, limit].map((length) => {
    return { body: padded(length), status: 200 };
  });
  const large = [limit + 1, 5 * limit].map((length) => ({ body: padded(length), status: 413 }));
  await inTurn([...wrong, ...taken, ...large], async ({ body, status }) => {
    const whole = await post(server, "/simulations/summary", body, server.key);
    assertEquals(whole.status, status, `${body.length} bytes: ${await whole.text()}`);
    const stream = new Blob([body]).stream();
    const chunked = await post(server, "/simulations/summary", stream, server.key);
    assertEquals(
      chunked.status,
      status,
      `${body.length} bytes, chunked: ${await chunked.text()}`,
    );
  });
  const full = await (await post(server, "/simulations", BODY, server.key)).text();
  assert(full.length > 65_536 && full.length < limit, "it is read chunk by chunk");
  await expectOk(await post(server, "/evaluations", full, server.key), "evaluate");
  const stream = new Blob([padded(limit + 1)]).stream();
  await expectProblem(await post(server, "/evaluations", stream, server.key), "PAYLOAD_TOO_LARGE");
});

Deno.test("clients that hang up release their slots", async () => {
  await using home = await Home.make();
  await using server = await home.serve({
    ARENA_BUDGET_UNITS: "1000000",
    ARENA_SIMULATIONS_IN_FLIGHT: "1",
    ARENA_LOG: "json",
  });
  // One client hangs up within the body, the other within the response.
  const midBody = await connect(server, "/simulations", BODY.length);
  await write(midBody, BODY.slice(0, 10));
  midBody.close();
  await free(server);
  const midAnswer = await connect(server, "/simulations", BODY.length);
  await write(midAnswer, BODY);
  await midAnswer.read(new Uint8Array(1));
  midAnswer.close();
  await free(server);
});

Deno.test("SIGTERM finishes running requests, rejects new ones and exits with 0", async () => {
  await using home = await Home.make();
  await using server = await home.serve();
  const running = await connect(server, "/simulations/summary", BODY.length);
  await write(running, BODY.slice(0, 10));
  // The response on a second connection shows that the server has accepted the first request.
  await (await fetch(`${server.origin}/healthz`)).text();
  const stopped = server.stop();
  await untilReadyz(server, "SHUTTING_DOWN");
  await expectProblem(await post(server, "/simulations", BODY, server.key), "SHUTTING_DOWN");
  await write(running, BODY.slice(10));
  assertStringIncludes(await readAnswer(running), "HTTP/1.1 200 OK");
  assertEquals((await stopped).code, 0);
});

/** Resolves when the only slot of the key is free; never resolves when the slot was lost. */
async function free(server: Parameters<typeof post>[0]): Promise<void> {
  const response = await post(server, "/simulations/summary", BODY, server.key);
  const { status } = response;
  const text = await response.text();
  if (status === 200) return;
  assertStringIncludes(text, "CONCURRENCY_LIMIT_EXCEEDED");
  await free(server);
}

Deno.test("the response to a head that does not arrive is 408, and an idle connection is closed", async () => {
  await using home = await Home.make();
  await using server = await home.serve({
    ARENA_HEADER_TIMEOUT_MS: "2000",
    ARENA_REQUEST_TIMEOUT_MS: "4000",
    ARENA_KEEP_ALIVE_MS: "1000",
  });
  // Until then, preparing the server may block the thread for a large part of these timeouts.
  await untilReadyz(server, '"ready"');
  const slowHead = await send(server.port, "GET /healthz HTTP/1.1\r\nHost: arena\r\nX-Slow: ");
  const slowBody = await connect(server, "/simulations/summary", 50);
  const idle = await send(server.port, "GET /healthz HTTP/1.1\r\nHost: arena\r\n\r\n");
  const [head, body, answered] = await Promise.all([slowHead, slowBody, idle].map(readAll));
  assertStringIncludes(head ?? "", "HTTP/1.1 408 Request Timeout");
  assertStringIncludes(body ?? "", "HTTP/1.1 408 Request Timeout");
  assertStringIncludes(answered ?? "", "HTTP/1.1 200 OK");
});

Deno.test("heads that are too large and connections beyond the limit are rejected", async () => {
  await using home = await Home.make();
  await using server = await home.serve({ ARENA_CONNECTIONS: "2" });
  const long = `GET /healthz HTTP/1.1\r\nHost: arena\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`;
  assertStringIncludes(await readAll(await send(server.port, long)), "HTTP/1.1 431 ");
  const held = await Promise.all([1, 2].map(() => send(server.port, "GET /healthz HTTP/1.1\r\n")));
  assertEquals(await readAll(await send(server.port, "")), "", "the third is closed at once");
  for (const connection of held) connection.close();
});

Deno.test("a connection with unread responses is closed, and its place is free", async () => {
  await using home = await Home.make();
  await using server = await home.serve({
    ARENA_ANSWER_TIMEOUT_MS: "2000",
    ARENA_CONNECTIONS: "2",
  });
  const path = await largePath(server);
  const unread: Deno.TcpConn[] = [];
  // Opens connections until one is refused.
  await until(async () => {
    const connection = await sendUnread(server, path).catch(() => null);
    if (connection !== null) unread.push(connection);
    return connection === null;
  }, "no place");
  const health = "GET /healthz HTTP/1.1\r\nHost: arena\r\nConnection: close\r\n\r\n";
  await until(async () => {
    const answer = await send(server.port, health).then(readAll).catch(() => "");
    return answer.startsWith("HTTP/1.1 200 OK");
  }, "a free place");
  for (const connection of unread) connection.close();
});

Deno.test("a Host header that would change the path is rejected", async () => {
  await using home = await Home.make();
  await using server = await home.serve();
  for (const host of ["x/v1/families?", "x?", "a@b", "a\\b", "a#b"]) {
    const request = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const answer = await readAll(await send(server.port, request));
    assertStringIncludes(answer, "HTTP/1.1 400 Bad Request", host);
  }
});

/** Reads until the server closes the connection. */
async function readAll(connection: Deno.TcpConn): Promise<string> {
  return await new Response(connection.readable).text();
}
