import { assertEquals } from "@std/assert";
import { FAMILY } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { Postgres } from "../../server/testing/postgres.ts";
import { Home } from "../../server/testing/server_process.ts";
import { needing } from "../../server/testing/tools.ts";
import { until } from "../../server/testing/until.ts";

Deno.test({
  ...needing(["PostgreSQL"], "while the database stands still, every call on searches is 503"),
  async fn(): Promise<void> {
    await using postgres = await Postgres.start();
    await using home = await Home.make();
    await using server = await home.serve({ DATABASE_URL: await postgres.database() });
    const ask = async (method: string, path: string): Promise<number> => {
      const response = await fetch(`${server.origin}${FAMILY}/searches${path}`, {
        method,
        headers: { "x-api-key": server.key ?? "" },
      });
      await response.body?.cancel();
      return response.status;
    };
    await until(async () => await ask("GET", "") === 200);
    const one = `/${crypto.randomUUID()}`;
    const calls = [
      ["GET", ""],
      ["GET", one],
      ["DELETE", one],
      ["GET", `${one}/points`],
      ["GET", `${one}/points.parquet`],
      ["GET", `${one}/events`],
    ] as const;
    await postgres.freeze();
    try {
      await inTurn(calls, async ([method, path]) => {
        assertEquals([method, path, await ask(method, path)], [method, path, 503]);
      });
    } finally {
      await postgres.thaw();
    }
    await until(async () => await ask("GET", "") === 200);
    assertEquals(await ask("GET", one), 404);
  },
});
