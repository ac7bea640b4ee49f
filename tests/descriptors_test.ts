import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { freePort } from "../server/testing/free_port.ts";
import { inTurn } from "../server/testing/in_turn.ts";
import { Home } from "../server/testing/server_process.ts";
import { needing } from "../server/testing/tools.ts";
import { until } from "../server/testing/until.ts";
import { untilReadyz } from "../server/testing/wire.ts";

const DESCRIPTORS = 200;
const CONNECTIONS = 300;

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

async function recovers(): Promise<void> {
  await using home = await Home.make();
  const metricsPort = freePort();
  await using server = await home.serve(
    {
      ARENA_METRICS_PORT: String(metricsPort),
      ARENA_WORKERS: "1",
      ARENA_LOG: "json",
    },
    ["prlimit", `--nofile=${DESCRIPTORS}:${DESCRIPTORS}`],
  );
  await untilReadyz(server, '"ready"');
  const open = [...await openIdle(server.port), ...await openIdle(metricsPort)];
  assert(open.length > 100, `${open.length} connections were open`);
  for (const line of ['"event":"not accepting"', "Cannot serve metrics: "]) {
    await until(() => server.log.includes(line), line);
  }
  for (const connection of open) connection.close();
  await until(() => isOk(`${server.origin}/readyz`), "/readyz");
  await until(() => isOk(`http://127.0.0.1:${metricsPort}/metrics`), "/metrics");
  const { code, stderr } = await server.stop();
  assertEquals(code, 0);
  assertStringIncludes(stderr, '"event":"accepting"');
}

Deno.test({
  ...needing(["prlimit"], "a server recovers after running out of file descriptors"),
  fn: recovers,
});
