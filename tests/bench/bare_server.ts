/**
 * A server that does nothing but answer, as `start.ts` compares it with: prints its address. With the
 * argument `guarded`, its connections have the time-outs of the arena's.
 *
 * @module
 */

import { Hono } from "hono";

const app = new Hono().get("/healthz", (context) => context.text("ok"));
const hostname = "127.0.0.1";

if (Deno.args.includes("guarded")) {
  const [{ readConfig }, { listen }] = await Promise.all([
    import("../../server/process/config.ts"),
    import("../../server/process/listen/listen.ts"),
  ]);
  const { connections } = readConfig(() => undefined);
  const { port } = await listen(
    { host: hostname, port: 0, portVariable: "ARENA_PORT", connections, limit: () => {} },
    (request) => app.fetch(request),
    { onUnavailable: () => {}, onAvailable: () => {} },
  );
  printAddress(port);
} else {
  Deno.serve({ hostname, port: 0, onListen: ({ port }) => printAddress(port) }, app.fetch);
}

function printAddress(port: number): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`http://${hostname}:${port}`));
}
