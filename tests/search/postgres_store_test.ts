import { systemClock } from "../../server/base/clock.ts";
import { openPostgresSearches } from "../../server/store/postgres/searches.ts";
import { Postgres } from "../../server/testing/postgres.ts";
import { testSearchStore } from "./store_contract.ts";
import type { OpenSearchStore } from "./store_steps.ts";

let postgres: Postgres | null = null;

testSearchStore("PostgreSQL", async () => {
  postgres ??= await Postgres.start();
  const url = await postgres.database();
  const open = async (): Promise<OpenSearchStore> => {
    const { searches, jobs, close } = await openPostgresSearches(url, systemClock);
    return { searches, jobs, reopen: open, close: async () => await close() };
  };
  return await open();
}, ["PostgreSQL"]);

Deno.test.afterAll(async () => {
  await postgres?.[Symbol.asyncDispose]();
});
