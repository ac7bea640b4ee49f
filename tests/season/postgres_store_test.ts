import { openPostgresArena } from "../../server/season/store/postgres.ts";
import { PostgresSql } from "../../server/store/postgres/connection.ts";
import { Postgres } from "../../server/testing/postgres.ts";
import { testArenaStore } from "./store_contract.ts";
import type { OpenArena } from "./store_steps.ts";

async function openArena(): Promise<OpenArena> {
  const url = await (await Postgres.shared()).database();
  const open = async (): Promise<OpenArena> => {
    const arena = await openPostgresArena(url);
    return {
      ...arena,
      another: open,
      advance: async (byMs) => {
        const sql = new PostgresSql(url);
        try {
          await sql.query(
            "UPDATE seasons SET opens_at = opens_at - ?, closes_at = closes_at - ?",
            [byMs, byMs],
          );
        } finally {
          await sql.close();
        }
      },
    };
  };
  return await open();
}

testArenaStore("PostgreSQL", openArena, ["PostgreSQL"]);
