import { assert, assertEquals } from "@std/assert";
import type { Sources } from "../../server/web/engine/messages.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { Home } from "../../server/testing/server_process.ts";

/** Shorter files, as the icon and the entry, are sent as they are. */
const CODED_LENGTH_MIN = 512;
/** Shorter files repeat too little to shrink by half. */
const REPETITIVE_LENGTH_MIN = 4096;

Deno.test("the printed address serves the page with all its files", async () => {
  await using home = await Home.make();
  await using server = await home.serve();
  const page = await (await fetch(server.origin)).text();
  const named = page.match(/\/assets\/[\w.-]+/g) ?? [];
  const sources: Sources = await (await fetch(`${server.origin}/assets/sources.json`)).json();
  const columns = sources.datasets.map(({ url }) => url);
  await inTurn([...named, ...columns], async (path) => {
    const { status, headers, body } = await fetch(server.origin + path, {
      headers: { "accept-encoding": "gzip" },
    });
    assertEquals(status, 200, path);
    const { length } = await new Response(body).bytes();
    if (length < CODED_LENGTH_MIN) return;
    assertEquals(headers.get("content-encoding"), "gzip");
    const sent = Number(headers.get("content-length"));
    const most = path.endsWith(".f64") || length < REPETITIVE_LENGTH_MIN ? 0.9 : 0.5;
    assert(sent > 0 && sent < length * most, `${path}: ${sent} of ${length} bytes`);
  });
});
