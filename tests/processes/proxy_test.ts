import { assert, assertEquals } from "@std/assert";
import { makeKey } from "../../server/auth/api_key.ts";
import { newRecord } from "../../server/auth/key_changes.ts";
import { PostgresSql } from "../../server/store/postgres/connection.ts";
import { SqlKeyRegister } from "../../server/store/sql_keys.ts";
import { CANDIDATE, FAMILY } from "../../server/testing/arena.ts";
import { readConfig } from "../../server/process/config.ts";
import { Caddy, CADDYFILE } from "../../server/testing/caddy.ts";
import { expectOk, expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { LocalServer } from "../../server/testing/local_server.ts";
import { Home } from "../../server/testing/server_process.ts";
import { poll } from "../../server/testing/until.ts";
import { Postgres } from "../../server/testing/postgres.ts";
import { outputOf } from "../../server/testing/programs.ts";
import { StalledReader } from "../../server/testing/stalled_reader.ts";
import { testWith } from "../../server/testing/tools.ts";
import { untilReadyz } from "../../server/testing/wire.ts";

/** Together they exceed the former limit of the Caddyfile for all paths (1,024). */
const CONNECTIONS = 6;
const STREAMS = 200;

Deno.test("the proxy closes an idle connection before the server does", async () => {
  const text = await Deno.readTextFile(CADDYFILE);
  const [, seconds] = /^\t+keepalive (\d+)s$/m.exec(text) ?? [];
  const { connections: { keepAliveMs } } = readConfig(() => undefined);
  assert(Number(seconds) * 1000 < keepAliveMs, `${seconds} s, ${keepAliveMs} ms`);
});

testWith(["caddy"], "Caddy takes the Caddyfile as it is", async () => {
  await outputOf("caddy", ["validate", "--config", CADDYFILE, "--adapter", "caddyfile"]);
});

testWith(["caddy"], "the Caddyfile serves the arena over TLS", async () => {
  await using home = await Home.make();
  await using server = await LocalServer.in(home, { ARENA_TRUSTED_PROXIES: "127.0.0.1,::1" });
  await using caddy = await Caddy.start(`127.0.0.1:${server.port}`);
  using client = await caddy.client();
  const request = (path: string, init: RequestInit = {}): Promise<Response> => {
    return fetch(caddy.origin + path, { client, ...init });
  };
  const health = await request("/healthz");
  assertEquals(health.headers.get("strict-transport-security"), "max-age=31536000");
  await expectOk(health, "getHealth");

  const headers = { "x-api-key": server.key, "content-type": "application/json" };
  const simulate = (body: BodyInit): Promise<Response> => {
    return request(`${FAMILY}/simulations`, { method: "POST", headers, body });
  };
  const answered = await simulate(JSON.stringify(CANDIDATE));
  assertEquals(answered.headers.get("content-encoding"), "gzip");
  await expectOk(answered, "simulate");
  await expectProblem(await simulate(" ".repeat(70_000)), "PAYLOAD_TOO_LARGE");
  await expectProblem(await request(`/v1/${server.key}`, { headers }), "NOT_FOUND");

  // The client has one address, whatever it writes into the header.
  const forged = Array.from({ length: 11 }, (_, index) => `198.51.100.${index}`);
  const statuses = await inTurn(forged, async (address) => {
    const response = await request("/v1/families", { headers: { "x-forwarded-for": address } });
    await response.text();
    return response.status;
  });
  assertEquals(statuses, [...Array.from({ length: 10 }, () => 401), 429]);

  const log = await caddy.stop();
  assert(log.includes("/v1/sa_[key]"), "requests are logged");
  assert(!log.includes(server.key), "keys are not");
});

testWith(["caddy"], "clients that read no response do not block the proxy for others", async () => {
  await using home = await Home.make();
  await using server = await LocalServer.in(home, { ARENA_TRUSTED_PROXIES: "127.0.0.1,::1" });
  await using caddy = await Caddy.start(`127.0.0.1:${server.port}`);
  using client = await caddy.client();
  const request = (path: string, init: RequestInit = {}): Promise<Response> => {
    return fetch(caddy.origin + path, { client, ...init });
  };
  const { datasets: [{ url }] } = await (await request("/assets/sources.json")).json();
  const certificate = await caddy.root();
  using stack = new DisposableStack();
  const readers = Array.from(
    { length: CONNECTIONS },
    () => stack.use(new StalledReader(caddy.origin, certificate)),
  );
  await Promise.all(readers.map((reader) => reader.ask(url, STREAMS)));

  await expectOk(await request("/healthz"), "getHealth");
  const headers = { "x-api-key": server.key, "content-type": "application/json" };
  const body = JSON.stringify(CANDIDATE);
  const run = await request(`${FAMILY}/simulations`, { method: "POST", headers, body });
  await expectOk(run, "simulate");
  const page = await request("/");
  assertEquals([page.status, (await page.text()).slice(0, 15)], [200, "<!doctype html>"]);
});

testWith(
  ["caddy", "PostgreSQL"],
  "behind the Caddyfile a key has one of several servers, and another when that is gone",
  async () => {
    await using home = await Home.make();
    const env = {
      DATABASE_URL: await (await Postgres.shared()).database(),
      ARENA_TRUSTED_PROXIES: "127.0.0.1,::1",
      ARENA_WORKERS: "1",
      // Allows for a busy machine.
      ARENA_KEY_STORE_DEADLINE_MS: "20000",
    };
    await using first = await LocalServer.in(home, env);
    await using second = await LocalServer.in(home, env);
    const servers = [first, second];
    await Promise.all(servers.map((server) => untilReadyz(server, '"ready"')));
    const keys = await makeKeys(env.DATABASE_URL, 12);
    const upstreams = servers.map(({ port }) => `127.0.0.1:${port}`).join(" ");
    await using caddy = await Caddy.start(upstreams);
    using client = await caddy.client();
    const ask = async (key: string): Promise<Response> => {
      const headers = { "x-api-key": key };
      const response = await fetch(`${caddy.origin}/v1/families`, { client, headers });
      await response.text();
      return response;
    };
    const [{ key = "" } = {}] = keys;
    const responses = await Promise.all(Array.from({ length: 10 }, () => ask(key)));
    assertEquals(new Set(responses.map(({ status }) => status)), new Set([200]));
    await Promise.all(keys.map(({ key }) => ask(key)));
    const hasServed = ({ log }: LocalServer, id: string): boolean => log.includes(id);
    await poll(
      "the lines of all keys",
      () => Promise.resolve(keys.map(({ id }) => servers.map((server) => hasServed(server, id)))),
      (served) => served.every((by) => by.some(Boolean)),
    );
    const own = keys.map(({ id }) => servers.filter((server) => hasServed(server, id)));
    assert(own.every((by) => by.length === 1), "each key has one server");
    assertEquals(new Set(own.flat()).size, 2, "and both have keys");
    await own[0]?.[0]?.stop();
    assertEquals((await ask(key)).status, 200);
  },
);

/** Adds keys to a database. */
async function makeKeys(
  url: string,
  length: number,
): Promise<readonly { readonly id: string; readonly key: string }[]> {
  const sql = new PostgresSql(url);
  const register = new SqlKeyRegister(sql);
  const keys = await inTurn(Array.from({ length }), async () => {
    const made = await makeKey();
    await register.add(
      newRecord(made, { name: "k", scopes: ["strategy:read"], createdAt: Date.now() }),
    );
    return made;
  });
  await sql.close();
  return keys;
}
