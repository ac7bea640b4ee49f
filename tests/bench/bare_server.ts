/**
 * A server that does nothing but answer, as `start.ts` compares it with: prints its address.
 *
 * @module
 */

import { Hono } from "hono";

const app = new Hono().get("/healthz", (context) => context.text("ok"));
Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ hostname, port }) => {
    Deno.stdout.writeSync(new TextEncoder().encode(`http://${hostname}:${port}`));
  },
}, app.fetch);
